package org.tslmap.locality.profile;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.tslmap.locality.Footprint;
import org.tslmap.locality.Histograms;
import org.tslmap.locality.LoadDependence;
import org.tslmap.locality.MetricParameters;

/** Reads the keys of a process's attribution as they come. */
final class AttributionReader {

  private final JsonFields json;
  private List<DataObject> objects = Attribution.NONE.objects();
  private List<DataAccess> accesses = List.of();
  private List<CallNode> calls = List.of();
  private TimeLine time = TimeLine.NONE;
  private long sharedWords;
  private List<SharedData> shared = List.of();
  private long sharingLeftOut;
  private List<ThreadFunction> threadFunctions = List.of();
  private Footprints footprints = Footprints.NONE;

  AttributionReader(JsonFields json) {
    this.json = json;
  }

  Attribution attribution() {
    return new Attribution(
        objects,
        accesses,
        calls,
        time,
        sharedWords,
        shared,
        sharingLeftOut,
        threadFunctions,
        footprints);
  }

  void objects() throws IOException {
    objects = json.list(this::object);
  }

  void accesses(MetricParameters parameters, List<SiteProfile> sites) throws IOException {
    accesses = json.list(() -> access(parameters, sites));
  }

  void calls(MetricParameters parameters) throws IOException {
    calls = json.list(() -> call(parameters));
  }

  void sharedWords() throws IOException {
    sharedWords = json.longValue();
  }

  void sharingLeftOut() throws IOException {
    sharingLeftOut = json.longValue();
  }

  void shared() throws IOException {
    shared = json.list(this::sharedData);
  }

  void threadFunctions(MetricParameters parameters) throws IOException {
    threadFunctions = json.list(() -> threadFunction(parameters));
  }

  void footprints(MetricParameters parameters) throws IOException {
    int granularities = parameters.granularities().size();
    Map<Grouping, List<Footprints.Part>> parts = new EnumMap<>(Grouping.class);
    List<Footprints.Path> paths = List.of();
    json.nextObject();
    while (json.nextKey()) {
      String key = json.key();
      Optional<Grouping> grouping =
          Stream.of(Grouping.values()).filter(one -> one.key().equals(key)).findFirst();
      if (grouping.isPresent()) {
        parts.put(grouping.get(), footprintParts(granularities));
      } else if (key.equals("path")) {
        paths = footprintPaths(granularities);
      } else {
        json.skip();
      }
    }
    footprints = new Footprints(parts, paths);
  }

  private List<Footprints.Part> footprintParts(int granularities) throws IOException {
    List<Footprints.Part> parts = new ArrayList<>();
    for (long[] row :
        rows(
            2 + granularities,
            "access, words, lines and so on, one of how many",
            accesses.size(),
            "accesses")) {
      parts.add(
          new Footprints.Part((int) row[0], footprint(row, 1, granularities), row[row.length - 1]));
    }
    return parts;
  }

  private List<Footprints.Path> footprintPaths(int granularities) throws IOException {
    List<Footprints.Path> paths = new ArrayList<>();
    for (long[] row :
        rows(
            2 + 2 * granularities,
            "call, own words, lines and so on, all of these, one of how many",
            calls.size(),
            "calls")) {
      paths.add(
          new Footprints.Path(
              (int) row[0],
              footprint(row, 1, granularities),
              footprint(row, 1 + granularities, granularities),
              row[row.length - 1]));
    }
    return paths;
  }

  private static Footprint footprint(long[] row, int from, int granularities) {
    return new Footprint(Arrays.copyOfRange(row, from, from + granularities));
  }

  /** Numbers in rows, of which the first is an index. */
  private List<long[]> rows(int length, String meaning, int most, String of) throws IOException {
    JsonFields.Longs numbers = json.longs();
    if (numbers.length % length != 0) {
      throw json.invalid(
          "expected %s, again and again, but found %d numbers".formatted(meaning, numbers.length));
    }
    List<long[]> rows = new ArrayList<>();
    for (int i = 0; i < numbers.length; i += length) {
      if (numbers.values[i] < 0 || numbers.values[i] >= most) {
        throw json.invalid(
            "expected one of %d %s above, but found number %d"
                .formatted(most, of, numbers.values[i]));
      }
      rows.add(Arrays.copyOfRange(numbers.values, i, i + length));
    }
    return rows;
  }

