package org.tslmap.collector.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tslmap.collector.analysis.SinkFactory;
import org.tslmap.collector.attribution.AttributionOptions;
import org.tslmap.collector.selection.Selection;
import org.tslmap.collector.server.CollectorServer;
import org.tslmap.collector.server.ListenAddress;
import org.tslmap.collector.wire.BlockDescriptor;
import org.tslmap.collector.wire.End;
import org.tslmap.collector.wire.EventWords;
import org.tslmap.collector.wire.FrameType;
import org.tslmap.collector.wire.FrameWriter;
import org.tslmap.collector.wire.FunctionSymbol;
import org.tslmap.collector.wire.ObjectFile;
import org.tslmap.collector.wire.SampleProgram;
import org.tslmap.collector.wire.Site;
import org.tslmap.collector.wire.Sites;
import org.tslmap.locality.EngineChoice;
import org.tslmap.locality.LocalityEngine;
import org.tslmap.locality.LocalityHistogram;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.ProfileJson;

/** Real sockets and real trace files: what processes send is what the profile and replay say. */
@Timeout(120)
class RunRecorderTest {
  @TempDir Path folder;

  private static LocalityProfile replay(Path run, MetricParameters parameters, List<String> notices)
      throws IOException {
    return Replay.replay(
        run,
        parameters,
        EngineChoice.JAVA,
        AttributionOptions.ALL,
        List.of(),
        process -> Selection.ALL,
        Optional.empty(),
        0,
        1,
        notices::add);
  }

  /** What the engine says of the accesses a naive reader of the stream finds. */
  private static LocalityHistogram expected(SampleProgram program) {
    try (LocalityEngine engine = LocalityEngine.open(RecordedRun.PARAMETERS, EngineChoice.JAVA)) {
      for (SampleProgram.Access access : program.accesses()) {
        engine.accesses(
            access.thread(), new long[] {access.address()}, new int[] {access.site()}, 1);
      }
      return engine
          .result()
          .histogram(org.tslmap.locality.Granularity.WORD, RecordedRun.PARAMETERS.imax());
    }
  }

  private static void checkEqual(SampleProgram program, ProcessProfile profile) {
    assertTrue(profile.end().complete(), profile.end().incompleteReason());
    assertEquals(program.totals().loads(), profile.totals().loads());
    assertEquals(program.totals().stores(), profile.totals().stores());
    assertEquals(program.totals().blocks(), profile.totals().blocks());
    assertEquals(program.totals().words(), profile.totals().eventWords());
    assertEquals(program.totals().accesses(), profile.totals().toolAccesses());
    assertEquals(program.totals().accesses(), profile.totals().storedAccesses());
    assertEquals(expected(program), profile.histograms().word());
    assertEquals(program.hello().arguments(), profile.identity().command());
    assertEquals(program.hello().options(), profile.options());
  }

  @Test
  void aProcessIsScoredStoredAndReplayedBitForBit() throws Exception {
    SampleProgram program = new SampleProgram(1, 20);
    LocalityProfile profile;
    try (RecordedRun run = RecordedRun.tcp(folder)) {
      profile = run.send(program.stream(20, 500)).finish();
      assertEquals(List.of(), run.notices());
    }
    checkEqual(program, profile.processes().get(0));
    ProfileJson.write(replay(folder, RecordedRun.PARAMETERS, new ArrayList<>()), out("again"));
    assertEquals(-1, Files.mismatch(folder.resolve("profile.json"), out("again")));

    LocalityProfile other =
        replay(folder, RecordedRun.PARAMETERS.withWord(64).withImax(16), new ArrayList<>());
    assertEquals(16, other.processes().get(0).histograms().word().imax());
    assertEquals(profile.processes().get(0).totals(), other.processes().get(0).totals());
    assertEquals(
        profile.processes().get(0).histograms().line().reuse().length,
        other.processes().get(0).histograms().word().reuse().length,
        "words of 64 bytes are lines");
  }

