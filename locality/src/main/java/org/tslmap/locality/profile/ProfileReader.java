package org.tslmap.locality.profile;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.tslmap.locality.Footprint;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.HistoryMode;
import org.tslmap.locality.MetricParameters;

/**
 * Reads a profile's JSON. Keys may come in any order, except that a process's {@code parameters}
 * come before its histograms, {@code origins} before {@code sites}, and these before {@code
 * accesses}; unknown keys are passed over, since the schema may grow. What is missing or of the
 * wrong type is an error that names its place.
 */
final class ProfileReader {

  private final JsonFields json;
  private final Path file;

  ProfileReader(JsonParser parser, Path file) {
    this.json = new JsonFields(parser, file);
    this.file = file;
  }

  LocalityProfile profile() throws IOException {
    json.next();
    if (!json.at(JsonToken.START_OBJECT)) {
      throw json.error("expected a tslmap profile, a JSON object", "measure with tslmap run");
    }
    int version = -1;
    String generator = "";
    int expectedRanks = 0;
    List<ProcessProfile> processes = null;
    while (json.nextKey()) {
      switch (json.key()) {
        case "schemaVersion" -> {
          version = json.intValue();
          checkVersion(version);
        }
        case "generator" -> generator = json.text();
        case "expectedRanks" -> expectedRanks = json.intValue();
        case "processes" -> {
          checkVersion(version);
          processes = json.list(this::process);
        }
        default -> json.skip();
      }
    }
    checkVersion(version);
    if (processes == null) {
      throw json.missing("processes");
    }
    try {
      return new LocalityProfile(generator, processes, expectedRanks);
    } catch (IllegalArgumentException e) {
      throw json.invalid(e);
    }
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

  private ProcessProfile process() throws IOException {
    ProcessFields p = new ProcessFields();
    AttributionReader attribution = new AttributionReader(json);
    json.startObject();
    while (json.nextKey()) {
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
        case "functions" -> p.functions = json.list(this::function);
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
    return p.build(json, attribution.attribution());
  }

  private MetricParameters parameters() throws IOException {
    MetricParameters d = MetricParameters.defaults();
    int word = 0;
    int line = 0;
    int page = 0;
    int window = 0;
    int imax = 0;
    long n = 0;
    long timeWindow = d.timeWindow();
    HistoryMode history = d.history();
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
        case "history" -> history = history();
        default -> json.skip();
      }
    }
    try {
      return new MetricParameters(word, line, page, window, imax, n, timeWindow, history);
    } catch (IllegalArgumentException e) {
      throw json.invalid(e);
    }
  }

  private HistoryMode history() throws IOException {
    String name = json.text();
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "thread" -> HistoryMode.THREAD;
      case "process" -> HistoryMode.PROCESS;
      default -> throw json.invalid("expected history thread or process, but found " + name);
    };
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
    long toolAccesses = 0;
    long storedAccesses = 0;
    long blocks = 0;
    long eventWords = 0;
    json.nextObject();
    while (json.nextKey()) {
      switch (json.key()) {
        case "accesses" -> accesses = json.longValue();
        case "loads" -> loads = json.longValue();
        case "stores" -> stores = json.longValue();
        case "toolAccesses" -> toolAccesses = json.longValue();
        case "storedAccesses" -> storedAccesses = json.longValue();
        case "blocks" -> blocks = json.longValue();
        case "eventWords" -> eventWords = json.longValue();
        default -> json.skip();
      }
    }
    if (accesses < 0 || loads < 0 || stores < 0) {
      throw json.missing("totals.accesses, totals.loads or totals.stores");
    }
    return new AccessTotals(
        accesses, loads, stores, toolAccesses, storedAccesses, blocks, eventWords);
  }

  private Sampling sampling() throws IOException {
    String mode = null;
    double rate = 0;
    long scored = -1;
    long exact = -1;
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
        case "scoredAccesses" -> scored = json.longValue();
        case "exactAccesses" -> exact = json.longValue();
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
    return new Sampling(mode, rate, scored, exact, whole.get(0), functions, objects, calls, budget);
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
        found[g] = json.longValue();
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

  private FunctionInfo function() throws IOException {
    String name = null;
    String object = "";
    String source = "";
    int line = 0;
    json.startObject();
    while (json.nextKey()) {
      switch (json.key()) {
        case "name" -> name = json.text();
        case "object" -> object = json.text();
        case "file" -> source = json.text();
        case "line" -> line = json.intValue();
        default -> json.skip();
      }
    }
    if (name == null) {
      throw json.missing("name of a function");
    }
    return new FunctionInfo(name, object, source, line);
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
    json.startObject();
    while (json.nextKey()) {
      switch (json.key()) {
        case "function" -> function = json.text();
        case "file" -> source = json.text();
        default -> json.skip();
      }
    }
    return new CodeOrigin(function, source);
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
    HistogramFields counts = new HistogramFields(parameters);
    json.startObject();
    while (json.nextKey()) {
      switch (json.key()) {
        case "f" -> function = json.intValue();
        case "a" -> instruction = json.longValue();
        case "k" -> kind = kind();
        case "z" -> size = json.intValue();
        case "i" -> index = json.intValue();
        case "l" -> sourceLine = json.intValue();
        case "o" -> origin = origin(json.intValue(), origins);
        case "n" -> accesses = json.longValue();
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
        counts.all(json, "a site"));
  }

  private CodeOrigin origin(int number, List<CodeOrigin> origins) throws IOException {
    if (number < 0 || number >= origins.size()) {
      throw json.invalid(
          "expected a site's o to be one of %d origins above it, but found %d"
              .formatted(origins.size(), number));
    }
    return origins.get(number);
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
        case "first" -> first = json.longValue();
        case "n" -> accesses = json.longValue();
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
    private List<FunctionInfo> functions = new ArrayList<>();
    private List<ThreadProfile> threads = new ArrayList<>();
    private List<CodeOrigin> origins = List.of();
    private List<SiteProfile> sites;
    private List<WindowProfile> windows = new ArrayList<>();
    private Optional<Sampling> sampling = Optional.empty();

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
      if (pid < 0) {
        throw json.missing("pid");
      }
      if (parameters == null || totals == null || footprint == null || sites == null) {
        throw json.missing("parameters, totals, footprint or sites of process " + pid);
      }
      try {
        return new ProcessProfile(
            new ProcessIdentity(
                pid, ppid, host, rank, rankSource, executable, command, directory, started),
            new ProcessEnd(exitStatus, signal, complete, incompleteReason),
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
            sampling);
      } catch (IllegalArgumentException e) {
        throw json.invalid(e);
      }
    }
  }
}