  void timeLine() throws IOException {
    List<TimeLine.Window> windows = List.of();
    List<TimeLine.Series> series = List.of();
    json.nextObject();
    while (json.nextKey()) {
      switch (json.key()) {
        case "windows" -> windows = json.list(this::window);
        case "series" -> series = json.list(this::series);
        default -> json.skip();
      }
    }
    time = new TimeLine(windows, series);
  }

  private DataObject object() throws IOException {
    DataClass kind = null;
    String name = null;
    String function = "";
    String object = "";
    String file = "";
    int line = 0;
    String type = "";
    long address = 0;
    long bytes = 0;
    long elementBytes = 0;
    List<Long> dimensions = List.of();
    long instances = 1;
    long totalBytes = 0;
    List<String> path = List.of();
    json.startObject();
    while (json.nextKey()) {
      switch (json.key()) {
        case "kind" -> kind = kind();
        case "name" -> name = json.text();
        case "function" -> function = json.text();
        case "object" -> object = json.text();
        case "file" -> file = json.text();
        case "line" -> line = json.intValue();
        case "type" -> type = json.text();
        case "address" -> address = json.longValue();
        case "bytes" -> bytes = json.longValue();
        case "elementBytes" -> elementBytes = json.longValue();
        case "dimensions" -> dimensions = json.list(json::longHere);
        case "instances" -> instances = json.longValue();
        case "path" -> path = json.list(json::textHere);
        case "totalBytes" -> totalBytes = json.longValue();
        default -> json.skip();
      }
    }
    if (kind == null || name == null) {
      throw json.missing("kind or name of an object");
    }
    return new DataObject(
        kind,
        name,
        function,
        object,
        file,
        line,
        type,
        address,
        bytes,
        elementBytes,
        dimensions,
        instances,
        path,
        totalBytes);
  }

  private DataClass kind() throws IOException {
    try {
      return DataClass.of(json.text());
    } catch (IllegalArgumentException e) {
      throw json.invalid(e);
    }
  }

  private DataAccess access(MetricParameters parameters, List<SiteProfile> sites)
      throws IOException {
    int site = -1;
    int object = -1;
    long count = -1;
    List<StrideShare> strides = List.of();
    Optional<LoadDependence> dependence = Optional.empty();
    HistogramFields counts = new HistogramFields(parameters);
    json.startObject();
    while (json.nextKey()) {
      switch (json.key()) {
        case "s" -> site = json.intValue();
        case "o" -> object = json.intValue();
        case "n" -> count = json.longValue();
        case "t" -> strides = strides();
        case DependenceFields.KEY -> dependence = DependenceFields.read(json);
        default -> counts.readOrSkip(json);
      }
    }
    if (site < 0 || site >= sites.size() || object < 0 || count < 0) {
      throw json.missing("s (of a site above), o or n of an access");
    }
    Histograms histograms =
        counts.isEmpty() ? sites.get(site).histograms() : counts.all(json, "an access");
    if (counts.isEmpty() && dependence.isEmpty()) {
      dependence = sites.get(site).dependence();
    }
    return new DataAccess(site, object, count, histograms, strides, dependence);
  }

  private List<StrideShare> strides() throws IOException {
    JsonFields.Longs pairs = json.pairs();
    List<StrideShare> strides = new ArrayList<>(pairs.length / 2);
    for (int i = 0; i < pairs.length; i += 2) {
      strides.add(new StrideShare(pairs.values[i], pairs.values[i + 1]));
    }
    return strides;
  }

