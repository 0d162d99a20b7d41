package org.tslmap.collector.cli.bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.tslmap.collector.cli.MeasurementException;
import org.tslmap.collector.cli.RunFolders;
import org.tslmap.collector.server.ListenAddress;
import org.tslmap.collector.session.RunOptions;
import org.tslmap.collector.session.RunRecorder;
import org.tslmap.locality.EngineChoice;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.LocalityProfile;

/** Sends made-up streams to a recorder in this process, and reads what that costs on the way. */
final class GrowthMeasurement {

  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String RESIDENT = "VmRSS:";

  private final Path folder;
  private final OperatingSystemMXBean system =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  /**
   * Measures with the help of a folder.
   *
   * @param folder for the socket and the run
   */
  GrowthMeasurement(Path folder) {
    this.folder = folder;
  }

  /**
   * Records one stream.
   *
   * @param lengths accesses after which a point is wanted, ascending; the last one ends the stream
   * @return a point for each length, of at least as many accesses
   * @throws MeasurementException if the recorder did not score what was sent
   */
  List<GrowthPoint> stream(GrowthPoint.Over over, int threads, long words, List<Long> lengths)
      throws IOException, InterruptedException, MeasurementException {
    Path run = folder.resolve("run");
    Path socket = folder.resolve("socket");
    RunOptions options =
        new RunOptions(run, MetricParameters.defaults(), EngineChoice.AUTO, false, 0, List.of());
    List<GrowthPoint> points = new ArrayList<>();
    try (RunRecorder recorder = RunRecorder.listen(ListenAddress.unix(socket), options);
        SyntheticSender sender = new SyntheticSender(socket, threads, words)) {
      long before = 0;
      for (long length : lengths) {
        long start = system.getProcessCpuTime() - sender.processorNanos();
        while (sender.accesses() < length) {
          sender.step();
        }
        awaitScored(recorder, sender.accesses());
        long nanos = system.getProcessCpuTime() - sender.processorNanos() - start;
        System.gc();
        points.add(
            new GrowthPoint(
                over,
                threads,
                words,
                sender.accesses(),
                (double) nanos / (sender.accesses() - before),
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
                residentBytes()));
        before = sender.accesses();
      }
      sender.end();
      LocalityProfile profile = recorder.finish(Duration.ZERO);
      if (!profile.complete() || profile.merged().totals().accesses() != before) {
        throw new MeasurementException(
            "expected %d accesses of a made-up stream, but the recorder found %d: %s"
                .formatted(
                    before,
                    profile.merged().totals().accesses(),
                    String.join("; ", recorder.notices())));
      }
    }
    RunFolders.delete(run);
    return points;
  }

  private static void awaitScored(RunRecorder recorder, long accesses) throws InterruptedException {
    // A stream that failed is finished early; the profile then says why.
    while (recorder.progress().accesses() < accesses && recorder.progress().finished() == 0) {
      Thread.sleep(1);
    }
  }

  private static long residentBytes() throws IOException {
    for (String line : Files.readAllLines(STATUS)) {
      if (line.startsWith(RESIDENT)) {
        return 1024 * Long.parseLong(line.replaceAll("\\D", ""));
      }
    }
    throw new IOException("expected a line %s in %s, but found none".formatted(RESIDENT, STATUS));
  }
}
