package org.tslmap.collector.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tslmap.collector.server.BrokenNetwork;
import org.tslmap.collector.server.ListenAddress;
import org.tslmap.collector.shortage.Shortage;
import org.tslmap.collector.wire.FrameWriter;
import org.tslmap.collector.wire.SampleProgram;
import org.tslmap.locality.EngineChoice;
import org.tslmap.locality.profile.LocalityProfile;

/** An event loop that ends with an error ends the run; what came is kept. */
@Timeout(300)
class UnreadConnectionsTest {
  @TempDir Path folder;

  private void whatCameIsKept(Error error, Shortage shortage) throws Exception {
    SampleProgram program = new SampleProgram(8, 10);
    FrameWriter writer = new FrameWriter().write(program.hello());
    program.definitions().forEach(writer::write);
    byte[] sent = writer.events(program.run(500)).toByteArray();
    try (RecordedRun run = RecordedRun.tcp(folder);
        SocketChannel channel = run.connect();
        SocketChannel silent = run.connect()) {
      RecordedRun.write(channel, sent);
      while (run.recorder.progress().accesses() < program.totals().accesses()) {
        Thread.onSpinWait();
      }
      BrokenNetwork.end(run.recorder.server().orElseThrow(), error);
      assertEquals(-1, channel.read(ByteBuffer.allocate(1)), "the program is released");
      assertEquals(-1, silent.read(ByteBuffer.allocate(1)), "the program is released");
      LocalityProfile profile = run.finish();
      assertFalse(profile.complete());
      assertEquals(program.totals().accesses(), profile.merged().totals().accesses());
      assertTrue(run.recorder.exhausted());
      String finding = shortage.finding() + "; " + shortage.advice();
      assertEquals(
          List.of(
              "process %d (%s): %s; what came before is kept"
                  .formatted(
                      program.hello().pid(),
                      String.join(" ", program.hello().arguments()),
                      finding),
              "%s: processes that come from now on are not measured; %s"
                  .formatted(shortage.finding(), shortage.advice())),
          run.notices().stream().filter(line -> !line.startsWith("/127.0.0.1")).toList());
    }
  }

  @Test
  void whatCameIsKeptWithoutMemory() throws Exception {
    whatCameIsKept(new OutOfMemoryError("Java heap space"), Shortage.MEMORY);
  }

  @Test
  void whatCameIsKeptAfterAnotherError() throws Exception {
    whatCameIsKept(new NoClassDefFoundError("io/netty/X"), Shortage.READER);
  }

  /** A collector of its own, whose heap is filled to the last byte while a program sends. */
  static final class Collector {
    private volatile Object[] memory;

    public static void main(String[] arguments) throws Exception {
      new Collector().record(Path.of(arguments[0]));
    }

    private void record(Path folder) throws Exception {
      RunOptions options =
          new RunOptions(folder, RecordedRun.PARAMETERS, EngineChoice.JAVA, false, 0, List.of());
      try (RunRecorder recorder =
          RunRecorder.listen(ListenAddress.unix(folder.resolveSibling("s")), options)) {
        byte[] bytes = new SampleProgram(1, 20).stream(20, 500);
        ByteBuffer stream = ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
        Thread program = new Thread(() -> send(folder.resolveSibling("s"), stream));
        program.start();
        while (recorder.progress().accesses() == 0) {
          Thread.onSpinWait();
        }
        fill(program);
        program.join();
        memory = null;
        LocalityProfile profile = recorder.finish(Duration.ZERO);
        System.out.println(String.join("\n", recorder.notices()));
        System.out.println(
            "finished with %d, %s"
                .formatted(profile.processes().size(), profile.complete() ? "complete" : "cut"));
      }
    }

    /** Sends for as long as somebody reads, and gives the memory back then. */
    private void send(Path socket, ByteBuffer stream) {
      try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
        while (stream.hasRemaining()) {
          channel.write(stream);
        }
        stream.clear();
        channel.read(stream);
      } catch (IOException e) {
        // Nobody reads.
      } finally {
        memory = null;
      }
    }

    private void fill(Thread program) {
      int[] sizes = {1 << 20, 1 << 10, 1};
      for (int size : sizes) {
        fill(program, size);
      }
    }

    private void fill(Thread program, int size) {
      try {
        while (program.isAlive()) {
          Object[] next = new Object[size];
          next[0] = memory;
          memory = next;
        }
      } catch (OutOfMemoryError e) {
        // The next ones are smaller.
      }
    }
  }

  /** Java's own classes may fail where their first use lacks memory, so this is no usual test. */
  @Tag("soak")
  @Test
  void aHeapThatIsFullToTheLastByteEndsTheRun() throws Exception {
    Path output = folder.resolve("output");
    Process collector =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "@" + System.getProperty("tslmap.home") + "/java-options",
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                Collector.class.getName(),
                folder.resolve("run").toString())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertTrue(collector.waitFor(120, TimeUnit.SECONDS), "the run goes on for ever");
    } finally {
      collector.destroyForcibly().waitFor();
    }
    String lines = Files.readString(output);
    assertTrue(lines.contains("finished with"), lines);
  }
}
