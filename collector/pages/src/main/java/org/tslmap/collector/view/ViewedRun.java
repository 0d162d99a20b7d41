package org.tslmap.collector.view;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.lang.ref.SoftReference;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import org.slf4j.LoggerFactory;
import org.tslmap.collector.density.DensityFile;
import org.tslmap.collector.density.RunDensity;
import org.tslmap.collector.hotspots.EstimatedTimes;
import org.tslmap.collector.hotspots.Finding;
import org.tslmap.collector.hotspots.HotspotJson;
import org.tslmap.collector.hotspots.HotspotSettings;
import org.tslmap.collector.hotspots.Hotspots;
import org.tslmap.collector.memory.MemoryHistory;
import org.tslmap.collector.report.CacheSize;
import org.tslmap.collector.report.DataAreas;
import org.tslmap.collector.report.Report;
import org.tslmap.collector.report.RowSelection;
import org.tslmap.collector.report.StackJson;
import org.tslmap.collector.report.StackTree;
import org.tslmap.collector.report.TableKind;
import org.tslmap.collector.report.TableReport;
import org.tslmap.collector.selection.Selection;
import org.tslmap.collector.session.Replay;
import org.tslmap.collector.session.SelectionReplay;
import org.tslmap.collector.sources.SourceFiles;
import org.tslmap.collector.sources.SourceRoots;
import org.tslmap.collector.store.RunFolder;
import org.tslmap.collector.store.StoredTrace;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProcessIdentity;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.ProfileJson;

/**
 * One run that is served. What is read of it stays in memory as long as memory allows, and is read
 * again when its profile was written anew.
 */
final class ViewedRun {
  private final String id;
  private final Path folder;
  private final SourceRoots roots;
  private final HotspotSettings weighing;

  /** Held while the profile is read, which nobody who closes this waits for. */
  private final Object reading = new Object();

  private FileTime read = FileTime.fromMillis(0);
  private SoftReference<Content> content = new SoftReference<>(null);

  private final Object firstPageLock = new Object();
  private Optional<FirstPage> firstPage = Optional.empty();
  private FileTime firstPageWritten = FileTime.fromMillis(0);
  private FileTime firstPageOf = FileTime.fromMillis(0);

  /** What is derived from a profile. */
  private static final class Content {
    private final LocalityProfile profile;
    private final String summary;

    /** Held while one of the answers below is made. */
    private final Object deriving = new Object();

    private Answer report;
    private Answer hotspots;
    private Answer stacks;
    private Answer areas;
    private final Map<String, Answer> tables = new HashMap<>();
    private final Map<String, TableReport> parts = new HashMap<>();
    private final Map<String, Answer> plots = new HashMap<>();
    private Report everything;
    private EstimatedTimes times;

    Content(LocalityProfile profile, String summary) {
      this.profile = profile;
      this.summary = summary;
    }

    /** All of it, added up once. */
    synchronized Report everything() {
      if (everything == null) {
        everything = Report.of(profile, RowSelection.ALL, List.of());
      }
      return everything;
    }

    /** What its accesses take, weighed once. Only called while answers are made. */
    EstimatedTimes times(HotspotSettings weighing) {
      if (times == null) {
        times = EstimatedTimes.of(profile, weighing);
      }
      return times;
    }
  }

  /** No access is of this thread. */
  private static final Selection NOTHING = Selection.ALL.withThreads(-1);

