package org.tslmap.collector.attribution;

import org.tslmap.collector.wire.HeapEvent;

/** Is told of heap blocks and stacks while a stream is attributed. */
public interface HeapListener {
  /** Wants to know nothing. */
  HeapListener NONE =
      new HeapListener() {
        @Override
        public void heap(HeapEvent event, int object, long accesses) {}

        @Override
        public void stack(int thread, long address) {}
      };

  /**
   * A block comes or goes.
   *
   * @param object the number of the data object it belongs to; meaningless where it goes
   * @param accesses how many the process had made before
   */
  void heap(HeapEvent event, int object, long accesses);

  /**
   * A thread has made its first call.
   *
   * @param address where in its stack the return address is
   */
  void stack(int thread, long address);
}
