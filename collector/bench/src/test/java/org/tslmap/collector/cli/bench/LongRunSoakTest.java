package org.tslmap.collector.cli.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tslmap.collector.cli.OwnProgram;
import org.tslmap.locality.profile.AccessTotals;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProfileJson;

/**
 * One session at full speed for an hour, or for {@code tslmap.soak.minutes}, and of {@value
 * #ACCESSES} accesses at least: nothing of it is lost, and the collector's memory and its queue's
 * files stay as they are after the first third. Prints what it measures.
 */
@Tag("soak")
class LongRunSoakTest {
  private static final long ACCESSES = 10_000_000_000L;
  private static final long TRACE_LIMIT = 256 << 20;
  private static final int SAMPLES = 30;

  /** What may come and go. */
  private static final long SLACK = 48 << 20;

  /**
   * The collector's memory at one time, in bytes.
   *
   * @param heap what is alive in the heap
   * @param anonymous what is in memory and belongs to no file: heap, buffers outside it, engine
   * @param mapped address space that files of the run's folder are mapped to
   * @param trace what the run's folder takes on the disk
   */
  private record Memory(long heap, long anonymous, long mapped, long trace) {
    @Override
    public String toString() {
      return "heap %d MiB, anonymous %d MiB, mapped %d MiB, trace %d MiB"
          .formatted(heap >> 20, anonymous >> 20, mapped >> 20, trace >> 20);
    }

    Memory least(Memory other) {
      return new Memory(
          Math.min(heap, other.heap),
          Math.min(anonymous, other.anonymous),
          Math.min(mapped, other.mapped),
          Math.min(trace, other.trace));
    }

    void checkAgainst(Memory early) {
      assertTrue(heap <= early.heap + SLACK, this + " after " + early);
      assertTrue(anonymous <= early.anonymous * 5 / 4 + SLACK, this + " after " + early);
      assertTrue(mapped <= Math.max(early.mapped, 2 * TRACE_LIMIT), this + " after " + early);
      assertTrue(trace <= TRACE_LIMIT + SLACK, this + " after " + early);
    }
  }

  @TempDir private Path folder;

  /** The least of three: now and then the collector writes a profile, and has it in the heap. */
  private Memory measure(Process collector) throws IOException, InterruptedException {
    Memory least = measureOnce(collector);
    for (int more = 0; more < 2; more++) {
      Thread.sleep(2000);
      least = least.least(measureOnce(collector));
    }
    return least;
  }

  private Memory measureOnce(Process collector) throws IOException {
    jcmd(collector, "GC.run");
    long heap =
        jcmd(collector, "GC.heap_info").stream()
            .map(Pattern.compile("(generation|heap|space) +total.* used (\\d+)K")::matcher)
            .filter(Matcher::find)
            .mapToLong(found -> Long.parseLong(found.group(2)) << 10)
            .sum();
    assertTrue(heap > 0, "what is used is not in the output of jcmd");
    Path proc = Path.of("/proc/" + collector.pid());
    long anonymous =
        Files.readAllLines(proc.resolve("status")).stream()
            .filter(line -> line.startsWith("RssAnon:"))
            .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
            .sum();
    long mapped =
        Files.readAllLines(proc.resolve("maps")).stream()
            .filter(line -> line.contains(folder.toString()))
            .map(line -> line.split("[- ]"))
            .mapToLong(ends -> Long.parseLong(ends[1], 16) - Long.parseLong(ends[0], 16))
            .sum();
    return new Memory(heap, anonymous, mapped, onDisk());
  }

  private static List<String> jcmd(Process process, String request) throws IOException {
    Process jcmd =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                Long.toString(process.pid()),
                request)
            .start();
    try (BufferedReader out = jcmd.inputReader()) {
      return out.lines().toList();
    }
  }

  private long onDisk() throws IOException {
    try (var files = Files.walk(folder.resolve("run"))) {
      long blocks = 0;
      for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
        // Mapped files are long and mostly empty, so their length says nothing.
        blocks += allocated(file);
      }
      return blocks;
    }
  }

  private static long allocated(Path file) throws IOException {
    Process stat = new ProcessBuilder("stat", "-c", "%b", file.toString()).start();
    try (BufferedReader out = stat.inputReader()) {
      String blocks = out.readLine();
      return blocks == null ? 0 : 512 * Long.parseLong(blocks);
    }
  }

  @Test
  @Timeout(value = 24, unit = TimeUnit.HOURS)
  void memoryStaysFlatAndNothingIsLost() throws Exception {
    Duration time = Duration.ofMinutes(Long.getLong("tslmap.soak.minutes", 60));
    Process collector =
        new ProcessBuilder(
                OwnProgram.command(
                    List.of(
                        "collect",
                        "--quiet",
                        "--listen",
                        "unix:s",
                        "--processes",
                        "1",
                        "--trace-limit",
                        Long.toString(TRACE_LIMIT),
                        "--out",
                        "run")))
            .directory(folder.toFile())
            .start();
    long sent;
    List<String> lines;
    try (BufferedReader errors = collector.errorReader()) {
      assertTrue(errors.readLine().startsWith("listening on "));
      sent = send(time, collector);
      lines = errors.lines().toList();
    } finally {
      collector.destroy();
    }
    LocalityProfile profile = ProfileJson.read(folder.resolve("run/profile.json"));
    assertTrue(profile.complete(), lines.toString());
    AccessTotals totals = profile.merged().totals();
    assertEquals(sent, totals.accesses());
    assertEquals(sent, totals.toolAccesses());
  }

  private long send(Duration time, Process collector) throws IOException, InterruptedException {
    List<Memory> samples = new ArrayList<>();
    long start = System.nanoTime();
    try (SyntheticSender sender = new SyntheticSender(folder.resolve("s"), 2, 1 << 20)) {
      double done = 0;
      while (done < 1) {
        for (int step = 0; step < 100; step++) {
          sender.step();
        }
        long nanos = System.nanoTime() - start;
        done = Math.min((double) nanos / time.toNanos(), (double) sender.accesses() / ACCESSES);
        if (done * SAMPLES >= samples.size() + 1) {
          samples.add(measure(collector));
          System.out.printf(
              "after %,d s, %,d accesses: %s%n",
              nanos / 1_000_000_000, sender.accesses(), samples.get(samples.size() - 1));
        }
      }
      sender.end();
      for (Memory late : samples.subList(SAMPLES / 3, samples.size())) {
        late.checkAgainst(samples.get(SAMPLES / 3));
      }
      return sender.accesses();
    }
  }
}
