package org.tslmap.collector.hotspots;

import java.util.List;
import org.tslmap.locality.Histograms;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.DataAccess;
import org.tslmap.locality.profile.DataObject;
import org.tslmap.locality.profile.ProcessProfile;

/**
 * First touches among accesses that were not recorded.
 *
 * <p>What was recorded for a while, or now and then, stands for the rest. In it most lines of a
 * large object come once, since the accesses between were not recorded; scaled to all accesses,
 * these are more first touches than the object has lines. An object has no more of them than lines.
 * Those above come back, after all lines of the object: that is where a line comes back in a sweep
 * over the object, and on average if the order is random.
 */
final class EstimatedFirstTouches {
  private final ProcessProfile process;
  private final long[] recordedBytes;
  private final long[] recordedLines;
  private final long[] allLines;

  /** Counts what is touched of each object for the first time. */
  EstimatedFirstTouches(ProcessProfile process, Memory memory) {
    this.process = process;
    int objects = process.attribution().objects().size();
    recordedBytes = new long[objects];
    recordedLines = new long[objects];
    allLines = new long[objects];
    for (DataAccess access : process.attribution().accesses()) {
      int object = access.object();
      double recorded = recordedShare(access.histograms());
      long lines = access.histograms().line().cold();
      allLines[object] += lines;
      recordedLines[object] += Math.round(recorded * lines);
      recordedBytes[object] +=
          Math.round(recorded * Cell.coldBytes(access, process.sites().get(access.site()), memory));
    }
  }

  /** Share of the accesses with scores that were recorded; the others' are estimated, 0..1. */
  private static double recordedShare(Histograms histograms) {
    return (double) histograms.recorded() / Math.max(1, histograms.word().accesses());
  }

  /** Bytes of an object that recorded accesses touched for the first time. */
  long recordedBytes(int object) {
    return recordedBytes[object];
  }

  /** Lines of an object that recorded accesses touched for the first time. */
  long recordedLines(int object) {
    return recordedLines[object];
  }

  /** The process's accesses, with no more first touches of an object than it has lines. */
  List<DataAccess> bounded() {
    return process.attribution().accesses().stream().map(this::bounded).toList();
  }

  private DataAccess bounded(DataAccess access) {
    Histograms histograms = access.histograms();
    int object = access.object();
    long lines = lines(process.attribution().objects().get(object), process.parameters());
    long estimated = allLines[object] - recordedLines[object];
    long most = Math.max(0, lines - recordedLines[object]);
    if (lines == 0 || estimated <= most || histograms.estimated() == 0) {
      return access;
    }
    double share = (1 - recordedShare(histograms)) * (1 - (double) most / estimated);
    long bytes = lines * process.parameters().line();
    return access.with(
        histograms.withReused(
            share,
            process.parameters().granularities().stream()
                .map(granularity -> Math.max(1, bytes / process.parameters().bytes(granularity)))
                .toList()));
  }

  /** Lines of all that belongs to an object; 0 if that is not known. */
  private static long lines(DataObject object, MetricParameters parameters) {
    long bytes = Math.max(object.totalBytes(), object.bytes());
    long pieces = Math.max(1, object.instances());
    // Each piece may begin and end within a line.
    return bytes == 0 ? 0 : bytes / parameters.line() + 2 * pieces;
  }
}
