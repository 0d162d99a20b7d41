package org.tslmap.locality;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** The traces of the C benchmark (src/bench/c/traces.c). */
final class BenchmarkTraces {

  private static final long HEAP = 0x7f0000000000L;
  private static final long STACK = 0x7ffffffde000L;

  /** A stream of accesses in memory. */
  static final class Trace {
    final String name;
    final long[] addresses;
    final int[] sites;
    private int n;

    private Trace(String name, int length) {
      this.name = name;
      addresses = new long[length];
      sites = new int[length];
    }

    private boolean full() {
      return n == addresses.length;
    }

    private void put(int site, long address) {
      if (!full()) {
        addresses[n] = address;
        sites[n++] = site;
      }
    }
  }

  private BenchmarkTraces() {}

  static final List<String> NAMES =
      List.of("matmul", "triad", "random 64MB", "zipf", "stencil", "stack+stream");

  static Stream<Trace> all(int length) {
    return NAMES.stream().map(name -> make(name, length));
  }

  private static Trace make(String name, int length) {
    Trace trace = new Trace(name, length);
    SplittableRandom random = new SplittableRandom(1);
    while (!trace.full()) {
      switch (name) {
        case "matmul" -> matmul(trace);
        case "triad" -> triad(trace);
        case "random 64MB" -> trace.put(0, HEAP + random.nextInt(8 << 20) * 8L);
        case "zipf" -> {
          long r = (long) Math.exp(random.nextDouble() * Math.log(4 << 20));
          trace.put((int) r & 7, HEAP + (r * 2654435761L & ((4 << 20) - 1)) * 8);
        }
        case "stencil" -> stencil(trace);
        default -> stackAndStream(trace, random);
      }
    }
    return trace;
  }

  private static void matmul(Trace t) {
    long n = 200;
    long b = HEAP + n * n * 8;
    long c = b + n * n * 8;
    for (long i = 0; i < n && !t.full(); i++) {
      for (long j = 0; j < n; j++) {
        for (long k = 0; k < n; k++) {
          t.put(0, HEAP + (i * n + k) * 8);
          t.put(1, b + (k * n + j) * 8);
          t.put(2, c + (i * n + j) * 8);
          t.put(3, c + (i * n + j) * 8);
        }
      }
    }
  }

  private static void triad(Trace t) {
    long n = 2 << 20;
    for (long i = 0; i < n && !t.full(); i++) {
      t.put(0, HEAP + (n + i) * 8);
      t.put(1, HEAP + (2 * n + i) * 8);
      t.put(2, HEAP + i * 8);
    }
  }

  private static void stencil(Trace t) {
    long x = 128;
    long y = 128;
    long z = 64;
    long out = HEAP + x * y * z * 8;
    for (long k = 1; k + 1 < z; k++) {
      for (long j = 1; j + 1 < y && !t.full(); j++) {
        for (long i = 1; i + 1 < x; i++) {
          long p = (k * y + j) * x + i;
          t.put(0, HEAP + p * 8);
          t.put(1, HEAP + (p - 1) * 8);
          t.put(2, HEAP + (p + 1) * 8);
          t.put(3, HEAP + (p - x) * 8);
          t.put(4, HEAP + (p + x) * 8);
          t.put(5, HEAP + (p - x * y) * 8);
          t.put(6, HEAP + (p + x * y) * 8);
          t.put(7, out + p * 8);
        }
      }
    }
  }

  private static void stackAndStream(Trace t, SplittableRandom random) {
    for (long i = 0; !t.full(); i++) {
      t.put(0, STACK - 8 * (i % 3));
      t.put(1, HEAP + i % (5 << 20) * 8);
      t.put(2, STACK - 8 * (4 + random.nextInt(20)));
      t.put(3, STACK - 8 * (i % 3));
    }
  }
}
