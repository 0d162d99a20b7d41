package org.tslmap.collector.cli.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tslmap.collector.cli.OwnProgram;
import org.tslmap.collector.wire.End;
import org.tslmap.collector.wire.FrameWriter;
import org.tslmap.collector.wire.FunctionSymbol;
import org.tslmap.collector.wire.Hello;
import org.tslmap.collector.wire.ObjectFile;
import org.tslmap.collector.wire.Site;
import org.tslmap.collector.wire.Sites;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProfileJson;

/** Memory follows the processes that run, not those that have ended. */
@Timeout(600)
class ManyProcessesEndToEndTest {

  private static final int PROCESSES = 150;

  /** So much heap takes what the collector knows of the code of one process. */
  private static final int SITES = 60_000;

  @TempDir private Path folder;

  private Process collect(String memory, String... options) throws IOException {
    List<String> arguments =
        new ArrayList<>(List.of("collect", "--listen", "unix:s", "--out", "run"));
    Collections.addAll(arguments, options);
    ProcessBuilder builder =
        new ProcessBuilder(OwnProgram.command(arguments)).directory(folder.toFile());
    builder.environment().put("JAVA_TOOL_OPTIONS", "-XX:+UseSerialGC " + memory);
    return builder.start();
  }

  private static void awaitListening(BufferedReader errors) throws IOException {
    for (String line = ""; !line.startsWith("listening on "); ) {
      line = errors.readLine();
    }
  }

  /**
   * What a process of much code says.
   *
   * @param ends whether it ends at once, or goes on
   */
  private static ByteBuffer muchCode(int pid, boolean ends) {
    FrameWriter writer =
        new FrameWriter()
            .write(
                new Hello(false, pid, 1, -1, pid, "", "", "much", "", List.of("much"), List.of()))
            .write(new ObjectFile(0, 0, "much"))
            .write(new FunctionSymbol(0, 0, 1, 0x1000, "loop", ""));
    for (int first = 0; first < SITES; first += 1000) {
      List<Site> sites = new ArrayList<>();
      for (int i = first; i < first + 1000; i++) {
        sites.add(new Site(0x1000 + 4L * i, 0, i, 8, false, 0));
      }
      writer.write(new Sites(first, sites));
    }
    if (ends) {
      writer.write(new End(End.Cause.EXITED, 0, 0, 0, 0, 0, 0, 0));
    }
    return ByteBuffer.wrap(writer.toByteArray());
  }

  private SocketChannel send(ByteBuffer stream) throws IOException {
    SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      channel.connect(UnixDomainSocketAddress.of(folder.resolve("s").toString()));
      while (stream.hasRemaining()) {
        channel.write(stream);
      }
    } catch (IOException e) {
      // A collector without memory hangs up.
    }
    return channel;
  }

  @Test
  void processesThatHaveEndedTakeNoMemory() throws Exception {
    Process collector = collect("-Xmx160m", "--processes", Integer.toString(PROCESSES));
    try (BufferedReader errors = collector.errorReader()) {
      awaitListening(errors);
      for (int i = 0; i < PROCESSES; i++) {
        send(muchCode(i + 1, true)).close();
      }
      List<String> lines = errors.lines().toList();
      collector.waitFor();
      assertTrue(
          lines.contains(PROCESSES + " processes added together"),
          () -> String.join("\n", lines.subList(0, Math.min(9, lines.size()))));
      assertFalse(lines.stream().anyMatch(line -> line.contains("memory")));
    } finally {
      collector.destroyForcibly();
    }
    assertEquals(PROCESSES, profile().processes().size());
    assertFalse(Files.exists(folder.resolve("run/processes")));
  }

  private LocalityProfile profile() throws IOException {
    return ProfileJson.read(folder.resolve("run/profile.json"));
  }

  @Test
  void whenMemoryRunsOutItSaysSoKeepsWhatItHasAndEnds() throws Exception {
    Process collector = collect("-Xmx64m", "--quiet");
    List<SocketChannel> channels = new ArrayList<>();
    try (BufferedReader errors = collector.errorReader()) {
      awaitListening(errors);
      for (int i = 0; i < PROCESSES && collector.isAlive(); i++) {
        channels.add(send(muchCode(i + 1, false)));
      }
      List<String> lines = errors.lines().toList();
      assertEquals(1, collector.waitFor(), lines.toString());
      assertEquals(
          1,
          lines.stream()
              .filter(line -> line.contains("is used up: processes that come from now on"))
              .count(),
          lines.toString());
      assertTrue(lines.stream().noneMatch(line -> line.contains("\tat ")), lines.toString());
    } finally {
      for (SocketChannel channel : channels) {
        channel.close();
      }
      collector.destroyForcibly();
    }
    assertFalse(profile().complete());
    assertFalse(profile().unfinished());
    assertTrue(profile().processes().size() > 1);
  }
}
