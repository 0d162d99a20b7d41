package org.tslmap.locality.profile;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.tslmap.locality.Footprint;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.HistoryMode;
import org.tslmap.locality.LoadDependence;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.SimulatedCache;
import org.tslmap.locality.WideAccesses;

/**
 * Reads a profile's JSON. Keys may come in any order, except that a process's {@code parameters}
 * come before its histograms, {@code origins} before {@code sites}, and these before {@code
 * accesses}; unknown keys are passed over, since the schema may grow. What is missing or of the
 * wrong type is an error that names its place.
 */
final class ProfileReader {

  /** Keys of a process whose values are as long as its code, its data and its run. */
  private static final Set<String> LARGE =
      Set.of(
          "functions",
          "threads",
          "origins",
          "sites",
          "windows",
          "loops",
          "loopsOfSites",
          "waiting",
          "operations",
          "objects",
          "accesses",
          "calls",
          "timeLine",
          "sharedWords",
          "sharingLeftOut",
          "shared",
          "threadFunctions",
          "footprints",
          "sampling");

  private final JsonFields json;
  private final Path file;
  private boolean hasChecksum;

  ProfileReader(JsonParser parser, Path file) {
    this.json = new JsonFields(parser, file);
    this.file = file;
  }

  /** The large parts of the process whose object comes next. */
  ProcessDetails details() throws IOException {
    json.next();
    return process().details().get();
  }

  /**
   * The whole profile. The large parts of processes that memory has no room for stay in the file.
   *
   * @param version of the file
   */
  LocalityProfile profile(StoredProcess.Version version) throws IOException {
    json.next();
    if (!json.at(JsonToken.START_OBJECT)) {
      throw json.error("expected a tslmap profile, a JSON object", "measure with tslmap run");
    }
    int schema = -1;
    String generator = "";
    int expectedRanks = 0;
    boolean unfinished = false;
    List<ProcessProfile> processes = null;
    while (json.nextKey()) {
      switch (json.key()) {
        case "schemaVersion" -> {
          schema = json.intValue();
          checkVersion(schema);
        }
        case "generator" -> generator = json.text();
        case "expectedRanks" -> expectedRanks = json.intValue();
        case "unfinished" -> unfinished = json.flag();
        case "processes" -> {
          checkVersion(schema);
          processes = json.list(() -> process(version));
        }
        case Checksum.KEY -> {
          json.skip();
          hasChecksum = true;
        }
        default -> json.skip();
      }
    }
    checkVersion(schema);
    if (processes == null) {
      throw json.missing("processes");
    }
    try {
      return new LocalityProfile(generator, processes, expectedRanks, unfinished);
    } catch (IllegalArgumentException e) {
      throw json.invalid(e);
    }
  }

  /** Whether the profile that was read holds a checksum, wherever it stands. */
  boolean hasChecksum() {
    return hasChecksum;
  }

  private void checkVersion(int version) throws ProfileFormatException {
    if (version == -1) {
      throw new ProfileFormatException(
          file
              + " is no tslmap profile: expected the key schemaVersion first, but it is missing."
              + " Name a run folder, its profile.json, or a tslmap.out file.");
    }
    if (version != ProfileJson.SCHEMA_VERSION) {
      throw new ProfileFormatException(
          "%s has schema version %d, but this tslmap reads version %d: %s"
              .formatted(
                  file,
                  version,
                  ProfileJson.SCHEMA_VERSION,
                  version < ProfileJson.SCHEMA_VERSION
                      ? "it was written by an older tslmap; measure the program again"
                      : "open it with the tslmap that wrote it, or a newer one"));
    }
  }

  /** A process that can be read again from where it is. */
  private ProcessProfile process(StoredProcess.Version version) throws IOException {
    long start = json.tokenStart();
    boolean loads = LoadedDetails.hasCapacity();
    ProcessFields p = new ProcessFields();
    AttributionReader attribution = new AttributionReader(json);
    keys(p, attribution, loads);
    StoredProcess place = new StoredProcess(file, version, start, json.position() - start);
    if (!loads) {
      return p.stored(json, place);
    }
    ProcessProfile process = p.build(json, attribution.attribution());
    process.details().storedAt(place);
    return process;
  }