  @Test
  void keepingWhatCameSoFarChangesNothing() throws Exception {
    SampleProgram program = new SampleProgram(1, 20);
    System.setProperty("tslmap.keepSeconds", "0");
    LocalityProfile profile;
    try (RecordedRun run = RecordedRun.tcp(folder);
        SocketChannel channel = run.connect()) {
      byte[] stream = program.stream(20, 500);
      RecordedRun.write(channel, Arrays.copyOf(stream, stream.length / 2));
      Path kept = folder.resolve("processes");
      while (!Files.isDirectory(kept) || ProfileJson.read(kept(kept)).processes().isEmpty()) {
        Thread.sleep(10);
      }
      ProcessProfile soFar = ProfileJson.read(kept(kept)).processes().get(0);
      assertTrue(soFar.end().incompleteReason().contains("still running"));
      assertTrue(soFar.totals().accesses() > 0);
      RecordedRun.write(channel, Arrays.copyOfRange(stream, stream.length / 2, stream.length));
      channel.shutdownOutput();
      profile = run.finish();
    } finally {
      System.clearProperty("tslmap.keepSeconds");
    }
    checkEqual(program, profile.processes().get(0));
    assertFalse(Files.exists(folder.resolve("processes")), "nothing stays of what was kept");
    ProfileJson.write(replay(folder, RecordedRun.PARAMETERS, new ArrayList<>()), out("again"));
    assertEquals(-1, Files.mismatch(folder.resolve("profile.json"), out("again")));
  }

  /** The only profile in a folder, or one without processes if there is none yet. */
  private Path kept(Path profiles) throws IOException {
    try (var files = Files.list(profiles)) {
      return files
          .filter(file -> file.toString().endsWith(".json"))
          .findAny()
          .orElse(folder.resolve("profile.json"));
    }
  }

  private Path out(String name) {
    return folder.resolve(name + ".json");
  }

  @Test
  void javasOwnTransportDoesWhatEpollDoes() throws Exception {
    System.setProperty("tslmap.nio", "true");
    try {
      assertFalse(CollectorServer.nativeTransport());
      int number = 0;
      for (ListenAddress address :
          List.of(ListenAddress.unix(folder.resolve("s")), ListenAddress.tcp("127.0.0.1", 0))) {
        SampleProgram program = new SampleProgram(20 + number, 10);
        Path runFolder = folder.resolve("run" + number++);
        try (RecordedRun run = new RecordedRun(address, runFolder, Long.MAX_VALUE, List.of())) {
          checkEqual(program, run.send(program.stream(10, 300)).finish().processes().get(0));
          assertEquals(List.of(), run.notices());
        }
      }
    } finally {
      System.clearProperty("tslmap.nio");
    }
  }