  /** Traces are gone through one after the other, so that something is left of the machine. */
  private static final Executor READING =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread thread = new Thread(task, "tslmap-blocks");
            thread.setDaemon(true);
            return thread;
          });

  private final NarrowedProfiles narrowed;
  private volatile boolean closed;
  private volatile long gone;
  private CompletableFuture<List<Path>> counted;
  private List<ProcessPicture> pictures;
  private final Map<ProcessPicture, DataNames> names = new HashMap<>();
  private final Map<ProcessPicture, CompletableFuture<HeapBlocks>> blocks = new HashMap<>();

  ViewedRun(String id, Path folder, SourceRoots roots, HotspotSettings weighing) {
    this.id = id;
    this.folder = folder;
    this.roots = roots;
    this.weighing = weighing;
    this.narrowed = new NarrowedProfiles(folder);
  }

  /** What addresses call it. */
  String id() {
    return id;
  }

  Path folder() {
    return folder;
  }

  /** Descriptions of its plots, over time of one process. */
  Answer plots(ProcessProfile process) throws IOException {
    Content now = content();
    synchronized (now.plots) {
      String key = process.identity().rank() + " " + process.identity().pid();
      Answer plots = now.plots.get(key);
      if (plots == null) {
        String text = PlotJson.of(now.profile, now.profile, process, 0, Long.MAX_VALUE);
        plots = Answer.json(text.getBytes(StandardCharsets.UTF_8));
        now.plots.put(key, plots);
      }
      return plots;
    }
  }

  /** Its profile. */
  LocalityProfile profile() throws IOException {
    return content().profile;
  }

  /** Its source files, as far as they may be shown. */
  SourceFiles sources() throws IOException {
    return new SourceFiles(profile(), Optional.of(new RunFolder(folder)), roots);
  }

  /** What the list of runs says of it, a JSON object. Never fails: it may say that it did. */
  String summary() throws IOException {
    try {
      Optional<FirstPage> first = firstPage();
      return RunSummary.named(id, first.isPresent() ? first.get().summary() : content().summary);
    } catch (IOException | IllegalStateException e) {
      return RunSummary.unreadable(id, e.getMessage());
    }
  }

  /** The same data as {@code tslmap report --top 100 --format json}, as an overview. */
  Answer report() throws IOException {
    Optional<FirstPage> first = firstPage();
    return first.isPresent() ? first.get().report() : report(content());
  }

  private Answer report(Content now) throws IOException {
    synchronized (now.deriving) {
      if (now.report == null) {
        now.report = FirstPage.report(folder, now.profile);
      }
      return now.report;
    }
  }

  /**
   * The same data as {@code tslmap hotspots --format json}; or {@code missing}, why there is none.
   */
  Answer hotspots() throws IOException {
    Optional<FirstPage> first = firstPage();
    if (first.isPresent()) {
      return first.get().hotspots();
    }
    Content now = content();
    synchronized (now.deriving) {
      if (now.hotspots == null) {
        now.hotspots = hotspots(now.profile);
        keepFirstPage(now);
      }
      return now.hotspots;
    }
  }

  private void keepFirstPage(Content now) throws IOException {
    if (FirstPage.isWorthKeeping(folder)) {
      FirstPage page = new FirstPage(now.summary, report(now), now.hotspots);
      try {
        page.keep(folder, weighing);
      } catch (IOException e) {
        LoggerFactory.getLogger(ViewedRun.class).debug("the first page is not kept", e);
      }
    }
  }

  /** The first page, if it was kept of the profile that is there now. */
  private Optional<FirstPage> firstPage() throws IOException {
    synchronized (firstPageLock) {
      Path file = new RunFolder(folder).firstPage();
      FileTime written =
          Files.exists(file) ? Files.getLastModifiedTime(file) : FileTime.fromMillis(0);
      FileTime profile = Files.getLastModifiedTime(new RunFolder(folder).profile());
      if (!written.equals(firstPageWritten) || !profile.equals(firstPageOf)) {
        firstPage = FirstPage.read(folder, weighing);
        firstPageWritten = written;
        firstPageOf = profile;
      }
      return firstPage;
    }
  }

  /** Reads and adds up what most pages ask for, before they do. Nobody need wait for it. */
  void prepare() throws IOException {
    report();
    hotspots();
    content().everything();
  }

  /** Those of a profile that need not be the run's whole one. */
  Answer hotspots(LocalityProfile profile) throws IOException {
    try {
      return FirstPage.hotspots(Hotspots.of(profile, weighing));
    } catch (IllegalArgumentException e) {
      return missing(e);
    }
  }

  /**
   * What came of trying the remedy of a hotspot; or {@code missing}, why it cannot be tried.
   *
   * @param rank which hotspot, as {@link #hotspots} has them, from 1
   */
  Answer tried(int rank) throws IOException {
    LocalityProfile profile = profile();
    StringWriter text = new StringWriter();
    try {
      List<List<Finding>> problems = Hotspots.of(profile, weighing).problems();
      if (rank < 1 || rank > problems.size()) {
        return Answer.notFound("expected a hotspot from 1 to %d".formatted(problems.size()));
      }
      // One trial at a time: each takes the memory of a run that is scored.
      synchronized (narrowed) {
        HotspotJson.writeTried(
            weighing,
            RemedyTrials.of(folder, profile, weighing, problems.get(rank - 1).get(0)),
            text);
      }
    } catch (IllegalArgumentException | IOException e) {
      return missing(e);
    }
    return Answer.json(text.toString().getBytes(StandardCharsets.UTF_8));
  }

  /** Its call paths with what adds up along them; or {@code missing}, why there are none. */
  Answer stacks() throws IOException {
    Content now = content();
    synchronized (now.deriving) {
      if (now.stacks == null) {
        now.stacks = stacks(now.everything(), now.times(weighing));
      }
      return now.stacks;
    }
  }

  /** Those of a profile that need not be the run's whole one. */
  Answer stacks(LocalityProfile profile) throws IOException {
    return stacks(Report.of(profile, RowSelection.ALL), EstimatedTimes.of(profile, weighing));
  }

  private static Answer stacks(Report report, EstimatedTimes times) throws IOException {
    StringWriter text = new StringWriter();
    try {
      StackJson.write(
          StackTree.of(report, CacheSize.ofThisMachine(), StackTree.Kind.CALLS, times), text);
    } catch (IllegalArgumentException e) {
      return missing(e);
    }
    return Answer.json(text.toString().getBytes(StandardCharsets.UTF_8));
  }

  /** Its data objects with the same quantities. */
  Answer areas() throws IOException {
    Content now = content();
    synchronized (now.deriving) {
      if (now.areas == null) {
        now.areas = areas(now.everything(), now.times(weighing));
      }
      return now.areas;
    }
  }

  /** Those of a profile that need not be the run's whole one. */
  Answer areas(LocalityProfile profile) throws IOException {
    return areas(Report.of(profile, RowSelection.ALL), EstimatedTimes.of(profile, weighing));
  }

  private static Answer areas(Report report, EstimatedTimes times) throws IOException {
    StringWriter text = new StringWriter();
    DataAreas.write(report, CacheSize.ofThisMachine(), times, text);
    return Answer.json(text.toString().getBytes(StandardCharsets.UTF_8));
  }

  private static Answer missing(Exception reason) throws IOException {
    return Answer.json(
        new ObjectMapper().writeValueAsBytes(Map.of("missing", reason.getMessage())));
  }

  /**
   * The same data as {@code tslmap report --table KIND --format json}.
   *
   * @param function which function it is about, for tables of one
   */
  Answer table(TableKind kind, String function) throws IOException {
    Content now = content();
    String key = kind + " " + function;
    synchronized (now) {
      Answer table = now.tables.get(key);
      if (table == null) {
        StringWriter text = new StringWriter();
        tableReport(now.everything(), kind, function).json(new PrintWriter(text));
        table = Answer.json(text.toString().getBytes(StandardCharsets.UTF_8));
        now.tables.put(key, table);
      }
      return table;
    }
  }

  /** A table of a profile that need not be the run's whole one. */
  static Answer table(LocalityProfile profile, TableKind kind, String function) throws IOException {
    StringWriter text = new StringWriter();
    tableReport(Report.of(profile, RowSelection.ALL, List.of()), kind, function)
        .json(new PrintWriter(text));
    return Answer.json(text.toString().getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Some rows of the same table, so that pages of long ones need not wait for all.
   *
   * @param part which rows, from 0 on; the first part says how many there are
   */
  Answer part(TableKind kind, String function, int part) throws IOException {
    Content now = content();
    TableReport table;
    String key = kind + " " + function;
    synchronized (now) {
      Answer first = now.tables.get(key + " " + part);
      if (first != null) {
        return first;
      }
      table = now.parts.get(key);
      if (table == null) {
        table = tableReport(now.everything(), kind, function);
        now.parts.put(key, table);
      }
    }
    if (part >= table.parts()) {
      return Answer.notFound("expected a part below %d".formatted(table.parts()));
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (Writer writer = new OutputStreamWriter(bytes, StandardCharsets.UTF_8)) {
      table.part(part, writer);
    }
    Answer answer = Answer.json(bytes.toByteArray());
    if (part == 0) {
      synchronized (now) {
        now.tables.put(key + " " + part, answer);
      }
    }
    return answer;
  }

  /**
   * The same table with so many rows at most: those with most accesses, and one for the others.
   *
   * @param rows how many
   */
  Answer top(TableKind kind, int rows) throws IOException {
    StringWriter text = new StringWriter();
    Report report = content().everything();
    new TableReport(report, kind, "", CacheSize.ofThisMachine(), RowSelection.top(rows))
        .json(new PrintWriter(text));
    return Answer.json(text.toString().getBytes(StandardCharsets.UTF_8));
  }

  private static TableReport tableReport(Report report, TableKind kind, String function) {
    return new TableReport(report, kind, function, CacheSize.ofThisMachine(), RowSelection.ALL);
  }

  /**
   * How much of its addresses over time is counted, from 0 to 1; nothing if they are all there, or
   * cannot be. Counting begins when this is first asked.
   */
  Optional<Double> counting() throws IOException {
    long accesses = profile().merged().totals().accesses();
    synchronized (this) {
      if (pictures != null || counted == null && !RunDensity.isToBeCounted(folder)) {
        return Optional.empty();
      }
      return densities().isDone()
          ? Optional.empty()
          : Optional.of(gone / (double) Math.max(gone, accesses));
    }
  }

  /** The files of addresses over time; they are counted if need be. */
  private synchronized CompletableFuture<List<Path>> densities() {
    if (counted == null || counted.isCompletedExceptionally()) {
      closed = false;
      counted = CompletableFuture.supplyAsync(this::count, READING);
    }
    return counted;
  }

  private List<Path> count() {
    try {
      return RunDensity.files(
          folder,
          accesses -> {
            gone = accesses;
            return !closed;
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Addresses over time of its processes, the main one first; empty when none were kept and there
   * is no trace. Waits until they are counted.
   */
  List<ProcessPicture> pictures() throws IOException {
    try {
      return pictures(densities().join(), profile().mainProcess().identity());
    } catch (CompletionException e) {
      throw e.getCause() instanceof UncheckedIOException unchecked
          ? unchecked.getCause()
          : new IOException("addresses over time are not known: " + e.getMessage(), e);
    }
  }

  private synchronized List<ProcessPicture> pictures(List<Path> files, ProcessIdentity main)
      throws IOException {
    if (pictures == null) {
      closed = false;
      List<StoredTrace> traces = new ArrayList<>(traces());
      List<ProcessPicture> found = new ArrayList<>();
      for (Path file : files) {
        DensityFile density = DensityFile.open(file);
        Optional<StoredTrace> trace =
            traces.stream().filter(one -> ProcessPicture.fits(density, one)).findFirst();
        trace.ifPresent(traces::remove);
        found.add(new ProcessPicture(density, trace));
      }
      traces.forEach(StoredTrace::close);
      found.sort(Comparator.comparing(picture -> !picture.isOf(main)));
      pictures = found;
    }
    return pictures;
  }

  private List<StoredTrace> traces() throws IOException {
    List<StoredTrace> traces = new ArrayList<>();
    for (Path trace : new RunFolder(folder).storedTraces()) {
      StoredTrace.open(trace).ifPresent(traces::add);
    }
    return traces;
  }

  /** The process of a picture. */
  ProcessProfile process(ProcessPicture picture) throws IOException {
    return profile().processes().stream()
        .filter(process -> picture.isOf(process.identity()))
        .findFirst()
        .orElseThrow(
            () ->
                new IOException(
                    "the density files in %s are of other processes than its profile"
                        .formatted(folder)));
  }

  /** What data is called in a process's trace; names nothing where there is no trace. */
  synchronized DataNames names(ProcessPicture picture) throws IOException {
    DataNames known = names.get(picture);
    if (known == null) {
      SymbolTables symbols = picture.trace().map(StoredTrace::symbols).orElseGet(SymbolTables::new);
      known =
          new DataNames(
              process(picture), symbols, () -> Optional.ofNullable(blocks(picture).getNow(null)));
      names.put(picture, known);
    }
    return known;
  }

  /**
   * The heap blocks and stacks of a process, once its trace has been gone through, which is begun
   * when this is first asked for. There are none without a trace.
   */
  synchronized CompletableFuture<HeapBlocks> blocks(ProcessPicture picture) {
    return blocks.computeIfAbsent(
        picture,
        asked ->
            asked.trace().isEmpty()
                ? CompletableFuture.completedFuture(new HeapBlocks(HeapBlocks.history(), List.of()))
                : CompletableFuture.supplyAsync(() -> readBlocks(asked), READING));
  }

  private HeapBlocks readBlocks(ProcessPicture picture) {
    MemoryHistory history = HeapBlocks.history();
    try {
      ProcessProfile nothing =
          SelectionReplay.of(
              picture.trace().orElseThrow().folder(),
              process(picture).parameters(),
              Replay.attribution(folder),
              NOTHING,
              List.of(history),
              done -> !closed);
      return new HeapBlocks(history, nothing.attribution().objects());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The profiles of rectangles of its pictures. */
  NarrowedProfiles narrowed() {
    return narrowed;
  }

  /** Closes files. */
  synchronized void close() throws IOException {
    closed = true;
    counted = null;
    if (pictures != null) {
      for (ProcessPicture picture : pictures) {
        picture.close();
      }
      pictures = null;
      names.clear();
      blocks.clear();
    }
  }

  private Content content() throws IOException {
    synchronized (reading) {
      Path file = new RunFolder(folder).profile();
      FileTime written = Files.getLastModifiedTime(file);
      Content now = content.get();
      if (now == null || !written.equals(read)) {
        LocalityProfile profile = ProfileJson.read(file);
        if (profile.processes().isEmpty()) {
          throw new IOException(file + " holds no process, so there is nothing to show");
        }
        now = new Content(profile, RunSummary.of(profile));
        content = new SoftReference<>(now);
        read = written;
      }
      return now;
    }
  }
}