  private ProcessProfile process() throws IOException {
    ProcessFields p = new ProcessFields();
    AttributionReader attribution = new AttributionReader(json);
    keys(p, attribution, true);
    return p.build(json, attribution.attribution());
  }

  /** Reads a process's object; its large parts are passed over unless they are wanted. */
  private void keys(ProcessFields p, AttributionReader attribution, boolean large)
      throws IOException {
    json.startObject();
    while (json.nextKey()) {
      if (large || !isLarge(p, json.key())) {
        key(p, attribution);
      } else {
        json.skip();
      }
    }
  }

  /** Whether the key is one of {@link ProcessDetails}. */
  private static boolean isLarge(ProcessFields p, String key) {
    p.sampled |= key.equals("sampling");
    return LARGE.contains(key);
  }

  private void key(ProcessFields p, AttributionReader attribution) throws IOException {
    switch (json.key()) {
      case "pid" -> p.pid = json.intValue();
      case "ppid" -> p.ppid = json.intValue();
      case "host" -> p.host = json.text();
      case "rank" -> p.rank = json.intValue();
      case "rankSource" -> p.rankSource = json.text();
      case "executable" -> p.executable = json.text();
      case "command" -> p.command = json.list(json::textHere);
      case "directory" -> p.directory = json.text();
      case "started" -> p.started = json.longValue();
      case "exitStatus" -> p.exitStatus = json.optionalInt();
      case "signal" -> p.signal = json.intValue();
      case "complete" -> p.complete = json.flag();
      case "incompleteReason" -> p.incompleteReason = json.text();
      case "parameters" -> p.parameters = parameters();
      case "options" -> p.options = json.list(json::textHere);
      case "totals" -> p.totals = totals();
      case "stretch" -> p.stretch = Optional.of(stretch());
      case "footprint" -> p.footprint = footprint(p.parameters(json));
      case "functions" -> json.list(() -> p.functions.add(function(p)));
      case "threads" -> {
        MetricParameters parameters = p.parameters(json);
        p.threads = json.list(() -> thread(parameters));
      }
      case "origins" -> p.origins = json.list(this::origin);
      case "sites" -> {
        MetricParameters parameters = p.parameters(json);
        p.sites = json.list(() -> site(parameters, p.origins));
      }
      case "windows" -> {
        MetricParameters parameters = p.parameters(json);
        p.windows = json.list(() -> window(parameters));
      }
      case "loops" -> p.loops = json.list(this::loop);
      case "loopsOfSites" -> p.loopsOfSites = json.list(json::intHere);
      case "waiting" -> p.waiting = json.list(json::intHere);
      case "operations" -> p.operations = operations();
      case "objects" -> attribution.objects();
      case "accesses" -> attribution.accesses(p.parameters(json), p.sites(json));
      case "calls" -> attribution.calls(p.parameters(json));
      case "timeLine" -> attribution.timeLine();
      case "sharedWords" -> attribution.sharedWords();
      case "sharingLeftOut" -> attribution.sharingLeftOut();
      case "shared" -> attribution.shared();
      case "threadFunctions" -> attribution.threadFunctions(p.parameters(json));
      case "footprints" -> attribution.footprints(p.parameters(json));
      case "sampling" -> p.sampling = Optional.of(sampling());
      default -> json.skip();
    }
  }

  /** The parameters whose object comes next. */
  MetricParameters parameters() throws IOException {
    MetricParameters d = MetricParameters.defaults();
    int word = 0;
    int line = 0;
    int page = 0;
    int window = 0;
    int imax = 0;
    long n = 0;
    long timeWindow = d.timeWindow();
    HistoryMode history = d.history();
    WideAccesses wide = d.wide();
    List<SimulatedCache> caches = d.caches();
    json.nextObject();
    while (json.nextKey()) {
      switch (json.key()) {
        case "word" -> word = json.intValue();
        case "line" -> line = json.intValue();
        case "page" -> page = json.intValue();
        case "window" -> window = json.intValue();
        case "imax" -> imax = json.intValue();
        case "N" -> n = json.longValue();
        case "timeWindow" -> timeWindow = json.longValue();
        case "history" -> history = oneOf(HistoryMode.class, "history");
        case "wide" -> wide = oneOf(WideAccesses.class, "wide");
        case "caches" -> caches = json.list(this::cache);
        default -> json.skip();
      }
    }
    try {
      return new MetricParameters(
          word, line, page, window, imax, n, timeWindow, history, wide, caches);
    } catch (IllegalArgumentException e) {
      throw json.invalid(e);
    }
  }