  @Test
  void manyProcessesAtOnceDoNotMix() throws Exception {
    Path socket = folder.resolve("s");
    Map<Integer, SampleProgram> programs = new TreeMap<>();
    try (RecordedRun run =
        new RecordedRun(ListenAddress.unix(socket), folder, Long.MAX_VALUE, List.of())) {
      List<Thread> senders = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        SampleProgram program = new SampleProgram(100 + i, 10);
        programs.put(program.hello().pid(), program);
        byte[] stream = program.stream(10, 300);
        Thread sender =
            new Thread(
                () -> {
                  try {
                    run.send(stream);
                  } catch (IOException e) {
                    throw new AssertionError(e);
                  }
                });
        senders.add(sender);
        sender.start();
      }
      for (Thread sender : senders) {
        sender.join();
      }
      LocalityProfile profile = run.finish();
      assertEquals(List.of(), run.notices());
      assertEquals(8, profile.processes().size());
      for (ProcessProfile process : profile.processes()) {
        checkEqual(programs.get(process.identity().pid()), process);
      }
      assertEquals(profile, ProfileJson.read(folder.resolve("profile.json")));
    }
    assertFalse(Files.exists(socket), "the socket's file stays");
    ProfileJson.write(replay(folder, RecordedRun.PARAMETERS, new ArrayList<>()), out("again"));
    assertEquals(-1, Files.mismatch(folder.resolve("profile.json"), out("again")));
  }

  @Test
  void badInputEndsItsSessionWithOneLineAndOthersGoOn() throws Exception {
    SampleProgram good = new SampleProgram(5, 10);
    byte[] goodStream = good.stream(10, 100);
    Map<String, byte[]> bad = new TreeMap<>();
    bad.put(
        "expected a frame of type 1 to " + FrameType.values().length,
        "GET / HTTP/1.1\r\n\r\n".getBytes(java.nio.charset.StandardCharsets.UTF_8));
    bad.put(
        "expected a HELLO frame first, found OBJECT",
        new FrameWriter().write(good.definitions().get(0)).toByteArray());
    byte[] version = new FrameWriter().write(good.hello()).toByteArray();
    version[12] = 9;
    bad.put("expected version 4 of the protocol, found 9", version);
    byte[] magic = new FrameWriter().write(good.hello()).toByteArray();
    magic[8] = 0;
    bad.put("the magic number 0x4d4c5354", magic);
    bad.put(
        "expected one HELLO frame",
        new FrameWriter().write(good.hello()).write(good.hello()).toByteArray());
    bad.put(
        "frame of at most 16777216 bytes",
        new FrameWriter()
            .write(good.hello())
            .raw((byte) -8, (byte) -1, (byte) -1, (byte) 1, (byte) 6, (byte) 0, (byte) 0, (byte) 0)
            .toByteArray());
    bad.put(
        "expected object id 0, found 3",
        new FrameWriter()
            .write(good.hello())
            .write(new org.tslmap.collector.wire.ObjectFile(3, 0, ""))
            .toByteArray());
    FrameWriter words = new FrameWriter().write(good.hello());
    good.definitions().forEach(words::write);
    bad.put(
        "found block 77",
        words.events(EventWords.thread(1), EventWords.block(77, 0)).toByteArray());
    FrameWriter gone = new FrameWriter().write(good.hello());
    bad.put("expected nothing after", ended(gone, good));
    try (RecordedRun run = RecordedRun.tcp(folder);
        SocketChannel open = run.connect()) {
      RecordedRun.write(open, Arrays.copyOf(goodStream, goodStream.length / 2));
      for (byte[] stream : bad.values()) {
        sendUnlessRefused(run, stream);
      }
      byte[] rest = Arrays.copyOfRange(goodStream, goodStream.length / 2, goodStream.length);
      RecordedRun.write(open, rest);
      open.shutdownOutput();
      LocalityProfile profile = run.finish();
      ProcessProfile whole =
          profile.processes().stream()
              .filter(process -> process.end().complete())
              .findAny()
              .orElseThrow();
      checkEqual(good, whole);
      for (String reason : bad.keySet()) {
        assertEquals(
            1,
            run.notices().stream().filter(line -> line.contains(reason)).count(),
            () -> "lines with '" + reason + "' in " + run.notices());
      }
      assertEquals(bad.size(), run.notices().size(), () -> run.notices().toString());
      assertTrue(run.notices().stream().noneMatch(line -> line.contains("\n")));
      assertFalse(profile.complete());
      assertEquals(0, run.recorder.framesInUse(), "a chunk was not given back");
    }
  }

  @Test
  void aSlowAnalysisHoldsTheProgramBackAndNothingIsLost() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    SinkFactory slow =
        (process, symbols) ->
            (thread, addresses, sites, count) -> {
              begun.countDown();
              try {
                go.await();
              } catch (InterruptedException e) {
                throw new AssertionError(e);
              }
            };
    FrameWriter writer = new FrameWriter().write(new SampleProgram(1, 1).hello());
    writer.write(new ObjectFile(0, 0, "")).write(new FunctionSymbol(0, 0, 0, 0, "f", ""));
    writer.write(new Sites(0, List.of(new Site(1, 0, 0, 8, false, 0))));
    writer.write(
        new BlockDescriptor(
            0,
            31,
            1,
            BlockDescriptor.Ending.OTHER,
            List.of(new BlockDescriptor.BlockAccess(0, 7, false, 0))));
    long[] words = new long[1 << 15];
    for (int i = 0; i < words.length; i += 32) {
      words[i] = EventWords.block(0, 31);
    }
    int frames = 320;
    writer.events(EventWords.thread(1));
    for (int f = 0; f < frames; f++) {
      writer.events(words);
    }
    long blocks = frames * (long) words.length / 32;
    writer.write(new End(End.Cause.EXITED, 0, blocks, writer.position(), blocks, 0, 1, blocks));
    ByteBuffer stream = ByteBuffer.wrap(writer.toByteArray());
    int large = stream.remaining();
    try (RecordedRun run =
            new RecordedRun(ListenAddress.unix(folder.resolve("s")), folder, 0, List.of(slow));
        Selector selector = Selector.open();
        SocketChannel channel = run.connect()) {
      channel.configureBlocking(false);
      channel.register(selector, SelectionKey.OP_WRITE);
      // Until the collector has taken no byte for half a second while the analysis is held.
      while (selector.select(500) > 0 && stream.hasRemaining()) {
        selector.selectedKeys().clear();
        channel.write(stream);
      }
      begun.await();
      int taken = stream.position();
      assertTrue(taken < large / 2, "taken although nothing was worked off: " + taken);
      int frameBytes = 8 * words.length + 16;
      assertTrue(run.recorder.framesInUse() <= QueueShare.MOST / frameBytes + 20);
      go.countDown();
      while (stream.hasRemaining()) {
        selector.select();
        selector.selectedKeys().clear();
        channel.write(stream);
      }
      channel.shutdownOutput();
      LocalityProfile profile = run.finish();
      assertTrue(profile.complete(), () -> run.notices().toString());
      assertEquals(blocks, profile.processes().get(0).totals().loads());
      assertEquals(0, run.recorder.framesInUse(), "a chunk was not given back");
    }
  }

  /** A stream that goes on after its end. */
  private static byte[] ended(FrameWriter writer, SampleProgram program) {
    End none = new End(End.Cause.EXITED, 0, 0, 0, 0, 0, 0, 0);
    return writer.write(none).write(program.definitions().get(0)).toByteArray();
  }

  private static void sendUnlessRefused(RecordedRun run, byte[] stream) {
    try {
      run.send(stream);
    } catch (IOException e) {
      assertTrue(e.getMessage() != null, "the collector may hang up while we send");
    }
  }

  @Test
  void totalsThatDifferFailTheSessionAndWhatCameIsKept() throws Exception {
    SampleProgram program = new SampleProgram(7, 10);
    FrameWriter writer = new FrameWriter().write(program.hello());
    program.definitions().forEach(writer::write);
    writer.events(program.run(100));
    End end = program.end();
    writer.write(
        new End(
            end.cause(),
            3,
            end.blocks(),
            end.words(),
            end.loads() + 1,
            end.stores(),
            end.threadWords(),
            end.made()));
    try (RecordedRun run = RecordedRun.tcp(folder)) {
      ProcessProfile process = run.send(writer.toByteArray()).finish().processes().get(0);
      assertFalse(process.end().complete());
      assertEquals(3, process.end().exitStatus().orElseThrow());
      assertTrue(
          process
              .end()
              .incompleteReason()
              .contains("loads: sent %d, decoded %d".formatted(end.loads() + 1, end.loads())),
          process.end().incompleteReason());
      assertEquals(program.totals().accesses(), process.totals().accesses());
      assertEquals(1, run.notices().size());
    }
  }

  @Test
  void aCutStreamIsKeptMarkedAndReplayedAsCut() throws Exception {
    SampleProgram program = new SampleProgram(8, 10);
    FrameWriter writer = new FrameWriter().write(program.hello());
    program.definitions().forEach(writer::write);
    byte[] whole = writer.events(program.run(500)).toByteArray();
    SampleProgram more = new SampleProgram(9, 10);
    FrameWriter second = new FrameWriter().write(more.hello());
    more.definitions().forEach(second::write);
    byte[] frames = second.events(more.run(500)).toByteArray();
    try (RecordedRun run = RecordedRun.tcp(folder)) {
      run.send(whole);
      run.send(Arrays.copyOf(frames, frames.length - 100));
      LocalityProfile profile = run.finish();
      assertFalse(profile.complete());
      long kept = profile.processes().stream().mapToLong(p -> p.totals().accesses()).sum();
      assertEquals(program.totals().accesses(), kept);
      assertEquals(2, run.notices().size(), () -> run.notices().toString());
    }
    ProfileJson.write(replay(folder, RecordedRun.PARAMETERS, new ArrayList<>()), out("again"));
    assertEquals(-1, Files.mismatch(folder.resolve("profile.json"), out("again")));
  }

  @Test
  void theSizeLimitStopsStoringButNotScoring() throws Exception {
    SampleProgram program = new SampleProgram(10, 10);
    LocalityProfile profile;
    try (RecordedRun run =
        new RecordedRun(ListenAddress.tcp("127.0.0.1", 0), folder, 200_000, List.of())) {
      profile = run.send(program.stream(20, 500)).finish();
      assertEquals(1, run.notices().size(), () -> run.notices().toString());
      assertTrue(run.notices().get(0).contains("size limit"), run.notices().get(0));
    }
    ProcessProfile process = profile.processes().get(0);
    assertTrue(process.end().complete());
    assertEquals(program.totals().accesses(), process.totals().accesses());
    assertTrue(process.totals().storedAccesses() < process.totals().accesses());
    assertTrue(process.totals().storedAccesses() > 0);
    List<String> notices = new ArrayList<>();
    ProcessProfile again = replay(folder, RecordedRun.PARAMETERS, notices).processes().get(0);
    assertEquals(process.totals().storedAccesses(), again.totals().accesses());
    assertFalse(again.end().complete());
    assertEquals(1, notices.size());
  }

  @Test
  void aMissingTraceOfOneProcessIsAnError() throws Exception {
    try (RecordedRun run = RecordedRun.tcp(folder)) {
      run.send(new SampleProgram(11, 4).stream(1, 10));
      run.send(new SampleProgram(12, 4).stream(1, 10));
      assertEquals(2, run.finish().processes().size());
    }
    Path lost;
    try (var traces = Files.list(folder.resolve("trace"))) {
      lost = traces.sorted().findFirst().orElseThrow();
    }
    Files.move(lost, folder.resolve("elsewhere"));
    IOException e =
        assertThrows(
            IOException.class, () -> replay(folder, RecordedRun.PARAMETERS, new ArrayList<>()));
    assertTrue(e.getMessage().contains(lost.toString()), e.getMessage());
  }

  @Test
  void aLiveSocketIsRefusedADeadOneReplacedAndAFileKept() throws Exception {
    Path socket = folder.resolve("s");
    ListenAddress address = ListenAddress.unix(socket);
    try (RecordedRun first = new RecordedRun(address, folder.resolve("a"), 0, List.of())) {
      IOException e =
          assertThrows(
              IOException.class, () -> new RecordedRun(address, folder.resolve("b"), 0, List.of()));
      assertTrue(e.getMessage().contains("another collector"), e.getMessage());
      first.send(new SampleProgram(1, 2).stream(1, 5));
      assertTrue(first.finish().complete(), "the first one is not disturbed");
    }
    try (java.nio.channels.ServerSocketChannel dead =
        java.nio.channels.ServerSocketChannel.open(java.net.StandardProtocolFamily.UNIX)) {
      dead.bind(java.net.UnixDomainSocketAddress.of(socket));
    }
    assertTrue(Files.exists(socket), "Java leaves the file behind");
    try (RecordedRun second = new RecordedRun(address, folder.resolve("c"), 0, List.of())) {
      second.send(new SampleProgram(2, 2).stream(1, 5));
      assertTrue(second.finish().complete());
    }
    Files.writeString(socket, "precious");
    IOException e =
        assertThrows(
            IOException.class, () -> new RecordedRun(address, folder.resolve("d"), 0, List.of()));
    assertTrue(e.getMessage().contains("found a file"), e.getMessage());
    assertEquals("precious", Files.readString(socket));
  }
}
