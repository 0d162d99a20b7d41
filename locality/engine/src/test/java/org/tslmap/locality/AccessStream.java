package org.tslmap.locality;

import java.util.Arrays;
import java.util.Random;
import java.util.function.IntToLongFunction;

/**
 * A stream of accesses by several threads, in calls of odd sizes.
 *
 * @param name what the addresses look like
 * @param addresses the addresses, in order
 * @param sites the site of each access
 * @param threads the thread of each access
 * @param cuts where calls end at the latest
 */
record AccessStream(String name, long[] addresses, int[] sites, int[] threads, int[] cuts) {

  /** What the addresses of a stream look like. */
  enum Shape {
    CYCLIC,
    STRIDED,
    UNIFORM,
    ZIPF,
    WHOLE_SPACE,
    STACK_AND_STREAM,
    SPARSE_PAGES,
    BOTH_ENDS,
    BACK_AND_FORTH,
    REGIONS,
    NESTED_LOOPS
  }

  private static final long[] BASES = {
    0x400000L, 0x10000000L, 0x555555554000L, 0x7f0000000000L, 0x7ffffffff000L
  };

  static AccessStream of(Shape shape, int length, int threadCount, int siteCount, long seed) {
    Random random = new Random(seed);
    IntToLongFunction address = shape(shape, random);
    long[] addresses = new long[length];
    int[] sites = new int[length];
    int[] threads = new int[length];
    int[] cuts = new int[length];
    int thread = 0;
    int cut = 0;
    int spread = 1 + random.nextInt(50);
    for (int i = 0; i < length; i++) {
      if (i == cut) {
        cut = i + 1 + random.nextInt(random.nextInt(3) == 0 ? 4 : 700);
        thread = random.nextInt(threadCount);
      }
      addresses[i] = address.applyAsLong(i);
      sites[i] = (random.nextInt(siteCount) >>> random.nextInt(5)) * spread;
      threads[i] = thread * 7;
      cuts[i] = cut;
    }
    return new AccessStream(shape + " seed " + seed, addresses, sites, threads, cuts);
  }

  /** Addresses of one thread and one site. */
  static AccessStream of(String name, long... addresses) {
    int[] cuts = new int[addresses.length];
    Arrays.fill(cuts, addresses.length);
    return new AccessStream(
        name, addresses, new int[addresses.length], new int[addresses.length], cuts);
  }

  private static IntToLongFunction shape(Shape shape, Random random) {
    long base = BASES[random.nextInt(BASES.length)];
    int size = Math.max(1, (1 << (1 + random.nextInt(12))) + random.nextInt(3) - 1);
    long step = (1L << random.nextInt(14)) + random.nextInt(3) - 1;
    return switch (shape) {
      case CYCLIC -> i -> base + i % size * 8L;
      case STRIDED -> i -> base + i % size * step;
      case UNIFORM -> i -> base + random.nextInt(size) * 8L;
      case ZIPF -> i -> base + (random.nextInt(size) >> random.nextInt(12)) * 8L;
      case WHOLE_SPACE -> {
        long[] places = random.longs(1500, 0, 1L << 47).toArray();
        yield i -> places[random.nextInt(places.length)];
      }
      case STACK_AND_STREAM ->
          i -> i % 2 == 0 ? 0x7ffffffde000L - random.nextInt(16) * 8L : base + i * 4L;
      case SPARSE_PAGES -> i -> base + random.nextInt(size) * 4096L + random.nextInt(2) * 8L;
      case BOTH_ENDS -> i -> random.nextBoolean() ? random.nextInt(4096) : ~random.nextInt(4096);
      case BACK_AND_FORTH -> i -> base + 8L * (i / size % 2 == 0 ? i % size : size - 1 - i % size);
      case REGIONS ->
          i ->
              BASES[(i / 200 + random.nextInt(2)) % 5]
                  + ((long) random.nextInt(8) << (29 + random.nextInt(4)))
                  + random.nextInt(64) * 8L;
      case NESTED_LOOPS -> i -> base + (i / 300 * 8L) + (i % 3 == 0 ? i % size * 8L : i % 7 * 512L);
    };
  }

  int length() {
    return addresses.length;
  }

  /** Feeds a sink with the stream, cut as it says. */
  void feed(AccessSink sink) {
    long[] callAddresses = new long[length()];
    int[] callSites = new int[length()];
    int from = 0;
    while (from < length()) {
      int count = Math.min(cuts[from], length()) - from;
      System.arraycopy(addresses, from, callAddresses, 0, count);
      System.arraycopy(sites, from, callSites, 0, count);
      sink.accesses(threads[from], callAddresses, callSites, count);
      from += count;
    }
  }

  /** Takes accesses with contexts. */
  @FunctionalInterface
  interface ContextSink {
    void accesses(int thread, long[] addresses, int[] sites, int[] contexts, int count);
  }

  /** Feeds a sink with the stream, cut likewise; an access's context follows from its site. */
  void feedWithContexts(ContextSink sink, int contexts) {
    long[] callAddresses = new long[length()];
    int[] callSites = new int[length()];
    int[] callContexts = new int[length()];
    for (int from = 0; from < length(); from = Math.min(cuts[from], length())) {
      int count = Math.min(cuts[from], length()) - from;
      System.arraycopy(addresses, from, callAddresses, 0, count);
      System.arraycopy(sites, from, callSites, 0, count);
      for (int i = 0; i < count; i++) {
        callContexts[i] = (callSites[i] * 31 + (from + i) / 100) % contexts * 13;
      }
      sink.accesses(threads[from], callAddresses, callSites, callContexts, count);
    }
  }

  @Override
  public String toString() {
    return name + ", " + length() + " accesses";
  }
}
