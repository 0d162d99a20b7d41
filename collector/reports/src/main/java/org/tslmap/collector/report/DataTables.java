package org.tslmap.collector.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.tslmap.collector.origin.Origin;
import org.tslmap.collector.report.Column.Shown;
import org.tslmap.locality.profile.DataAccess;
import org.tslmap.locality.profile.DataClass;
import org.tslmap.locality.profile.DataObject;
import org.tslmap.locality.profile.FunctionInfo;
import org.tslmap.locality.profile.Grouping;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.Sampling;
import org.tslmap.locality.profile.SharedData;
import org.tslmap.locality.profile.SiteProfile;

/** Tables of data: objects, which function touches which object, sharing between threads. */
final class DataTables {

  private final Scope scope;

  DataTables(Scope scope) {
    this.scope = scope;
  }

  /** What makes data objects of several processes one: everything but place and number. */
  static DataObject identity(DataObject object) {
    return object.named(object.nameWithoutCallers()).placed(0, 0, 0, 0);
  }

  /** One object of several processes: the largest size, all instances, the place if it is one. */
  private static DataObject together(DataObject a, DataObject b) {
    return a.placed(
        a.address() == b.address() ? a.address() : 0,
        Math.max(a.bytes(), b.bytes()),
        a.instances() + b.instances(),
        a.totalBytes() + b.totalBytes());
  }

  /**
   * Objects of all processes, added together.
   *
   * @param sums their accesses, by what makes them one
   * @param objects what stands for them, by the same
   */
  record Objects(Map<DataObject, Tally> sums, Map<DataObject, DataObject> objects) {}

  /** The objects that were accessed. */
  Objects objects() {
    Map<DataObject, Tally> sums = new LinkedHashMap<>();
    Map<DataObject, DataObject> objects = new LinkedHashMap<>();
    scope.withoutData().ifPresent(tally -> sums.put(identity(DataObject.UNKNOWN), tally));
    objects.put(identity(DataObject.UNKNOWN), DataObject.UNKNOWN);
    for (ProcessProfile process : scope.processes()) {
      List<DataObject> own = process.attribution().objects();
      boolean[] touched = new boolean[own.size()];
      long[] accesses = new long[own.size()];
      for (DataAccess access : process.attribution().accesses()) {
        SiteProfile site = process.sites().get(access.site());
        add(sums, identity(own.get(access.object())), site, access);
        touched[access.object()] |= access.accesses() > 0;
        accesses[access.object()] += access.accesses();
      }
      for (int i = 0; i < touched.length; i++) {
        if (touched[i]) {
          objects.merge(identity(own.get(i)), own.get(i), DataTables::together);
          addErrors(process, i, sums.get(identity(own.get(i))), accesses[i]);
        }
      }
    }
    scope.addFootprints(
        Grouping.OBJECT,
        (process, access) ->
            sums.get(identity(process.attribution().objects().get(access.object()))));
    return new Objects(sums, objects);
  }

  Table data() {
    Objects all = objects();
    List<Row> rows = new ArrayList<>();
    all.sums()
        .forEach(
            (identity, tally) -> {
              if (tally.accesses() > 0) {
                rows.add(row(all.objects().get(identity), tally));
              }
            });
    List<Column> columns = new ArrayList<>();
    columns.add(Column.text("name", "data object", Shown.ALWAYS));
    columns.addAll(Names.objectColumns());
    columns.addAll(scope.measures());
    columns.addAll(scope.footprints());
    columns.add(Names.where());
    return table("data", Grouping.OBJECT, "Data objects", columns, rows);
  }

  private static void addErrors(ProcessProfile process, int object, Tally sum, long accesses) {
    process
        .sampling()
        .map(Sampling::objects)
        .filter(errors -> object < errors.size())
        .ifPresent(errors -> sum.addErrors(errors.get(object), accesses));
  }

  private void add(
      Map<DataObject, Tally> sums, DataObject identity, SiteProfile site, DataAccess access) {
    sums.computeIfAbsent(identity, object -> new Tally(scope.parameters()))
        .add(site.kind(), access)
        .addStrides(access.strides());
  }

  private Row row(DataObject object, Tally tally) {
    Row row = Row.of(Names.labels(object), tally);
    return object.kind() == DataClass.UNKNOWN ? row.as(Row.Kind.UNKNOWN) : row;
  }

  /** A function and an object it touched. */
  private record Pair(FunctionInfo function, DataObject object) {}

  Table matrix() {
    Map<Pair, Tally> sums = new LinkedHashMap<>();
    for (ProcessProfile process : scope.processes()) {
      for (DataAccess access : process.attribution().accesses()) {
        SiteProfile site = process.sites().get(access.site());
        DataObject object = process.attribution().objects().get(access.object());
        sums.computeIfAbsent(
                new Pair(process.functionOf(site), identity(object)),
                pair -> new Tally(scope.parameters()))
            .add(site.kind(), access)
            .addStrides(access.strides());
      }
    }
    scope.addFootprints(
        Grouping.FUNCTION_AND_OBJECT,
        (process, access) ->
            sums.get(
                new Pair(
                    process.functionOf(process.sites().get(access.site())),
                    identity(process.attribution().objects().get(access.object())))));
    List<Row> rows = new ArrayList<>();
    scope
        .withoutData()
        .ifPresent(
            tally ->
                rows.add(
                    Row.of(Map.of("name", new Cell.Text("unknown")), tally).as(Row.Kind.UNKNOWN)));
    sums.forEach(
        (pair, tally) -> {
          if (tally.accesses() > 0) {
            Map<String, Cell> labels = new LinkedHashMap<>(Names.of(pair.function()));
            labels.put("data", new Cell.Text(Names.of(pair.object())));
            labels.put("class", new Cell.Text(pair.object().kind().label()));
            rows.add(Row.of(labels, tally));
          }
        });
    List<Column> columns = new ArrayList<>();
    columns.add(Column.text("name", "function", Shown.ALWAYS));
    columns.add(Column.text("data", "data object", Shown.ALWAYS));
    columns.add(Column.text("class", "class", Shown.DATA));
    columns.addAll(Names.functionColumns());
    columns.addAll(scope.measures());
    columns.addAll(scope.footprints());
    columns.add(Names.where());
    return table(
        "matrix", Grouping.FUNCTION_AND_OBJECT, "Functions by data objects", columns, rows);
  }

