package org.tslmap.collector.cli.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tslmap.collector.cli.OwnProgram;
import org.tslmap.collector.cli.Signals;
import org.tslmap.collector.cli.UsualSignals;
import org.tslmap.collector.wire.FrameType;
import org.tslmap.collector.wire.FrameWriter;
import org.tslmap.collector.wire.Hello;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.ProfileJson;

/** A collector with little memory and very many connections, good and bad ones. */
class ManyConnectionsEndToEndTest {
  private static final int BAD = 60;

  /** As few as the launcher allows. */
  private static final int FILES = 160;

  @TempDir private Path folder;

  private final List<SocketChannel> channels = new ArrayList<>();
  private Process collector;
  private BufferedReader errors;

  private void start(String memory, String... prefix) throws IOException {
    List<String> command = new ArrayList<>(UsualSignals.PREFIX);
    command.addAll(List.of(prefix));
    command.addAll(
        OwnProgram.command(List.of("collect", "--quiet", "--listen", "unix:s", "--out", "run")));
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().put("JAVA_TOOL_OPTIONS", "-XX:+UseSerialGC " + memory);
    collector = builder.start();
    errors = collector.errorReader();
    String line = errors.readLine();
    while (!line.startsWith("listening on ")) { // what Java says of its options comes first
      line = errors.readLine();
    }
  }

  @AfterEach
  void end() throws IOException {
    for (SocketChannel channel : channels) {
      channel.close();
    }
    collector.destroyForcibly();
  }

  private SocketChannel connect() throws IOException {
    SocketChannel channel =
        SocketChannel.open(UnixDomainSocketAddress.of(folder.resolve("s").toString()));
    channels.add(channel);
    return channel;
  }

  /** Says hello and begins a frame of the largest size, of which it sends this much. */
  private void sendPart(FrameType type, int sent) throws IOException {
    SocketChannel channel = connect();
    Hello hello = new Hello(false, 7, 1, -1, 0, "", "", "bad", "", List.of("bad"), List.of());
    channel.write(ByteBuffer.wrap(new FrameWriter().write(hello).toByteArray()));
    ByteBuffer header = ByteBuffer.allocate(FrameType.HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    header.putInt(FrameType.MAX_PAYLOAD_BYTES).putShort((short) type.code()).putShort((short) 0);
    channel.write(header.flip());
    ByteBuffer zeros = ByteBuffer.allocate(sent);
    try {
      while (zeros.hasRemaining()) {
        channel.write(zeros);
      }
    } catch (IOException e) {
      assertTrue(sent > 1 << 20, "a connection that has sent little was closed: " + e);
    }
  }

  /** Sends a whole stream; gives the number of its accesses. */
  private long sendGood(int steps) throws IOException {
    try (SyntheticSender sender = new SyntheticSender(folder.resolve("s"), 1, 1 << 16)) {
      for (int step = 0; step < steps; step++) {
        sender.step();
      }
      sender.end();
      return sender.accesses();
    }
  }

  /** How many files the collector has open. */
  private long openFiles() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("/proc", "" + collector.pid(), "fd"))) {
      return files.count();
    }
  }

  private List<ProcessProfile> finish() throws IOException, InterruptedException {
    Signals.send("INT", collector);
    List<String> lines = errors.lines().toList();
    collector.waitFor();
    LocalityProfile profile = ProfileJson.read(folder.resolve("run/profile.json"));
    List<ProcessProfile> good =
        profile.processes().stream()
            .filter(process -> process.identity().command().equals(List.of("synthetic")))
            .toList();
    good.forEach(process -> assertTrue(process.end().complete(), lines.toString()));
    return good;
  }

  @Test
  void aGoodSessionFinishesBesideManyThatOnlyBeginLargeFrames() throws Exception {
    start("-Xmx256m");
    for (int i = 0; i < BAD; i++) {
      sendPart(i % 3 == 0 ? FrameType.OBJECT : FrameType.EVENTS, 160);
      connect();
    }
    long sent = sendGood(100);
    List<ProcessProfile> good = finish();
    assertEquals(1, good.size());
    assertEquals(sent, good.get(0).totals().accesses());
  }

  @Test
  void aGoodSessionFinishesBesideManyThatSendMostOfLargeFrames() throws Exception {
    start("-Xmx256m");
    for (int i = 0; i < BAD; i++) {
      sendPart(i % 3 == 0 ? FrameType.OBJECT : FrameType.EVENTS, FrameType.MAX_PAYLOAD_BYTES - 64);
    }
    long sent = sendGood(100);
    List<ProcessProfile> good = finish();
    assertEquals(1, good.size());
    assertEquals(sent, good.get(0).totals().accesses());
  }

  @Test
  void threeHundredSessionsAtOnce() throws Exception {
    start("-Xmx1g");
    List<SyntheticSender> senders = new ArrayList<>();
    try {
      for (int i = 0; i < 300; i++) {
        senders.add(new SyntheticSender(folder.resolve("s"), 1, 1 << 10));
      }
      for (int step = 0; step < 3; step++) {
        for (SyntheticSender sender : senders) {
          sender.step();
        }
      }
      for (SyntheticSender sender : senders) {
        sender.end();
      }
    } finally {
      for (SyntheticSender sender : senders) {
        sender.close();
      }
    }
    List<ProcessProfile> good = finish();
    assertEquals(300, good.size());
    good.forEach(process -> assertEquals(3 * SyntheticSender.STEP, process.totals().accesses()));
  }

  @Test
  void connectionsForWhichThereAreNoFilesWaitUntilThereAre() throws Exception {
    start("-Xmx256m", "sh", "-c", "ulimit -n " + FILES + "; exec \"$@\"", "sh");
    for (int i = 0; i < 200; i++) {
      connect();
    }
    while (openFiles() < FILES) {
      Thread.sleep(10);
    }
    try (SyntheticSender sender = new SyntheticSender(folder.resolve("s"), 1, 1 << 10)) {
      for (SocketChannel channel : channels) {
        channel.close();
      }
      sender.step();
      sender.end();
    }
    List<ProcessProfile> good = finish();
    assertEquals(1, good.size());
    assertEquals(SyntheticSender.STEP, good.get(0).totals().accesses());
  }
}
