package org.tslmap.collector.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tslmap.collector.server.AccessToken;
import org.tslmap.collector.server.ListenAddress;
import org.tslmap.collector.wire.FrameType;
import org.tslmap.collector.wire.SampleProgram;
import org.tslmap.locality.EngineChoice;

/**
 * The thread that finishes a run has no memory left: it ends the sessions, which give some back,
 * and goes on. Without a session there is nothing to wait for.
 */
class FinishWithoutMemoryTest {
  /**
   * A collector of its own. What it writes to connections is copied into memory outside the heap,
   * which is used up when the run is finished.
   */
  static final class Collector {
    private volatile List<ByteBuffer> memory = new ArrayList<>();

    public static void main(String[] arguments) throws Exception {
      new Collector().record(Path.of(arguments[0]), arguments[1]);
    }

    private void record(Path folder, String mode) throws Exception {
      RunOptions options =
          new RunOptions(folder, RecordedRun.PARAMETERS, EngineChoice.JAVA, false, 0, List.of());
      try (RunRecorder recorder =
          RunRecorder.listen(
              ListenAddress.tcp("127.0.0.1", 0), Optional.of(AccessToken.random()), options)) {
        if (mode.equals("open")) {
          begin(recorder.stream("program"));
        }
        useUp();
        if (mode.equals("late")) {
          new Thread(this::giveBackLater).start();
        }
        if (!mode.equals("open") && !mode.equals("none")) {
          finish(recorder); // what this thread writes with is left from earlier
        } else {
          Thread finishing = new Thread(() -> finish(recorder));
          finishing.start();
          finishing.join();
        }
      }
    }

    private void finish(RunRecorder recorder) {
      try {
        System.out.println("finished with " + recorder.finish(Duration.ZERO).processes().size());
      } catch (IOException | InterruptedException e) {
        System.out.println(e);
      } catch (OutOfMemoryError e) {
        memory = List.of();
        System.out.println("no memory");
      }
    }

    /** A process that goes on; when its session ends, the memory is given back. */
    private void begin(LocalStream stream) throws IOException {
      byte[] sent = new SampleProgram(1, 20).stream(1, 1);
      int length = ByteBuffer.wrap(sent).order(ByteOrder.LITTLE_ENDIAN).getInt();
      stream.frame(
          FrameType.HELLO,
          Arrays.copyOfRange(sent, FrameType.HEADER_BYTES, FrameType.HEADER_BYTES + length));
      Thread program = new Thread(() -> goOn(stream));
      program.setDaemon(true);
      program.start();
    }

    private void goOn(LocalStream stream) {
      try {
        while (true) {
          stream.events(new long[0], 0);
          Thread.sleep(1);
        }
      } catch (IOException | InterruptedException e) {
        memory = List.of();
      }
    }

    private void giveBackLater() {
      LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(3));
      memory = List.of();
    }

    private void useUp() {
      for (int bytes : new int[] {1 << 20, 1 << 10, 1}) {
        try {
          while (true) {
            memory.add(ByteBuffer.allocateDirect(bytes));
          }
        } catch (OutOfMemoryError e) {
          // The next ones are smaller.
        }
      }
    }
  }

  @TempDir Path folder;

  private String finishing(String sessions) throws Exception {
    Path output = folder.resolve("output");
    Process collector =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "@" + System.getProperty("tslmap.home") + "/java-options",
                "-XX:MaxDirectMemorySize=64m",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                Collector.class.getName(),
                folder.resolve("run").toString(),
                sessions)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertTrue(collector.waitFor(300, TimeUnit.SECONDS), "finishing goes round for ever");
    } finally {
      collector.destroyForcibly().waitFor();
    }
    return Files.readString(output).lines().reduce("", (before, line) -> line);
  }

  @Test
  void sessionsAreEndedAndTheRunIsFinished() throws Exception {
    assertEquals("finished with 1", finishing("open"));
  }

  @Test
  void withoutASessionThereIsNothingToWaitFor() throws Exception {
    assertEquals("no memory", finishing("none"));
  }

  @Test
  void aConnectionThatIsHungUpForLackOfMemoryIsMadeAgain() throws Exception {
    assertEquals("finished with 0", finishing("late"));
  }

  @Test
  @Tag("soak")
  void connectionsThatAreAlwaysHungUpAreNotMadeForEver() throws Exception {
    assertEquals("finished with 0", finishing("never"));
  }
}