  /** One of the names of an enumeration, which stand there in small letters. */
  private <E extends Enum<E>> E oneOf(Class<E> type, String what) throws IOException {
    String name = json.text();
    for (E value : type.getEnumConstants()) {
      if (value.name().equals(name.toUpperCase(Locale.ROOT))) {
        return value;
      }
    }
    throw json.invalid(
        "expected %s %s, but found %s"
            .formatted(
                what,
                Arrays.stream(type.getEnumConstants())
                    .map(value -> value.name().toLowerCase(Locale.ROOT))
                    .collect(Collectors.joining(" or ")),
                name));
  }

  private SimulatedCache cache() throws IOException {
    SimulatedCache.Kind kind = SimulatedCache.Kind.DATA;
    long bytes = 0;
    int ways = 0;
    int lineBytes = 0;
    json.startObject();
    while (json.nextKey()) {
      switch (json.key()) {
        case "kind" -> kind = oneOf(SimulatedCache.Kind.class, "the kind of a cache");
        case "bytes" -> bytes = json.longValue();
        case "ways" -> ways = json.intValue();
        case "lineBytes" -> lineBytes = json.intValue();
        default -> json.skip();
      }
    }
    try {
      return new SimulatedCache(kind, bytes, ways, lineBytes);
    } catch (IllegalArgumentException e) {
      throw json.invalid(e);
    }
  }

  private Stretch stretch() throws IOException {
    boolean begun = false;
    OptionalLong before = OptionalLong.empty();
    long begunMillis = 0;
    boolean stopped = false;
    long stoppedMillis = 0;
    json.nextObject();
    while (json.nextKey()) {
      switch (json.key()) {
        case "begun" -> begun = json.flag();
        case "before" -> before = json.optionalLong();
        case "begunMillis" -> begunMillis = json.longValue();
        case "stopped" -> stopped = json.flag();
        case "stoppedMillis" -> stoppedMillis = json.longValue();
        default -> json.skip();
      }
    }
    return new Stretch(begun, before, begunMillis, stopped, stoppedMillis);
  }

  private AccessTotals totals() throws IOException {
    long accesses = -1;
    long loads = -1;
    long stores = -1;
    long made = -1;
    long counted = 0;
    long estimated = 0;
    long warm = 0;
    long toolAccesses = 0;
    long storedAccesses = 0;
    long blocks = 0;
    long eventWords = 0;
    json.nextObject();
    while (json.nextKey()) {
      switch (json.key()) {
        case "accesses" -> accesses = json.count();
        case "loads" -> loads = json.count();
        case "stores" -> stores = json.count();
        case "made" -> made = json.count();
        case "counted" -> counted = json.count();
        case "estimated" -> estimated = json.count();
        case "warm" -> warm = json.count();
        case "toolAccesses" -> toolAccesses = json.count();
        case "storedAccesses" -> storedAccesses = json.count();
        case "blocks" -> blocks = json.count();
        case "eventWords" -> eventWords = json.count();
        default -> json.skip();
      }
    }
    if (accesses < 0 || loads < 0 || stores < 0) {
      throw json.missing("totals.accesses, totals.loads or totals.stores");
    }
    return new AccessTotals(
        accesses,
        loads,
        stores,
        made < 0 ? accesses : made,
        counted,
        estimated,
        warm,
        toolAccesses,
        storedAccesses,
        blocks,
        eventWords);
  }

