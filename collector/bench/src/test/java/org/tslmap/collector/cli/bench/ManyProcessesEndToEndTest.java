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
import org.tslmap.collector.wire.BlockDescriptor;
import org.tslmap.collector.wire.BlockDescriptor.BlockAccess;
import org.tslmap.collector.wire.End;
import org.tslmap.collector.wire.EventWords;
import org.tslmap.collector.wire.FrameWriter;
import org.tslmap.collector.wire.FunctionSymbol;
import org.tslmap.collector.wire.Hello;
import org.tslmap.collector.wire.ObjectFile;
import org.tslmap.collector.wire.Site;
import org.tslmap.collector.wire.Sites;
import org.tslmap.collector.wire.ThreadChange;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProfileJson;

/** Memory follows the processes that run, not those that have ended. */
@Timeout(600)
class ManyProcessesEndToEndTest {

  private static final int PROCESSES = 150;

  /** So much heap takes what the collector knows of the code of one process. */
  private static final int SITES = 60_000;

  /** So many of them are in the profile of a process that has ended, as they have an access. */
  private static final int ACCESSED = 2_000;

  /** Accesses of a block, to one word each behind its address. */
  private static final int IN_BLOCK = 100;

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
      int blocks = ACCESSED / IN_BLOCK;
      long[] words = new long[1 + 2 * blocks];
      words[0] = EventWords.thread(1);
      for (int block = 0; block < blocks; block++) {
        List<BlockAccess> accesses = new ArrayList<>();
        for (int i = 0; i < IN_BLOCK; i++) {
          accesses.add(new BlockAccess(block * IN_BLOCK + i, 0, false, 8L * i));
        }
        writer.write(
            new BlockDescriptor(
                block, 1, 0x1000 + 400L * block, BlockDescriptor.Ending.OTHER, accesses));
        words[1 + 2 * block] = EventWords.block(block, 1);
        words[2 + 2 * block] = 0x10_0000L + 8L * IN_BLOCK * block;
      }
      writer.write(new ThreadChange(0, 1, true, 0));
      writer.events(words);
      writer.write(new End(End.Cause.EXITED, 0, blocks, words.length, ACCESSED, 0, 1, ACCESSED));
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
    LocalityProfile profile = profile();
    assertEquals(PROCESSES, profile.processes().size());
    assertEquals((long) PROCESSES * ACCESSED, profile.merged().totals().accesses());
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
