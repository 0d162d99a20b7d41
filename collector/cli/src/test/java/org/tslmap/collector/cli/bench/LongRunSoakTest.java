package org.tslmap.collector.cli.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.tools.attach.VirtualMachine;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.management.MBeanServerConnection;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
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
   * @param direct what Java counts as buffers outside the heap
   * @param mapped what Java counts as mapped files
   * @param anonymous what the process has in memory that belongs to no file: heap, buffers, engine
   * @param trace what the run's folder takes on the disk
   */
  private record Memory(long heap, long direct, long mapped, long anonymous, long trace) {
    private static long mib(long bytes) {
      return bytes >> 20;
    }

    @Override
    public String toString() {
      return "heap %d MiB, direct %d MiB, mapped %d MiB, anonymous %d MiB, trace %d MiB"
          .formatted(mib(heap), mib(direct), mib(mapped), mib(anonymous), mib(trace));
    }

    void checkAgainst(Memory early) {
      assertTrue(heap <= early.heap + SLACK, this + " after " + early);
      assertTrue(direct <= early.direct + SLACK, this + " after " + early);
      assertTrue(mapped <= early.mapped + SLACK, this + " after " + early);
      assertTrue(anonymous <= early.anonymous * 5 / 4 + SLACK, this + " after " + early);
      assertTrue(trace <= TRACE_LIMIT + SLACK, this + " after " + early);
    }
  }

  @TempDir private Path folder;

  private Memory measure(Process collector, MBeanServerConnection beans) throws IOException {
    MemoryMXBean memory = ManagementFactory.getPlatformMXBean(beans, MemoryMXBean.class);
    memory.gc();
    long direct = 0;
    long mapped = 0;
    for (BufferPoolMXBean pool :
        ManagementFactory.getPlatformMXBeans(beans, BufferPoolMXBean.class)) {
      if (pool.getName().equals("direct")) {
        direct = pool.getMemoryUsed();
      } else {
        mapped += pool.getMemoryUsed();
      }
    }
    return new Memory(
        memory.getHeapMemoryUsage().getUsed(), direct, mapped, anonymous(collector), onDisk());
  }

  private static long anonymous(Process process) throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/" + process.pid() + "/status"))) {
      if (line.startsWith("RssAnon:")) {
        return Long.parseLong(line.replaceAll("\\D", "")) << 10;
      }
    }
    throw new IOException("expected RssAnon in the status of the collector, found none");
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

  private static JMXConnector connect(Process process) throws Exception {
    VirtualMachine machine = VirtualMachine.attach(Long.toString(process.pid()));
    try {
      return JMXConnectorFactory.connect(new JMXServiceURL(machine.startLocalManagementAgent()));
    } finally {
      machine.detach();
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
    try (BufferedReader errors = collector.errorReader();
        JMXConnector connector = connect(collector)) {
      assertTrue(errors.readLine().startsWith("listening on "));
      sent = send(time, collector, connector.getMBeanServerConnection());
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

  private long send(Duration time, Process collector, MBeanServerConnection beans)
      throws IOException {
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
          samples.add(measure(collector, beans));
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
