package org.tslmap.locality.profile;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tslmap.locality.Histograms;
import org.tslmap.locality.MetricParameters;

/**
 * Sums accesses to data, of one process or of several, into one row for each object that was
 * accessed. Objects of different processes are the same when they differ in address and number of
 * instances at most.
 */
final class DataTable {

  private static final Comparator<DataProfile> MOST_ACCESSES_FIRST =
      Comparator.comparingLong(DataProfile::accesses)
          .reversed()
          .thenComparing(row -> row.object().name())
          .thenComparing(row -> row.object().kind())
          .thenComparing(row -> row.object().function())
          .thenComparing(row -> row.object().object())
          .thenComparing(row -> row.object().file())
          .thenComparingInt(row -> row.object().line());

  private final MetricParameters parameters;
  private final Map<DataObject, Row> rows = new LinkedHashMap<>();

  DataTable(MetricParameters parameters) {
    this.parameters = parameters;
  }

  void add(ProcessProfile process) {
    Attribution attribution = process.attribution();
    Row[] ofObject = new Row[attribution.objects().size()];
    for (DataAccess access : attribution.accesses()) {
      if (access.accesses() == 0) {
        continue;
      }
      int number = access.object();
      if (ofObject[number] == null) {
        DataObject object = attribution.objects().get(number);
        ofObject[number] =
            rows.computeIfAbsent(
                object.placed(0, object.bytes(), 0, object.totalBytes()), o -> new Row(parameters));
        ofObject[number].meet(object);
      }
      ofObject[number].add(process.sites().get(access.site()).kind(), access);
    }
  }

  List<DataProfile> rows() {
    List<DataProfile> result = new ArrayList<>(rows.size());
    rows.forEach(
        (object, row) ->
            result.add(
                new DataProfile(
                    object.placed(row.address, object.bytes(), row.instances, object.totalBytes()),
                    row.loads,
                    row.stores,
                    row.histograms)));
    result.sort(MOST_ACCESSES_FIRST);
    return result;
  }

  private static final class Row {
    private final Histograms histograms;
    private boolean met;
    private long address;
    private long instances;
    private long loads;
    private long stores;

    Row(MetricParameters parameters) {
      histograms = Histograms.empty(parameters);
    }

    void meet(DataObject object) {
      address = !met || address == object.address() ? object.address() : 0;
      instances = object.kind() == DataClass.UNKNOWN ? 1 : instances + object.instances();
      met = true;
    }

    void add(AccessKind kind, DataAccess access) {
      if (kind == AccessKind.LOAD) {
        loads += access.accesses();
      } else {
        stores += access.accesses();
      }
      histograms.add(access.histograms());
    }
  }
}
