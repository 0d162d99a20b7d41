package org.tslmap.npb.sweep;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The most memory that a collector had resident at once. The kernel keeps that number for each
 * process; it is read again and again until the process ends, and can only have grown in the last
 * tenth of a second.
 */
final class CollectorMemory {

  private static final int INTERVAL_MILLIS = 100;
  private static final String PEAK = "VmHWM:";

  private final ProcessHandle measure;
  private long peakBytes;

  /** Of the process that this one starts. */
  CollectorMemory(ProcessHandle measure) {
    this.measure = measure;
  }

  /** Waits until the process has ended; gives its status. */
  int watch(Process process) throws InterruptedException {
    while (!process.waitFor(INTERVAL_MILLIS, TimeUnit.MILLISECONDS)) {
      Optional<ProcessHandle> collector = measure.children().findFirst();
      collector.ifPresent(handle -> peakBytes = Math.max(peakBytes, peakOf(handle.pid())));
    }
    return process.exitValue();
  }

  /** In bytes; 0 if the process was never seen. */
  long peakBytes() {
    return peakBytes;
  }

  private static long peakOf(long pid) {
    try {
      for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/status"))) {
        if (line.startsWith(PEAK)) {
          return 1024 * Long.parseLong(line.substring(PEAK.length()).replaceAll("[^0-9]", ""));
        }
      }
      return 0;
    } catch (IOException e) {
      return 0; // it has ended meanwhile
    }
  }
}