  private Sampling sampling() throws IOException {
    String mode = null;
    double rate = 0;
    long scored = -1;
    long exact = -1;
    long paused = 0;
    List<ScoreErrors> whole = List.of();
    List<ScoreErrors> functions = List.of();
    List<ScoreErrors> objects = List.of();
    List<ScoreErrors> calls = List.of();
    Optional<Sampling.Budget> budget = Optional.empty();
    json.nextObject();
    while (json.nextKey()) {
      switch (json.key()) {
        case "mode" -> mode = json.text();
        case "rate" -> rate = json.number();
        case "scoredAccesses" -> scored = json.count();
        case "exactAccesses" -> exact = json.count();
        case "pausedAccesses" -> paused = json.count();
        case "whole" -> whole = errors();
        case "functions" -> functions = errors();
        case "objects" -> objects = errors();
        case "calls" -> calls = errors();
        case "budget" -> budget = Optional.of(budget());
        default -> json.skip();
      }
    }
    if (mode == null || scored < 0 || exact < 0 || whole.size() != 1) {
      throw json.missing("sampling.mode, scoredAccesses, exactAccesses or whole");
    }
    return new Sampling(
        mode, rate, scored, exact, paused, whole.get(0), functions, objects, calls, budget);
  }

  private Sampling.Budget budget() throws IOException {
    String asked = null;
    double pace = 0;
    double seconds = 0;
    json.nextObject();
    while (json.nextKey()) {
      switch (json.key()) {
        case "asked" -> asked = json.text();
        case "pace" -> pace = json.number();
        case "seconds" -> seconds = json.number();
        default -> json.skip();
      }
    }
    if (asked == null) {
      throw json.missing("sampling.budget.asked");
    }
    return new Sampling.Budget(asked, pace, seconds);
  }

  private List<ScoreErrors> errors() throws IOException {
    double[] v = json.doubles();
    if (v.length % ScoreErrors.FIELDS != 0) {
      throw json.invalid(
          "expected %d numbers for each interval, but found %d"
              .formatted(ScoreErrors.FIELDS, v.length));
    }
    return ScoreErrors.ofRows(v);
  }

  private Footprint footprint(MetricParameters parameters) throws IOException {
    long[] found = new long[parameters.granularities().size()];
    Arrays.fill(found, -1);
    json.nextObject();
    while (json.nextKey()) {
      int g =
          parameters.granularities().stream().map(Granularity::key).toList().indexOf(json.key());
      if (g >= 0) {
        found[g] = json.count();
      } else {
        json.skip();
      }
    }
    for (Granularity granularity : parameters.granularities()) {
      if (found[granularity.ordinal()] < 0) {
        throw json.missing("footprint." + granularity.key());
      }
    }
    return new Footprint(found);
  }

  private FunctionInfo function(ProcessFields p) throws IOException {
    String name = null;
    String object = "";
    String source = "";
    int line = 0;
    List<StateChange> changes = List.of();
    long changesLeftOut = 0;
    json.startObject();
    while (json.nextKey()) {
      switch (json.key()) {
        case "name" -> name = json.text();
        case "object" -> object = json.text();
        case "file" -> source = json.text();
        case "line" -> line = json.intValue();
        case "changes" -> changes = json.list(this::stateChange);
        case "changesLeftOut" -> changesLeftOut = json.longValue();
        default -> json.skip();
      }
    }
    if (name == null) {
      throw json.missing("name of a function");
    }
    if (!changes.isEmpty()) {
      p.states.put(p.functions.size(), new StateHistory(changes, changesLeftOut));
    }
    return new FunctionInfo(name, object, source, line);
  }

  private StateChange stateChange() throws IOException {
    long after = 0;
    String state = "";
    String reason = "";
    json.startObject();
    while (json.nextKey()) {
      switch (json.key()) {
        case "after" -> after = json.longValue();
        case "state" -> state = json.text();
        case "reason" -> reason = json.text();
        default -> json.skip();
      }
    }
    boolean counted = state.equals(StateChange.COUNTED);
    if (!counted && !state.equals(StateChange.FULL)) {
      throw json.invalid("expected a state full or counted, but found " + state);
    }
    try {
      return new StateChange(after, counted, reason);
    } catch (IllegalArgumentException e) {
      throw json.invalid(e);
    }
  }

