package org.tslmap.collector.session;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Tells when the heap is nearly full, before the garbage collector has nothing else to do and
 * everything stands still. Keeps a reserve that makes it possible to say so, and to end.
 */
final class HeapWatch implements AutoCloseable {
  /** The heap is nearly full when so much is in use after a garbage collection. */
  private static final double NEARLY_FULL = 0.9;

  private static final int RESERVE_BYTES = 4 << 20;

  /** A run that is shorter does not need it. */
  private static final long FIRST_LOOK_MILLIS = 2000;

  private static final long PAUSE_MILLIS = 200;

  /** What is cut needs some time to give its memory back. */
  private static final long RELIEF_MILLIS = 1000;

  private final Runnable relief;
  private final Thread thread = new Thread(this::work, "tslmap-heap");
  private volatile byte[] reserve = new byte[RESERVE_BYTES];
  private volatile boolean over;

  /**
   * A watch.
   *
   * @param relief is run when the heap is nearly full, and again if that did not help
   */
  HeapWatch(Runnable relief) {
    this.relief = relief;
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /** Lets others have the reserve. */
  void giveUpReserve() {
    if (reserve != null) {
      reserve = null;
    }
  }

  private void work() {
    while (!over) {
      try {
        watch();
      } catch (VirtualMachineError e) {
        // There is no memory left even for looking; those that need some will say so.
        giveUpReserve();
      }
    }
  }

  private void watch() {
    pause(FIRST_LOOK_MILLIS);
    List<MemoryPoolMXBean> pools =
        ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(pool -> pool.getType() == MemoryType.HEAP)
            .filter(pool -> pool.isCollectionUsageThresholdSupported())
            .toList();
    long seen = 0;
    while (!over) {
      long now = collections();
      if (now > seen && pools.stream().anyMatch(HeapWatch::isNearlyFull)) {
        relief.run();
        seen = now;
        pause(RELIEF_MILLIS);
      }
      pause(PAUSE_MILLIS);
    }
  }

  /** Whether it is a pool of what lives long, and what is left there takes most of it. */
  private static boolean isNearlyFull(MemoryPoolMXBean pool) {
    MemoryUsage left = pool.getCollectionUsage();
    return left != null
        && left.getMax() > Runtime.getRuntime().maxMemory() / 2
        && left.getUsed() > NEARLY_FULL * left.getMax();
  }

  private static long collections() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .mapToLong(GarbageCollectorMXBean::getCollectionCount)
        .sum();
  }

  private void pause(long millis) {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    for (long left = end - System.nanoTime(); left > 0 && !over; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  @Override
  public void close() {
    over = true;
    LockSupport.unpark(thread);
  }
}
