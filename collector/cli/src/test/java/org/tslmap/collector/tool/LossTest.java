package org.tslmap.collector.tool;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of a program whose collector dies, stands still, or never answers. */
class LossTest {
  /** Some more than what the kernel keeps for a reader that does not read. */
  private static final int LONG = 60;

  private static final long SOME_BYTES = 3 << 20;

  /** Five sixths of what the parent in sandbox.c sends. */
  private static final long SANDBOX_BYTES = 14 << 20;

  /** More seconds than a program waits for its collector when a signal is to end it. */
  private static final int PATIENCE = 120;

  @TempDir Path folder;
  private Path program;

  @BeforeEach
  void compile() throws IOException, InterruptedException {
    program = new TracedPrograms(folder).compile("steady.c");
  }

  private List<String> command(String... arguments) {
    return Stream.concat(Stream.of(program.toString()), Arrays.stream(arguments)).toList();
  }

  private PlainRun start(Reader reader, String... arguments) throws IOException {
    return PlainRun.start(folder, "tslmap", List.of(reader.option()), command(arguments));
  }

  private PlainRun.Result alone(String... arguments) throws IOException, InterruptedException {
    return PlainRun.start(folder, "none", List.of(), command(arguments)).result();
  }

  @Test
  void theProgramGoesOnWhenItsCollectorDies() throws IOException, InterruptedException {
    PlainRun run;
    try (Reader reader = new Reader(folder.resolve("socket"), SOME_BYTES)) {
      run = start(reader, LONG + "", "forks");
      reader.awaitPause();
    }
    PlainRun.Result result = run.result();
    List<String> said = run.log().lines().toList();
    assertEquals(1, said.size(), "children have nothing to add: " + said);
    assertTrue(said.get(0).contains("is lost"), said.get(0));
    assertEquals(alone(LONG + "", "forks"), result);
  }

  /** The collector reads, and does not answer at the end of an epoch. */
  @Test
  void aProgramThatWaitsForAnAnswerGoesOnWhenItsCollectorDies()
      throws IOException, InterruptedException {
    PlainRun run;
    try (Reader reader = new Reader(folder.resolve("socket"), Long.MAX_VALUE)) {
      run =
          PlainRun.start(
              folder,
              "tslmap",
              List.of(reader.option(), "--tsl-adapt=harmless"),
              command(LONG + ""));
      assertFalse(run.endsWithin(4), "it waits");
    }
    PlainRun.Result result = run.result();
    assertTrue(run.log().contains("is lost"), run.log());
    assertEquals(alone(LONG + ""), result);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--tsl-adapt=harmless", "--tsl-budget=1000x"})
  void aProgramGoesOnAfterAnAnswerThatIsNone(String option)
      throws IOException, InterruptedException {
    Path socket = folder.resolve("socket");
    try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(UnixDomainSocketAddress.of(socket));
      PlainRun run =
          PlainRun.start(
              folder,
              "tslmap",
              List.of("--tsl-connect=unix:" + socket, option),
              command(LONG + ""));
      try (SocketChannel channel = server.accept()) {
        channel.write(ByteBuffer.wrap("this is no answer to what a process asks".getBytes(UTF_8)));
        ByteBuffer rest = ByteBuffer.allocate(1 << 16);
        while (channel.read(rest) >= 0) {
          rest.clear();
        }
      } catch (IOException e) {
        // The tool has closed the connection.
      }
      PlainRun.Result result = run.result();
      assertTrue(run.log().contains("expected its answer, found another one"), run.log());
      assertEquals(alone(LONG + ""), result);
    }
  }

  @Test
  void aProgramThatHasGivenUpSystemCallsOutlivesItsCollector()
      throws IOException, InterruptedException {
    program = new TracedPrograms(folder).compile("torture/sandbox.c", "-w");
    PlainRun run;
    // It has done so for a while by then, and makes as many accesses again.
    try (Reader reader = new Reader(folder.resolve("socket"), SANDBOX_BYTES)) {
      run = start(reader, "deadly");
      reader.awaitPause();
    }
    PlainRun.Result result = run.result();
    assertTrue(run.log().contains("is lost"), run.log());
    assertEquals(alone("deadly"), result);
  }

  @Test
  void orEndsWhenThatIsWanted() throws IOException, InterruptedException {
    PlainRun run;
    try (Reader reader = new Reader(folder.resolve("socket"), SOME_BYTES)) {
      run =
          PlainRun.start(
              folder,
              "tslmap",
              List.of(reader.option(), "--tsl-on-loss=stop"),
              List.of(program.toString(), LONG + ""));
      reader.awaitPause();
    }
    assertEquals(new PlainRun.Result(1, "begun\n", ""), run.result());
    assertTrue(run.log().contains("--tsl-on-loss=stop ends the program"), run.log());
  }

  @Test
  void aSignalEndsAProgramThatWaitsForItsCollector() throws IOException, InterruptedException {
    List<String> signals = List.of("TERM", "INT", "HUP");
    List<PlainRun> runs = new ArrayList<>();
    try (Reader first = new Reader(folder.resolve("TERM"), SOME_BYTES);
        Reader second = new Reader(folder.resolve("INT"), SOME_BYTES);
        Reader third = new Reader(folder.resolve("HUP"), SOME_BYTES)) {
      for (Reader reader : List.of(first, second, third)) {
        runs.add(start(reader, "2000000000").awaitOutput());
        reader.awaitPause();
      }
      for (int i = 0; i < runs.size(); i++) {
        runs.get(i).signal(signals.get(i));
      }
      for (int i = 0; i < runs.size(); i++) {
        assertTrue(runs.get(i).endsWithin(PATIENCE), signals.get(i));
        PlainRun.Result result = runs.get(i).result();
        assertTrue(result.status() > 128, signals.get(i) + ": " + result);
      }
    }
  }

  @Test
  void theProgramWaitsForAReaderThatPauses() throws IOException, InterruptedException {
    try (Reader reader = new Reader(folder.resolve("socket"), SOME_BYTES)) {
      PlainRun run = start(reader, LONG + "", "ignore");
      reader.awaitPause();
      run.signal("TERM"); // which it ignores
      assertFalse(run.endsWithin(4), run.log());
      reader.goOn();
      assertEquals(alone(LONG + "", "ignore"), run.result());
      assertEquals("", run.log());
    }
  }

  @Test
  void aStoppedProgramGoesOnWhereItWas() throws IOException, InterruptedException {
    try (Reader reader = new Reader(folder.resolve("socket"), SOME_BYTES)) {
      PlainRun run = start(reader, LONG + "");
      reader.awaitPause();
      run.signal("STOP");
      reader.goOn();
      assertFalse(run.endsWithin(2));
      run.signal("CONT");
      assertEquals(alone(LONG + ""), run.result());
      assertEquals("", run.log());
    }
  }

  @Test
  void aSignalEndsAChildThatIsStillConnecting() throws IOException, InterruptedException {
    // Nobody accepts, and no more connections wait there than these two.
    Path socket = folder.resolve("socket");
    try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(UnixDomainSocketAddress.of(socket), 1);
      SocketChannel first = SocketChannel.open(UnixDomainSocketAddress.of(socket));
      PlainRun run =
          PlainRun.start(
              folder,
              "tslmap",
              List.of("--tsl-connect=unix:" + socket),
              List.of(program.toString(), "0", "forks"));
      ProcessHandle child = run.awaitChild();
      assertTrue(child.isAlive());
      child.destroy();
      assertTrue(run.awaitEndOf(child, PATIENCE), run.log());
      run.kill();
      first.close();
    }
  }
}
