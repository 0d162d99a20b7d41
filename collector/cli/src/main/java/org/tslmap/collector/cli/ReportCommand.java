package org.tslmap.collector.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.tslmap.collector.names.NamePattern;
import org.tslmap.collector.report.CacheSize;
import org.tslmap.collector.report.CallgrindReport;
import org.tslmap.collector.report.CsvReport;
import org.tslmap.collector.report.JsonReport;
import org.tslmap.collector.report.Report;
import org.tslmap.collector.report.RowSelection;
import org.tslmap.collector.report.SourceListing;
import org.tslmap.collector.report.TableKind;
import org.tslmap.collector.report.TableReport;
import org.tslmap.collector.report.TextReport;
import org.tslmap.collector.sources.SourceFiles;
import org.tslmap.collector.store.RunFolder;
import org.tslmap.locality.Granularity;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code tslmap report}: shows a run. */
@Command(
    name = "report",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Shows the scores of a run folder, a profile.json, or a tslmap.out file that the tool wrote"
          + " without a collector: the whole and its functions, or one table, or source text.",
      "",
      "Tables: functions, lines, loops, files (object files), sources (source files), sites (loads"
          + " and stores of instructions), data (objects), matrix (functions by data), calls (the call"
          + " tree), callers and callees (of one function), threads, sharing (between threads),"
          + " phases, windows. The rows of each add up to the whole.",
      "",
      "With --fn, --lines, --data, --region, --thread, --from, --to, --toggle or --waiting out the report"
          + " is that of these accesses alone, which takes the stored trace: it is scored again as tslmap"
          + " replay does, reuse distances and strides count no other accesses, and the scores are called"
          + " isolated. --phase, --of and --filter choose rows of the report, whose scores stay as they are.",
      "",
      "Columns: counts, TL, SL, SL* and first touches of words and lines, miss ratios, signed"
          + " strides, footprints, in all forms. Calls and threads have no strides, phases only"
          + " counts, TL, SL and first touches, loops no footprints; replay --phase scores a phase with everything."
    },
    footer = {
      "",
      "Examples:",
      "  tslmap report RUN --table data --sort miss32K --cache 32K,1M",
      "  tslmap report RUN --table matrix --filter '*malloc*' --top 30",
      "  tslmap report RUN --table calls --share 1",
      "  tslmap report RUN --table callers --of malloc",
      "  tslmap report RUN --table sites --of main --columns name,kind,share,tl,strides",
      "  tslmap report RUN --table data --phase B",
      "  tslmap report RUN --table data --fn 'solve*' --inclusive",
      "  tslmap report RUN --table windows --of multiply --format csv",
      "  tslmap report RUN --source matmul.c",
      "  tslmap report RUN --format callgrind > callgrind.out.tslmap",
      "  tslmap report RUN --format json",
    })
final class ReportCommand implements Callable<Integer> {

  /** Forms of a report. */
  enum Format {
    /** Aligned tables. */
    TEXT,
    /** For scripts. */
    JSON,
    /** For spreadsheets. */
    CSV,
    /** For KCachegrind and callgrind_annotate. */
    CALLGRIND
  }

  private static final int TOP_OF_TEXT = 15;
  private static final int TOP_OF_TREES = 40;

  @Spec private CommandSpec command;

  @Option(
      names = "--format",
      paramLabel = "text|json|csv|callgrind",
      description =
          "Table, data for scripts, or Callgrind's format for KCachegrind and callgrind_annotate"
              + " (default text).")
  private Format format = Format.TEXT;

  @Option(names = "--table", paramLabel = "NAME", description = "One table, see above.")
  private TableKind table;

  @Option(
      names = "--of",
      paramLabel = "NAME",
      description =
          "The function whose callers, callees or sites are shown, or the function or data object"
              + " whose windows are. "
              + NamePattern.WORDS)
  private String of = "";

  @Option(
      names = "--phase",
      paramLabel = "NAME",
      description =
          "The phase whose functions, data or matrix are shown; --table phases lists them all.")
  private String phase = "";

  @Option(
      names = "--top",
      paramLabel = "N",
      description =
          "Rows shown; what is left out is one row \"others\" (default: 15 in text, 40 of trees,"
              + " all in json and csv).")
  private int top = -1;

  @Option(
      names = "--sort",
      paramLabel = "COLUMN",
      description =
          "Order of rows: accesses, tl, sl, name or another column's name in csv (wordTl, lineTl)."
              + " The worst scores and the largest counts come first (default accesses).")
  private String sort = "";

  @Option(
      names = "--filter",
      paramLabel = "NAME",
      description = "Rows with this name, data object, function or file, such as '*grid*'.")
  private NamePattern filter = NamePattern.ANY;

  @Option(
      names = "--share",
      paramLabel = "PERCENT",
      description =
          "Rows with at least this share of all accesses (default: 0.5 in text, without --top and"
              + " --filter).")
  private Optional<Double> share = Optional.empty();

  @Option(
      names = "--columns",
      split = ",",
      paramLabel = "COLUMN",
      description =
          "Columns shown, by their names in csv; tl, sl, ... without word, line or page are those"
              + " of --granularity, and miss is all miss ratios.")
  private List<String> columns = List.of();

  @Option(
      names = "--granularity",
      paramLabel = "word|line|page",
      description =
          "Which scores text tables show (default word); page: of a run with --granularity"
              + " word,line,page.")
  private Granularity granularity = Granularity.WORD;