  private CallNode call(MetricParameters parameters) throws IOException {
    int parent = -1;
    int function = -1;
    long callSite = 0;
    int callLine = 0;
    long count = 0;
    long loads = 0;
    long stores = 0;
    HistogramFields counts = new HistogramFields(parameters);
    json.startObject();
    while (json.nextKey()) {
      switch (json.key()) {
        case "p" -> parent = json.intValue();
        case "f" -> function = json.intValue();
        case "a" -> callSite = json.longValue();
        case "l" -> callLine = json.intValue();
        case "c" -> count = json.longValue();
        case "loads" -> loads = json.longValue();
        case "stores" -> stores = json.longValue();
        default -> counts.readOrSkip(json);
      }
    }
    return new CallNode(
        parent,
        function,
        callSite,
        callLine,
        count,
        loads,
        stores,
        counts.all(json, "a call path"));
  }

  private TimeLine.Window window() throws IOException {
    long first = -1;
    long count = -1;
    String phase = "";
    json.startObject();
    while (json.nextKey()) {
      switch (json.key()) {
        case "first" -> first = json.longValue();
        case "n" -> count = json.longValue();
        case "phase" -> phase = json.text();
        default -> json.skip();
      }
    }
    if (first < 0 || count < 0) {
      throw json.missing("first or n of a window of the time line");
    }
    return new TimeLine.Window(first, count, phase);
  }

  private TimeLine.Series series() throws IOException {
    int function = -1;
    int object = -1;
    List<TimeLine.Point> points = List.of();
    json.startObject();
    while (json.nextKey()) {
      switch (json.key()) {
        case "f" -> function = json.intValue();
        case "o" -> object = json.intValue();
        case "points" -> points = points();
        default -> json.skip();
      }
    }
    if (function < 0 || object < 0) {
      throw json.missing("f or o of a series of the time line");
    }
    return new TimeLine.Series(function, object, points);
  }

  private List<TimeLine.Point> points() throws IOException {
    double[] numbers = json.doubles();
    if (numbers.length % 5 != 0) {
      throw json.invalid("expected points of five numbers, but found " + numbers.length);
    }
    List<TimeLine.Point> points = new ArrayList<>();
    for (int i = 0; i < numbers.length; i += 5) {
      points.add(
          new TimeLine.Point(
              (int) numbers[i],
              (long) numbers[i + 1],
              (long) numbers[i + 2],
              numbers[i + 3],
              numbers[i + 4]));
    }
    return points;
  }

  private SharedData sharedData() throws IOException {
    int object = -1;
    boolean falselyShared = false;
    long lines = 0;
    long transfers = 0;
    long overwrites = 0;
    long concurrent = -1;
    long offset = -1;
    List<Integer> sites = List.of();
    List<Integer> threads = List.of();
    json.startObject();
    while (json.nextKey()) {
      switch (json.key()) {
        case "o" -> object = json.intValue();
        case "false" -> falselyShared = json.flag();
        case "lines" -> lines = json.longValue();
        case "transfers" -> transfers = json.longValue();
        case "overwrites" -> overwrites = json.longValue();
        case "concurrent" -> concurrent = json.longValue();
        case "offset" -> offset = json.longValue();
        case "sites" -> sites = json.list(json::intHere);
        case "threads" -> threads = json.list(json::intHere);
        default -> json.skip();
      }
    }
    if (object < 0) {
      throw json.missing("o of shared lines");
    }
    return new SharedData(
        object,
        falselyShared,
        lines,
        transfers,
        overwrites,
        concurrent < 0 ? transfers : concurrent, // profiles of before have none
        offset,
        sites,
        threads);
  }

  private ThreadFunction threadFunction(MetricParameters parameters) throws IOException {
    int thread = -1;
    int function = -1;
    long loads = 0;
    long stores = 0;
    HistogramFields counts = new HistogramFields(parameters);
    json.startObject();
    while (json.nextKey()) {
      switch (json.key()) {
        case "t" -> thread = json.intValue();
        case "f" -> function = json.intValue();
        case "loads" -> loads = json.longValue();
        case "stores" -> stores = json.longValue();
        default -> counts.readOrSkip(json);
      }
    }
    if (thread < 0 || function < 0) {
      throw json.missing("t or f of a thread's function");
    }
    return new ThreadFunction(
        thread, function, loads, stores, counts.all(json, "a thread's function"));
  }
}
