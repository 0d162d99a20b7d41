package org.tslmap.locality;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An engine that finds no memory says so; Java and other engines go on. */
class EngineMemoryTest {

  private static final int COUNT = 4096;
  private static final long LIMIT = 256L << 20;

  /** With what Java itself takes, an engine soon finds no more. */
  private static final int KILOBYTES = 1_200_000;

  private static final String GOES_ON = "Java goes on";

  @BeforeEach
  void limit() {
    assumeTrue(LocalityEngine.nativeProblem().isEmpty());
    LocalityEngine.limitMemory(LIMIT);
  }

  @AfterEach
  void unlimited() {
    if (LocalityEngine.nativeProblem().isEmpty()) {
      NativeBridge.limit(0);
    }
  }

  /** Touches so many words, each in a page of its own. */
  private static void touch(LocalityEngine engine, int words) {
    long[] addresses = new long[COUNT];
    for (int from = 0; from < words; from += COUNT) {
      int first = from;
      Arrays.setAll(addresses, i -> (first + (long) i) << 16);
      engine.accesses(1, addresses, new int[COUNT], COUNT);
    }
  }

  @Test
  void anEngineAtTheLimitFailsAloneAndGivesItsMemoryBack() {
    try (LocalityEngine small =
        LocalityEngine.open(MetricParameters.defaults(), EngineChoice.NATIVE)) {
      for (int round = 0; round < 2; round++) {
        try (LocalityEngine large =
            LocalityEngine.open(MetricParameters.defaults(), EngineChoice.NATIVE)) {
          IllegalStateException refused =
              assertThrows(IllegalStateException.class, () -> touch(large, 1 << 22));
          assertTrue(refused.getMessage().contains("the limit is reached"), refused.getMessage());
          assertThrows(IllegalStateException.class, () -> touch(large, COUNT), "it stays failed");
        }
      }
      touch(small, COUNT);
      assertEquals(COUNT, small.result().histogram(Granularity.WORD, 1024).cold());
    }
  }

  /** What the system refuses an engine, it refuses Java, too, unless some is kept back. */
  static final class FewAddresses {
    private static final int PIECES = 100;

    private FewAddresses() {}

    /** Has an engine use up the addresses, and then as many of them as Java may need. */
    public static void main(String[] args) {
      List<ByteBuffer> pieces = new ArrayList<>();
      LocalityEngine.limitMemory(1L << 40);
      try (LocalityEngine engine =
          LocalityEngine.open(MetricParameters.defaults(), EngineChoice.NATIVE)) {
        IllegalStateException refused =
            assertThrows(IllegalStateException.class, () -> touch(engine, 1 << 30));
        for (int i = 0; i < PIECES; i++) {
          pieces.add(ByteBuffer.allocateDirect(1 << 20));
        }
        assertTrue(refused.getMessage().contains("the system has none"), refused.getMessage());
        assertEquals(PIECES, pieces.size(), "all of them are kept until now");
      }
      System.out.println(GOES_ON);
    }
  }

  @Test
  void whereTheSystemLimitsAddressesSomeAreKeptForJava() throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
                "/bin/sh",
                "-c",
                "ulimit -v " + KILOBYTES + "; exec \"$@\"",
                "sh",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:MaxDirectMemorySize=256m",
                "-XX:ReservedCodeCacheSize=32m",
                "-XX:CompressedClassSpaceSize=32m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                FewAddresses.class.getName())
            .redirectErrorStream(true);
    builder.environment().put("MALLOC_ARENA_MAX", "1"); // others reserve addresses of their own
    String said = new String(builder.start().getInputStream().readAllBytes(), UTF_8);
    assertTrue(said.contains(GOES_ON), said);
  }
}
