package org.tslmap.apexmap.placement;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.tslmap.apexmap.ApexFileKind;
import org.tslmap.apexmap.Operation;
import org.tslmap.apexmap.ProbePoint;
import org.tslmap.locality.MetricParameters;

/** The JSON form of {@link Calibration}; only strides that occurred are listed. */
final class CalibrationJson {

  private static final ApexFileKind KIND =
      new ApexFileKind(
          "tslmap-calibration", Calibration.SCHEMA_VERSION, "calibration", "calibrate");

  /** The whole file. */
  record Document(
      String format,
      int schemaVersion,
      String generator,
      MetricParameters parameters,
      List<Point> points) {}

  /** One point. */
  record Point(
      long words,
      int length,
      int stride,
      double alpha,
      Operation operation,
      long starts,
      Shares word,
      Shares line) {

    static Point of(Calibration.Row row) {
      ProbePoint point = row.point();
      return new Point(
          point.words(),
          point.length(),
          point.stride(),
          point.alpha(),
          row.operation(),
          row.starts(),
          Shares.of(row.word()),
          Shares.of(row.line()));
    }

    Calibration.Row row(int imax) {
      return new Calibration.Row(
          new ProbePoint(words, length, stride, alpha),
          operation,
          starts,
          word.shares(imax),
          line.shares(imax));
    }
  }

  /** Shares of one granularity; stride imax is none. */
  record Shares(double cold, double[] reuse, SortedMap<Integer, Double> strides) {

    static Shares of(LocalityShares shares) {
      SortedMap<Integer, Double> strides = new TreeMap<>();
      for (int stride = 0; stride <= shares.imax(); stride++) {
        if (shares.stride(stride) != 0) {
          strides.put(stride, shares.stride(stride));
        }
      }
      double[] reuse = shares.reuse();
      int length = reuse.length;
      while (length > 0 && reuse[length - 1] == 0) {
        length--;
      }
      return new Shares(shares.cold(), Arrays.copyOf(reuse, length), strides);
    }

    LocalityShares shares(int imax) {
      double[] all = new double[imax + 1];
      strides.forEach((stride, share) -> all[stride] = share);
      return new LocalityShares(reuse, cold, all);
    }
  }

  private CalibrationJson() {}

  static Calibration read(Path file) throws IOException {
    return KIND.read(
        file,
        Document.class,
        document ->
            new Calibration(
                document.generator,
                document.parameters,
                document.points.stream()
                    .map(point -> point.row(document.parameters.imax()))
                    .toList()));
  }

  static void write(Calibration calibration, Path file) throws IOException {
    KIND.write(
        new Document(
            KIND.format(),
            KIND.version(),
            calibration.generator(),
            calibration.parameters(),
            calibration.rows().stream().map(Point::of).toList()),
        file);
  }
}