  @Option(
      names = "--cache",
      split = ",",
      paramLabel = "SIZE",
      converter = CacheSizeConverter.class,
      description =
          "Caches whose miss ratios are shown, such as 32K,1M (default: this machine's). They are"
              + " fully associative, with LRU replacement.")
  private List<CacheSize> caches = CacheSize.ofThisMachine();

  @Option(
      names = "--source",
      paramLabel = "FILE|FUNCTION",
      description = "Source text with what was measured of each line beside it.")
  private String source = "";

  @Option(
      names = "--context",
      paramLabel = "LINES",
      description = "Lines of source text around one with accesses (default 3).")
  private int context = 3;

  @Mixin private InliningOption inlining = new InliningOption();
  @Mixin private SourceRootsOption sources = new SourceRootsOption();

  @Mixin private SelectedRun selected = new SelectedRun(new SelectionOptions());

  @Mixin private RunChoice choice = new RunChoice();

  private Path run;

  /** Reads a cache's size. */
  static final class CacheSizeConverter implements ITypeConverter<CacheSize> {
    @Override
    public CacheSize convert(String text) {
      return new CacheSize(new ByteSize().convert(text));
    }
  }

  @Override
  public Integer call() throws Exception {
    check();
    Path chosen = choice.path();
    run = selected.of(chosen);
    ShownRun shown = ShownRun.read(run).with(inlining);
    if (!shown.profile().processes().get(0).parameters().granularities().contains(granularity)) {
      refuse(
          "--granularity %1$s: %2$s has no scores of %1$ss; replay its trace with --granularity"
                  .formatted(lower(granularity), chosen)
              + " word,line,page");
    }
    Report report = shown.report(selection());
    try {
      write(report);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), e.getMessage(), e);
    }
    return 0;
  }

  private void check() {
    if (top < -1) {
      refuse("--top expects a number that is not negative, but found " + top);
    }
    if (share.orElse(0.0) < 0 || share.orElse(0.0) > 100) {
      refuse("--share expects percent, 0 to 100, but found " + share.get());
    }
    if (context < 0) {
      refuse("--context expects a number that is not negative, but found " + context);
    }
    if (!source.isEmpty() && (table != null || format != Format.TEXT)) {
      refuse("--source prints text and no table; use --table lines for other formats");
    }
    if (format == Format.CALLGRIND && table != null) {
      refuse("--format callgrind holds everything at once; leave --table out");
    }
    if (table != null && table.isOfFunction() && of.isEmpty()) {
      refuse("--table %s needs a function: --of NAME".formatted(lower(table)));
    }
    if (!of.isEmpty() && (table == null || !table.isOfName())) {
      refuse("--of is for --table callers, callees, sites and windows; use --filter for others");
    }
    if (!phase.isEmpty() && table != null && !table.isOfPhase()) {
      refuse("--phase is for --table functions, data and matrix");
    }
  }

  private void refuse(String message) {
    throw new ParameterException(command.commandLine(), message);
  }

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  private RowSelection selection() {
    boolean tree =
        table == TableKind.CALLS || table == TableKind.THREADS || table == TableKind.PHASES;
    int usual = tree ? TOP_OF_TREES : TOP_OF_TEXT;
    int shown = top >= 0 ? top : format == Format.TEXT ? usual : Integer.MAX_VALUE;
    boolean small =
        format != Format.TEXT
            || top >= 0
            || !filter.equals(NamePattern.ANY)
            || table != null && !table.hasSmallRows();
    double least = share.map(percent -> percent / 100).orElse(small ? 0 : RowSelection.LEAST_SHARE);
    return new RowSelection(sort, shown, filter, least, columns, granularity);
  }

  /** Whether options were given that only a table of its own heeds. */
  private boolean asksForTable() {
    return table != null
        || !phase.isEmpty()
        || !filter.equals(NamePattern.ANY)
        || share.isPresent()
        || !columns.isEmpty()
        || granularity != Granularity.WORD;
  }

  private void write(Report report) throws IOException, MeasurementException {
    PrintWriter out = command.commandLine().getOut();
    if (!source.isEmpty()) {
      Optional<RunFolder> folder =
          Files.isDirectory(run) ? Optional.of(new RunFolder(run)) : Optional.empty();
      SourceFiles files = new SourceFiles(report.profile(), folder, sources.roots());
      SourceListing listing = new SourceListing(report, caches, report.selection(), context, files);
      if (!listing.write(source, out)) {
        throw new MeasurementException(
            "no source file and no function of the run with an access is named '%s'; see --table"
                    .formatted(source)
                + " sources and --table functions");
      }
    } else if (format == Format.CALLGRIND) {
      CallgrindReport.write(report, caches, out);
    } else if (asksForTable()) {
      TableKind kind = table == null ? TableKind.FUNCTIONS : table;
      String name = phase.isEmpty() ? of : phase;
      TableReport tableReport = new TableReport(report, kind, name, caches, report.selection());
      if (tableReport.isEmpty() && !filter.equals(NamePattern.ANY)) {
        command
            .commandLine()
            .getErr()
            .println("tslmap: no row of the table fits --filter " + filter.text());
      }
      switch (format) {
        case JSON -> tableReport.json(out);
        case CSV -> tableReport.csv(out);
        default -> tableReport.text(out);
      }
    } else {
      switch (format) {
        case JSON -> JsonReport.write(report, out);
        case CSV -> CsvReport.write(report, out);
        default -> TextReport.write(report, out);
      }
    }
  }
}
