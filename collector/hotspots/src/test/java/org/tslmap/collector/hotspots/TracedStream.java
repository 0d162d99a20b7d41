package org.tslmap.collector.hotspots;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.tslmap.locality.Apportionment;
import org.tslmap.locality.EngineChoice;
import org.tslmap.locality.EngineResult;
import org.tslmap.locality.Footprint;
import org.tslmap.locality.Histograms;
import org.tslmap.locality.LoadDependence;
import org.tslmap.locality.LocalityEngine;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.AccessKind;
import org.tslmap.locality.profile.AccessTotals;
import org.tslmap.locality.profile.Attribution;
import org.tslmap.locality.profile.CallNode;
import org.tslmap.locality.profile.CodeLoop;
import org.tslmap.locality.profile.CodeOrigin;
import org.tslmap.locality.profile.DataAccess;
import org.tslmap.locality.profile.DataClass;
import org.tslmap.locality.profile.DataObject;
import org.tslmap.locality.profile.Footprints;
import org.tslmap.locality.profile.FunctionInfo;
import org.tslmap.locality.profile.Grouping;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.LoopForest;
import org.tslmap.locality.profile.ProcessEnd;
import org.tslmap.locality.profile.ProcessIdentity;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.SharedData;
import org.tslmap.locality.profile.SiteProfile;
import org.tslmap.locality.profile.StrideShare;
import org.tslmap.locality.profile.ThreadFunction;
import org.tslmap.locality.profile.ThreadProfile;
import org.tslmap.locality.profile.TimeLine;

/** The accesses of a loop written in Java, scored by the engine as those of a program would be. */
final class TracedStream {

  /** A cache of 64 lines in 8 sets. */
  static final HotspotSettings SETTINGS =
      new HotspotSettings(List.of(new CacheLevel("L1", 4096, 8)), HotspotSettings.LEAST_SHARE);

  private static final MetricParameters PARAMETERS = MetricParameters.defaults();

  private final List<DataObject> objects = new ArrayList<>(List.of(DataObject.UNKNOWN));
  private final List<Long> starts = new ArrayList<>(List.of(0L));
  private final List<FunctionInfo> functions = new ArrayList<>();
  private final List<Site> sites = new ArrayList<>();
  private final List<SharedData> shared = new ArrayList<>();
  private final List<ThreadFunction> threadFunctions = new ArrayList<>();
  private final List<TracedCell> cells = new ArrayList<>();

  /** Numbers of cells by site and object. */
  private final Map<List<Integer>, Integer> numbers = new HashMap<>();

  private final Map<Integer, LoadDependence> dependences = new HashMap<>();

  /** Accesses of sites that were counted and are estimated from the others. */
  private final Map<Integer, Long> counted = new HashMap<>();

  private final Map<Integer, CodeOrigin> origins = new HashMap<>();
  private final List<CallNode> calls = new ArrayList<>();
  private final List<CodeLoop> loops = new ArrayList<>();
  private final Map<Integer, Integer> loopOfSite = new HashMap<>();
  private final LocalityEngine engine = LocalityEngine.open(PARAMETERS, EngineChoice.JAVA);
  private long end = 1L << 20;
  private TimeLine time = TimeLine.NONE;

  /** A load or store of an instruction. */
  record Site(int function, AccessKind kind, int size, int line) {}

  private static final class TracedCell {
    private final int site;
    private final int object;
    private final Map<Long, Long> steps = new HashMap<>();
    private final Set<Long> words = new HashSet<>();
    private long last = -1;
    private long accesses;

    TracedCell(int site, int object) {
      this.site = site;
      this.object = object;
    }
  }

  /** A variable on a page of its own; its number. */
  int array(String name, String type, long elementBytes, Long... dimensions) {
    long bytes = elementBytes;
    for (long dimension : dimensions) {
      bytes *= dimension;
    }
    return object(
        new DataObject(
            DataClass.STATIC,
            name,
            "",
            "",
            "",
            0,
            type,
            end,
            bytes,
            elementBytes,
            List.of(dimensions),
            1,
            List.of(),
            0));
  }

