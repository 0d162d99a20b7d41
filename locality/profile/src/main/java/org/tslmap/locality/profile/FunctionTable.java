package org.tslmap.locality.profile;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tslmap.locality.Histograms;
import org.tslmap.locality.MetricParameters;

/** Sums sites, of one process or of several, into one row for each function that made an access. */
final class FunctionTable {

  private static final Comparator<FunctionProfile> MOST_ACCESSES_FIRST =
      Comparator.comparingLong(FunctionProfile::accesses)
          .reversed()
          .thenComparing(row -> row.function().name())
          .thenComparing(row -> row.function().object())
          .thenComparing(row -> row.function().file())
          .thenComparingInt(row -> row.function().line());

  private final MetricParameters parameters;
  private final Map<FunctionInfo, Row> rows = new LinkedHashMap<>();

  FunctionTable(MetricParameters parameters) {
    this.parameters = parameters;
  }

  void add(ProcessProfile process) {
    for (SiteProfile site : process.sites()) {
      if (site.accesses() > 0) {
        rows.computeIfAbsent(process.functionOf(site), f -> new Row(parameters)).add(site);
      }
    }
  }

  List<FunctionProfile> rows() {
    List<FunctionProfile> result = new ArrayList<>(rows.size());
    rows.forEach(
        (function, row) ->
            result.add(new FunctionProfile(function, row.loads, row.stores, row.histograms)));
    result.sort(MOST_ACCESSES_FIRST);
    return result;
  }

  private static final class Row {
    private final Histograms histograms;
    private long loads;
    private long stores;

    Row(MetricParameters parameters) {
      histograms = Histograms.empty(parameters);
    }

    void add(SiteProfile site) {
      if (site.kind() == AccessKind.LOAD) {
        loads += site.accesses();
      } else {
        stores += site.accesses();
      }
      histograms.add(site.histograms());
    }
  }
}