  private Table table(
      String name, Grouping grouping, String title, List<Column> columns, List<Row> rows) {
    return Table.flat(
        name,
        title,
        scope.parameters(),
        columns,
        rows,
        scope.whole(),
        scope.hasData() ? scope.footprintNotes(grouping) : List.of(Scope.NO_DATA));
  }

  Table sharing() {
    List<Row> rows = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    long words = 0;
    long leftOut = 0;
    for (ProcessProfile process : scope.processes()) {
      words += process.attribution().sharedWords();
      leftOut += process.attribution().sharingLeftOut();
      process.attribution().shared().forEach(shared -> rows.add(sharing(process, shared)));
    }
    if (Sampling.isIn(scope.processes()) && !rows.isEmpty()) {
      notes.add(
          "a part of the accesses was scored: these are the transfers between them; measure with"
              + " --sample=off for all");
    }
    if (words > 0) {
      notes.add("%,d words were touched by more than one thread".formatted(words));
    }
    if (leftOut > 0) {
      notes.add(
          "%,d accesses are left out: there were more lines than can be followed (see REPORTS.md)"
              .formatted(leftOut));
    }
    if (rows.isEmpty()) {
      boolean threads = scope.processes().stream().anyMatch(ProcessProfile::hasThreads);
      notes.add(
          !threads
              ? "no process had more than one thread, so nothing was shared"
              : scope.hasData()
                  ? "no line was stored to by one thread and touched by another"
                  : Scope.NO_DATA);
    }
    List<Column> columns =
        List.of(
            Column.text("name", "data object", Shown.ALWAYS),
            Column.text("sharing", "sharing", Shown.ALWAYS),
            Column.number("process", "process", Shown.DATA),
            Column.count("transfers", "transfers", Shown.ALWAYS),
            Column.count("overwrites", "overwrites", Shown.ALWAYS),
            Column.count("concurrent", "concurrent", Shown.ALWAYS),
            Column.count("lines", "lines", Shown.ALWAYS),
            Column.number("offset", "first at byte", Shown.ALWAYS),
            Column.text("threads", "threads", Shown.ALWAYS),
            Column.text("sites", "where, most transfers first", Shown.ALWAYS),
            Column.text("class", "class", Shown.DATA),
            Names.origin());
    Row whole = Row.others(0, rows, List.of(), scope.parameters()).as(Row.Kind.WHOLE);
    Map<String, Cell> name = Map.of("name", new Cell.Text("whole"));
    return Table.flat(
            "sharing",
            "Lines that threads passed to and fro",
            scope.parameters(),
            columns,
            rows,
            Row.of(
                name,
                rows.isEmpty()
                    ? Map.of("transfers", 0.0, "overwrites", 0.0, "concurrent", 0.0)
                    : whole.counts()),
            notes)
        .weighedBy(row -> row.counts().getOrDefault("transfers", 0.0));
  }

  private static Row sharing(ProcessProfile process, SharedData shared) {
    DataObject object = process.attribution().objects().get(shared.object());
    Map<String, Cell> labels = new LinkedHashMap<>();
    labels.put(Names.ORIGIN, new Cell.Text(Origin.of(object).key()));
    labels.put("name", new Cell.Text(Names.of(object)));
    labels.put("sharing", new Cell.Text(shared.falselyShared() ? "false" : "true"));
    labels.put("process", new Cell.Number(process.identity().pid()));
    labels.put(
        "offset",
        shared.firstOffset() < 0 ? new Cell.Nothing() : new Cell.Number(shared.firstOffset()));
    labels.put(
        "threads",
        new Cell.Text(
            shared.threads().stream().map(String::valueOf).collect(Collectors.joining(" "))));
    labels.put(
        "sites",
        new Cell.Text(
            shared.sites().stream()
                .map(site -> site(process, process.sites().get(site)))
                .distinct()
                .collect(Collectors.joining("; "))));
    labels.put("class", new Cell.Text(object.kind().label()));
    return Row.of(
        labels,
        Map.of(
            "transfers",
            (double) shared.transfers(),
            "overwrites",
            (double) shared.overwrites(),
            "concurrent",
            (double) shared.concurrent(),
            "lines",
            (double) shared.lines()));
  }

  private static String site(ProcessProfile process, SiteProfile site) {
    FunctionInfo function = process.functionOf(site);
    String file = process.fileOf(site);
    String place = file.isEmpty() ? Names.hex(site.instruction()) : Names.where(file, site.line());
    return "%s in %s (%s)"
        .formatted(site.kind().name().toLowerCase(java.util.Locale.ROOT), function.name(), place);
  }
}