  private ThreadProfile thread(MetricParameters parameters) throws IOException {
    int id = -1;
    long loads = 0;
    long stores = 0;
    Footprint footprint = Footprint.none(parameters);
    HistogramFields counts = new HistogramFields(parameters);
    json.startObject();
    while (json.nextKey()) {
      switch (json.key()) {
        case "id" -> id = json.intValue();
        case "loads" -> loads = json.longValue();
        case "stores" -> stores = json.longValue();
        case "footprint" -> footprint = footprint(parameters);
        default -> counts.readOrSkip(json);
      }
    }
    return new ThreadProfile(id, loads, stores, footprint, counts.all(json, "a thread"));
  }

  private CodeOrigin origin() throws IOException {
    String function = "";
    String source = "";
    List<InlinedFunction> inlined = List.of();
    json.startObject();
    while (json.nextKey()) {
      switch (json.key()) {
        case "function" -> function = json.text();
        case "file" -> source = json.text();
        case "inlined" -> inlined = json.list(this::inlinedFunction);
        default -> json.skip();
      }
    }
    if (inlined.isEmpty() && !function.isEmpty()) {
      inlined = List.of(new InlinedFunction(function, "", 0));
    }
    return new CodeOrigin(inlined, source);
  }

  private InlinedFunction inlinedFunction() throws IOException {
    String name = "";
    String source = "";
    int line = 0;
    String callSource = "";
    int callLine = 0;
    json.startObject();
    while (json.nextKey()) {
      switch (json.key()) {
        case "name" -> name = json.text();
        case "file" -> source = json.text();
        case "line" -> line = json.intValue();
        case "callFile" -> callSource = json.text();
        case "callLine" -> callLine = json.intValue();
        default -> json.skip();
      }
    }
    return new InlinedFunction(name, source, line).calledAt(callSource, callLine);
  }

  private SiteProfile site(MetricParameters parameters, List<CodeOrigin> origins)
      throws IOException {
    int function = -1;
    long instruction = 0;
    AccessKind kind = null;
    int size = 0;
    int index = 0;
    int sourceLine = 0;
    CodeOrigin origin = CodeOrigin.OWN;
    long accesses = -1;
    Optional<LoadDependence> dependence = Optional.empty();
    HistogramFields counts = new HistogramFields(parameters);
    json.startObject();
    while (json.nextKey()) {
      switch (json.key()) {
        case "f" -> function = json.index();
        case "a" -> instruction = json.longValue();
        case "k" -> kind = kind();
        case "z" -> size = json.intValue();
        case "i" -> index = json.intValue();
        case "l" -> sourceLine = json.intValue();
        case "o" -> origin = origin(json.intValue(), origins);
        case "n" -> accesses = json.count();
        case DependenceFields.KEY -> dependence = DependenceFields.read(json);
        default -> counts.readOrSkip(json);
      }
    }
    if (function < 0 || kind == null || accesses < 0) {
      throw json.missing("f, k or n of a site");
    }
    return new SiteProfile(
        function,
        instruction,
        kind,
        size,
        index,
        sourceLine,
        origin,
        accesses,
        counts.all(json, "a site"),
        dependence);
  }

  private CodeOrigin origin(int number, List<CodeOrigin> origins) throws IOException {
    if (number < 0 || number >= origins.size()) {
      throw json.invalid(
          "expected a site's o to be one of %d origins above it, but found %d"
              .formatted(origins.size(), number));
    }
    return origins.get(number);
  }

  private CodeLoop loop() throws IOException {
    int function = -1;
    int parent = -1;
    long head = 0;
    int first = 0;
    int last = 0;
    boolean reducible = true;
    long rounds = 0;
    json.startObject();
    while (json.nextKey()) {
      switch (json.key()) {
        case "f" -> function = json.index();
        case "p" -> parent = json.intValue();
        case "a" -> head = json.longValue();
        case "first" -> first = json.intValue();
        case "last" -> last = json.intValue();
        case "irreducible" -> reducible = !json.flag();
        case "rounds" -> rounds = json.longValue();
        default -> json.skip();
      }
    }
    return new CodeLoop(function, parent, head, first, last, reducible, rounds);
  }

  private Operations operations() throws IOException {
    int numbers = 0;
    long[] rows = {};
    long[] loops = {};
    json.nextObject();
    while (json.nextKey()) {
      switch (json.key()) {
        case "numbers" -> numbers = json.intValue();
        case "rows" -> rows = json.longs().copy();
        case "loops" -> loops = json.longs().copy();
        default -> json.skip();
      }
    }
    try {
      return Operations.ofRows(numbers, rows, loops);
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw json.invalid(e);
    }
  }

