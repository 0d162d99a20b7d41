package org.tslmap.collector.memory;

/** Is told what comes and goes in a process's memory. Nothing is told twice. */
public interface MemoryListener {

  /** A range begins, over what is there. */
  void placed(MemoryRange range);

  /** A variable or a name ends that has begun. */
  default void removed(MemoryRange range, long now) {}

  /** The heap block that begins at an address ends, if there is one. */
  default void freed(long address, long now) {}

  /** Memory is mapped no more, so nothing lies there. */
  default void unmapped(long start, long bytes, long now) {}

  /**
   * A thread has made its first call.
   *
   * @param address where in its stack the return address is
   */
  default void stack(int thread, long address) {}
}
