package org.tslmap.collector.shortage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** What the virtual machine and the system really throw is recognized. */
class ShortageTest {

  private static Optional<Shortage> of(Throwable thrown) {
    return Shortage.in(thrown);
  }

  @Test
  void aFullDiskIsRecognizedWhereverItIsInTheChain() throws IOException {
    Path full = Path.of("/dev/full");
    Assumptions.assumeTrue(Files.exists(full));
    try {
      Files.writeString(full, "something");
    } catch (IOException e) {
      assertEquals(Optional.of(Shortage.DISK), of(e));
      assertEquals(
          Optional.of(Shortage.DISK), of(new IllegalStateException(new UncheckedIOException(e))));
      return;
    }
    throw new AssertionError("/dev/full took something");
  }

  @Test
  void memoryIsRecognized() {
    try {
      assertEquals(0, new long[Integer.MAX_VALUE][0].length);
    } catch (OutOfMemoryError e) {
      assertEquals(Optional.of(Shortage.MEMORY), of(e));
      String line = Shortage.describe(e);
      assertTrue(line.contains("JAVA_TOOL_OPTIONS=-Xmx"), line);
      return;
    }
    throw new AssertionError("a machine without limits");
  }

  /** The virtual machine throws the same error twice when it has no memory for another. */
  @Test
  void memoryIsRecognizedWhereAnErrorCannotBeItsOwnSuppressedOne() throws Exception {
    OutOfMemoryError same = new OutOfMemoryError("Java heap space");
    try (AutoCloseable resource =
        () -> {
          throw same;
        }) {
      assertNotNull(resource);
      throw same;
    } catch (IllegalArgumentException e) {
      assertEquals(Optional.of(Shortage.MEMORY), of(e));
    }
  }

  /** Others may have given memory back by then. */
  @Test
  void whatLacksMemoryIsTriedAgain() {
    AtomicInteger attempts = new AtomicInteger();
    try {
      Shortage.insist(
          () -> {
            if (attempts.incrementAndGet() < 3) {
              throw new OutOfMemoryError("Java heap space");
            }
          });
    } catch (OutOfMemoryError e) {
      throw new AssertionError("given up", e); // JUnit would end all tests
    }
    assertEquals(3, attempts.get());
  }

  @Test
  void otherFaultsSayWhatTheySay() {
    assertEquals(Optional.empty(), of(new IOException("expected one thing, found another")));
    assertEquals(
        "expected one thing, found another",
        Shortage.describe(new IOException("expected one thing, found another")));
    assertEquals(
        "java.lang.IllegalStateException: here",
        Shortage.describe(new IllegalStateException("here")));
  }
}