  private AccessKind kind() throws IOException {
    String letter = json.text();
    return switch (letter) {
      case "L" -> AccessKind.LOAD;
      case "S" -> AccessKind.STORE;
      default -> throw json.invalid("expected a site's kind L or S, but found " + letter);
    };
  }

  private WindowProfile window(MetricParameters parameters) throws IOException {
    long first = -1;
    long accesses = -1;
    HistogramFields counts = new HistogramFields(parameters);
    json.startObject();
    while (json.nextKey()) {
      switch (json.key()) {
        case "first" -> first = json.count();
        case "n" -> accesses = json.count();
        default -> counts.readOrSkip(json);
      }
    }
    if (first < 0 || accesses < 0) {
      throw json.missing("first or n of a window");
    }
    return new WindowProfile(first, accesses, counts.all(json, "a window"));
  }

  /** The parts of a process while its keys come in. */
  private static final class ProcessFields {
    private int pid = -1;
    private int ppid;
    private String host = "";
    private int rank = -1;
    private String rankSource = "";
    private String executable = "";
    private List<String> command = List.of();
    private String directory = "";
    private long started;
    private OptionalInt exitStatus = OptionalInt.empty();
    private Optional<Stretch> stretch = Optional.empty();
    private int signal;
    private boolean complete;
    private String incompleteReason = "";
    private MetricParameters parameters;
    private List<String> options = List.of();
    private AccessTotals totals;
    private Footprint footprint;
    private final List<FunctionInfo> functions = new ArrayList<>();
    private List<ThreadProfile> threads = new ArrayList<>();
    private List<CodeOrigin> origins = List.of();
    private List<SiteProfile> sites;
    private List<WindowProfile> windows = new ArrayList<>();
    private Optional<Sampling> sampling = Optional.empty();
    private List<CodeLoop> loops = List.of();
    private List<Integer> loopsOfSites = List.of();
    private List<Integer> waiting = List.of();
    private Operations operations = Operations.NONE;
    private final Map<Integer, StateHistory> states = new HashMap<>();

    /** Whether there is sampling, which was passed over. */
    private boolean sampled;

    MetricParameters parameters(JsonFields json) throws IOException {
      if (parameters == null) {
        throw json.missing("parameters, which must come before histograms,");
      }
      return parameters;
    }

    List<SiteProfile> sites(JsonFields json) throws IOException {
      if (sites == null) {
        throw json.missing("sites, which must come before accesses,");
      }
      return sites;
    }

    ProcessProfile build(JsonFields json, Attribution attribution) throws IOException {
      check(json);
      if (sites == null) {
        throw json.missing("sites of process " + pid);
      }
      try {
        return new ProcessProfile(
                identity(),
                end(),
                parameters,
                options,
                totals,
                footprint,
                functions,
                threads,
                sites,
                windows,
                attribution,
                stretch,
                sampling)
            .with(new LoopForest(loops, loopsOfSites), waiting)
            .with(operations)
            .withStates(states);
      } catch (IllegalArgumentException e) {
        throw json.invalid(e);
      }
    }

    /** The process without its large parts, which are read when they are asked for. */
    ProcessProfile stored(JsonFields json, StoredProcess place) throws IOException {
      check(json);
      try {
        return new ProcessProfile(
            identity(),
            end(),
            parameters,
            options,
            totals,
            footprint,
            stretch,
            new ProcessDetails.Holder(place, sampled));
      } catch (IllegalArgumentException e) {
        throw json.invalid(e);
      }
    }

    private void check(JsonFields json) throws IOException {
      if (pid < 0) {
        throw json.missing("pid");
      }
      if (parameters == null || totals == null || footprint == null) {
        throw json.missing("parameters, totals or footprint of process " + pid);
      }
    }

    private ProcessIdentity identity() {
      return new ProcessIdentity(
          pid, ppid, host, rank, rankSource, executable, command, directory, started);
    }

    private ProcessEnd end() {
      return new ProcessEnd(exitStatus, signal, complete, incompleteReason);
    }
  }
}