  /** Any object, given as much room as it has instances of its size. */
  int object(DataObject object) {
    objects.add(object);
    starts.add(end);
    end += (object.bytes() * object.instances() + 8191) / 4096 * 4096;
    return objects.size() - 1;
  }

  int function(String name) {
    return function(new FunctionInfo(name, "/bin/kernel", "/src/kernel.c", 1));
  }

  int function(FunctionInfo function) {
    functions.add(function);
    return functions.size() - 1;
  }

  int load(int function, int size, int line) {
    sites.add(new Site(function, AccessKind.LOAD, size, line));
    return sites.size() - 1;
  }

  int store(int function, int size, int line) {
    sites.add(new Site(function, AccessKind.STORE, size, line));
    return sites.size() - 1;
  }

  /** An access of a site to an object. */
  void access(int site, int object, long offset) {
    int number = cell(site, object);
    TracedCell cell = cells.get(number);
    long address = starts.get(object) + offset;
    if (cell.last >= 0) {
      cell.steps.merge(address - cell.last, 1L, Long::sum);
    }
    cell.last = address;
    cell.words.add(address / PARAMETERS.word());
    cell.accesses++;
    engine.accesses(1, new long[] {address}, new int[] {number}, 1);
  }

  /** A site goes over the first words of an object. */
  void sweep(int site, int object, int words) {
    for (int i = 0; i < words; i++) {
      access(site, object, 8L * i);
    }
  }

  /** A call: a function that makes so many stores calls one that makes so many loads. */
  void call(int storing, long stores, int loading, long loads) {
    call(storing, stores, loading, loads, 0);
  }

  /** The same where a site of the first function calls. */
  void call(int storing, long stores, int loading, long loads, int site) {
    Histograms none = Histograms.empty(PARAMETERS);
    calls.add(new CallNode(-1, storing, 0, 0, 1, 0, stores, none));
    calls.add(new CallNode(calls.size() - 1, loading, 0x1000 + 4L * site, 0, 1, loads, 0, none));
  }

  /** A function was called so often, and its loads are all that happened. */
  void called(int function, long times, long loads) {
    called(function, times, loads, 0);
  }

  /** The same with its stores. */
  void called(int function, long times, long loads, long stores) {
    Histograms none = Histograms.empty(PARAMETERS);
    calls.add(new CallNode(-1, function, 0, 0, times, loads, stores, none));
  }

  /** Loops, outer ones first; which sites are in them, {@link #inLoop} says. */
  void loops(CodeLoop... all) {
    loops.addAll(List.of(all));
  }

  /** The number of a site's innermost loop; other sites are in none. */
  void inLoop(int site, int loop) {
    loopOfSite.put(site, loop);
  }

  /** Where a site's source text is, if not in its function. */
  void origin(int site, CodeOrigin origin) {
    origins.put(site, origin);
  }

  /** How many of a site's loads waited for others. */
  void dependence(int site, LoadDependence counts) {
    dependences.put(site, counts);
  }

  /** A site, which goes to one object, makes so many accesses that are counted only. */
  void counted(int site, long accesses) {
    counted.put(site, accesses);
  }

  /** What is found; the stream ends with it. */
  List<Finding> findings() {
    return Hotspots.of(profile(), SETTINGS).findings();
  }

  /** The only finding that is more than a note; the stream ends with it. */
  Finding only() {
    List<Finding> findings =
        findings().stream().filter(finding -> !finding.pattern().isNote()).toList();
    assertEquals(1, findings.size(), findings.toString());
    return findings.get(0);
  }

  /** A thread that ran a function. */
  void ran(int thread, int function) {
    threadFunctions.add(new ThreadFunction(thread, function, 0, 0, Histograms.empty(PARAMETERS)));
  }

  void shared(SharedData data) {
    shared.add(data);
  }

  void time(TimeLine line) {
    time = line;
  }

  private int cell(int site, int object) {
    return numbers.computeIfAbsent(
        List.of(site, object),
        key -> {
          cells.add(new TracedCell(site, object));
          return cells.size() - 1;
        });
  }

