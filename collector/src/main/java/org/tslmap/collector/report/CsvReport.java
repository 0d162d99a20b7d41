package org.tslmap.collector.report;

import java.io.PrintWriter;
import java.util.Locale;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.LocalityHistogram;
import org.tslmap.locality.profile.FunctionInfo;
import org.tslmap.locality.profile.FunctionProfile;
import org.tslmap.locality.profile.Histograms;
import org.tslmap.locality.profile.ScoredStream;

/** The report as comma-separated values: a row for the whole and one for each function. */
public final class CsvReport {

  private static final FunctionInfo WHOLE = new FunctionInfo("", "", "", 0);

  private CsvReport() {}

  /** Writes the report with a line of column names first. */
  public static void write(Report report, PrintWriter out) {
    out.println(
        "scope,name,object,file,line,loads,stores,"
            + "wordTl,wordSl,wordSlNonZero,wordZeroStrideShare,wordColdShare,"
            + "lineTl,lineSl,lineSlNonZero,lineZeroStrideShare,lineColdShare");
    ScoredStream whole = report.whole();
    long n = whole.parameters().n();
    row(
        out,
        "whole",
        WHOLE,
        whole.totals().loads(),
        whole.totals().stores(),
        whole.histograms(),
        n);
    for (FunctionProfile row : report.functions(whole)) {
      row(out, "function", row.function(), row.loads(), row.stores(), row.histograms(), n);
    }
    out.flush();
  }

  private static void row(
      PrintWriter out,
      String scope,
      FunctionInfo function,
      long loads,
      long stores,
      Histograms histograms,
      long n) {
    StringBuilder line = new StringBuilder(scope);
    line.append(',').append(quoted(function.name()));
    line.append(',').append(quoted(function.object()));
    line.append(',').append(quoted(function.file()));
    line.append(',').append(function.line());
    line.append(',').append(loads).append(',').append(stores);
    for (Granularity granularity : Granularity.values()) {
      LocalityHistogram histogram = histograms.at(granularity);
      line.append(
          String.format(
              Locale.ROOT,
              ",%.9f,%.9f,%.9f,%.9f,%.9f",
              histogram.temporalLocality(n),
              histogram.spatialLocality(),
              histogram.spatialLocalityNonZero(),
              histogram.zeroStrideShare(),
              histogram.coldShare()));
    }
    out.println(line);
  }

  private static String quoted(String text) {
    return text.matches("[^\",\\r\\n]*") ? text : '"' + text.replace("\"", "\"\"") + '"';
  }
}
