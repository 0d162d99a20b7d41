package org.tslmap.npb.sweep;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What one process took, as {@code measure.c} writes it.
 *
 * @param status exit status, or 128 + n after signal n
 * @param seconds wall time
 * @param userSeconds processor time
 * @param systemSeconds processor time in the kernel
 * @param peakBytes most memory that was resident at once
 */
record Usage(int status, double seconds, double userSeconds, double systemSeconds, long peakBytes) {

  /** The processes whose files begin with this name. */
  static List<Usage> in(Path folder, String prefix) throws IOException {
    List<Usage> found = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, prefix + ".*[0-9]")) {
      for (Path file : files) {
        String[] fields = Files.readString(file).strip().split(" ");
        found.add(
            new Usage(
                Integer.parseInt(fields[0]),
                Double.parseDouble(fields[1]),
                Double.parseDouble(fields[2]),
                Double.parseDouble(fields[3]),
                1024 * Long.parseLong(fields[4])));
      }
    }
    return found;
  }
}