  /** The run so far; the stream ends with it. */
  LocalityProfile profile() {
    EngineResult result = engine.result();
    engine.close();
    Histograms[] ofSites = new Histograms[sites.size()];
    long[] accesses = new long[sites.size()];
    for (int i = 0; i < ofSites.length; i++) {
      ofSites[i] = Histograms.empty(PARAMETERS);
    }
    Histograms all = Histograms.empty(PARAMETERS);
    List<DataAccess> data = new ArrayList<>();
    for (int i = 0; i < cells.size(); i++) {
      TracedCell cell = cells.get(i);
      Histograms histograms = result.threads().get(0).sites().get(i);
      long others = counted.getOrDefault(cell.site, 0L);
      if (others > 0) {
        histograms.add(histograms.apportion(new Apportionment(others, cell.accesses, 0), 0));
      }
      data.add(
          new DataAccess(
              cell.site,
              cell.object,
              cell.accesses + others,
              histograms,
              strides(cell),
              Optional.ofNullable(dependences.get(cell.site))));
      ofSites[cell.site].add(histograms);
      accesses[cell.site] += cell.accesses + others;
      all.add(histograms);
    }
    List<SiteProfile> profiles = new ArrayList<>();
    long loads = 0;
    long stores = 0;
    for (int i = 0; i < sites.size(); i++) {
      Site site = sites.get(i);
      loads += site.kind == AccessKind.LOAD ? accesses[i] : 0;
      stores += site.kind == AccessKind.STORE ? accesses[i] : 0;
      profiles.add(
          new SiteProfile(
              site.function,
              0x1000 + 4L * i,
              site.kind,
              site.size,
              0,
              site.line,
              origins.getOrDefault(i, CodeOrigin.OWN),
              accesses[i],
              ofSites[i],
              Optional.empty()));
    }
    Footprint footprint = result.footprint();
    ProcessProfile process =
        new ProcessProfile(
            new ProcessIdentity(1, 0, "here", -1, "", "/bin/kernel", List.of("kernel"), "/tmp", 1),
            ProcessEnd.exited(0),
            PARAMETERS,
            List.of(),
            new AccessTotals(
                loads + stores,
                loads,
                stores,
                loads + stores,
                all.estimated(),
                all.estimated(),
                0,
                loads + stores,
                0,
                0,
                0),
            footprint,
            functions,
            List.of(new ThreadProfile(1, loads, stores, footprint, all)),
            profiles,
            List.of(),
            new Attribution(
                objects, data, calls, time, 0, shared, 0, threadFunctions, footprints()),
            Optional.empty(),
            Optional.empty());
    return new LocalityProfile("test", List.of(process.with(forest(), List.of())));
  }

  /** Of sites, which touch no word in two objects. */
  private Footprints footprints() {
    Map<Integer, Footprints.Part> parts = new LinkedHashMap<>();
    for (int i = 0; i < cells.size(); i++) {
      Footprint own = new Footprint(List.of((long) cells.get(i).words.size(), 0L));
      parts.merge(
          cells.get(i).site,
          new Footprints.Part(i, own, 1),
          (one, other) ->
              new Footprints.Part(
                  one.access(),
                  new Footprint(List.of(one.footprint().word() + own.word(), 0L)),
                  1));
    }
    return new Footprints(Map.of(Grouping.SITE, List.copyOf(parts.values())), List.of());
  }

  private LoopForest forest() {
    return loops.isEmpty()
        ? LoopForest.NONE
        : new LoopForest(
            loops,
            IntStream.range(0, sites.size())
                .mapToObj(site -> loopOfSite.getOrDefault(site, -1))
                .toList());
  }

  private static List<StrideShare> strides(TracedCell cell) {
    return cell.steps.entrySet().stream()
        .map(step -> new StrideShare(step.getKey(), step.getValue()))
        .sorted(
            Comparator.comparingLong(StrideShare::count)
                .reversed()
                .thenComparing(StrideShare::bytes))
        .limit(5)
        .toList();
  }
}
