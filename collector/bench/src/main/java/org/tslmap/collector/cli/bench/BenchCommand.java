package org.tslmap.collector.cli.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.tslmap.apexmap.Machine;
import org.tslmap.collector.cli.Installation;
import org.tslmap.collector.cli.MeasurementException;
import org.tslmap.collector.cli.RunFolders;
import org.tslmap.collector.cli.Usage;
import org.tslmap.collector.store.RunFolder;
import org.tslmap.locality.profile.ProfileJson;
import org.tslmap.plots.Caption;
import org.tslmap.plots.CostPlot;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code tslmap bench}: what measuring costs on this machine. */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Measures what measuring costs on this machine: whole programs, each run alone, under"
          + " Valgrind without a tool, under other tools, and in each mode of tslmap.",
      "",
      "Every run is a command of its own, as you would type it. All modes take their turn in every"
          + " round; the table shows medians of the rounds.",
      "",
      "Modes:",
      "  native      the program alone",
      "  none        Valgrind without a tool, which all others are compared with; always run",
      "  lackey      every access printed by Valgrind's Lackey, and dropped; slow, only on request",
      "  cachegrind  Valgrind's cache simulation",
      "  callgrind   the same with calls (--cache-sim=yes)",
      "  record      accesses recorded and dropped (--tsl-out=null)",
      "  tool        scored in the tool, without a collector",
      "  sample      tslmap run --sample auto",
      "  code, data, calls, all",
      "              tslmap run --sample off --attribute MODE --trace none",
      "  exact       tslmap run --sample off: every access scored, all of the trace",
      "  run         tslmap run with its defaults: sampled when it gets long",
      "",
      "Columns: seconds from start to end (wall) and of processor time, of all processes (cpu);"
          + " each as a multiple of mode none (x); nanoseconds of processor time for an access;"
          + " bytes of trace for an access.",
    },
    footer = {
      "",
      "Examples:",
      "  tslmap bench --programs matmul,sort --modes native,code,run",
      "  tslmap bench --repeat 5 --format csv --plot bench.png > bench.csv",
      "  tslmap bench --repeat 1 -- ./app args",
    },
    subcommands = GrowthCommand.class)
final class BenchCommand implements Callable<Integer> {

  private static final List<FigureTable.Column<Figures>> COLUMNS =
      List.of(
          new FigureTable.Column<>("program", "program", "%-10s", Figures::program),
          new FigureTable.Column<>("mode", "mode", "%-10s", figures -> figures.mode().label()),
          new FigureTable.Column<>("accesses", "accesses", "%14d", Figures::accesses),
          new FigureTable.Column<>(
              "wallSeconds", "wall s", "%8.2f", figures -> figures.median(Usage::wall)),
          new FigureTable.Column<>(
              "processorSeconds", "cpu s", "%8.2f", figures -> figures.median(Usage::processor)),
          new FigureTable.Column<>(
              "wallRatio", "wall x", "%7.2f", figures -> figures.ratio(Usage::wall)),
          new FigureTable.Column<>(
              "processorRatio", "cpu x", "%7.2f", figures -> figures.ratio(Usage::processor)),
          new FigureTable.Column<>("nanosPerAccess", "ns/access", "%9.2f", Figures::nanosPerAccess),
          new FigureTable.Column<>("bytesPerAccess", "B/access", "%8.4f", Figures::storedBytes));

  static final class Label implements ITypeConverter<Mode> {
    @Override
    public Mode convert(String text) {
      return Mode.of(text)
          .orElseThrow(
              () ->
                  new TypeConversionException(
                      "expected some of %s, but found '%s'".formatted(Mode.labels(), text)));
    }
  }

  @Spec private CommandSpec command;

  @Option(
      names = "--repeat",
      paramLabel = "N",
      description = "Rounds, of which medians are shown (default 3).")
  private int repeat = 3;

  @Option(
      names = "--programs",
      split = ",",
      paramLabel = "NAME",
      description =
          "Some of matmul, triad, random, sort, bzip2, python (default: all that are installed),"
              + " and benchmarks that tslmap npb has built, such as cg.S.")
  private List<String> chosen = List.of();

  @Option(
      names = "--modes",
      split = ",",
      paramLabel = "MODE",
      converter = Label.class,
      description = "Some of the modes above (default: all but lackey).")
  private List<Mode> modes = Mode.USUAL;

  @Mixin private TableOptions table = new TableOptions();

  @Parameters(
      arity = "0..*",
      paramLabel = "program args",
      description = "A program and its arguments, after --, instead of --programs.")
  private List<String> program = List.of();

  private Path folder;
  private Map<String, String> environment;
  private Path valgrind;

  @Override
  public Integer call() throws Exception {
    if (repeat < 1) {
      throw new ParameterException(
          command.commandLine(), "--repeat expects 1 or more, but found " + repeat);
    }
    if (!program.isEmpty() && !chosen.isEmpty()) {
      throw new ParameterException(
          command.commandLine(), "name either --programs or one program after --, not both");
    }
    table.check();
    Installation installation = Installation.current();
    environment = Map.of("VALGRIND_LIB", installation.valgrindLib().toString());
    valgrind = installation.valgrind();
    folder = Files.createTempDirectory("tslmap-bench-");
    try {
      measure(programs(installation));
    } finally {
      RunFolders.delete(folder);
    }
    return 0;
  }

  private Map<String, List<String>> programs(Installation installation)
      throws IOException, InterruptedException, MeasurementException {
    if (program.isEmpty()) {
      return new BenchPrograms(installation, folder).prepare(chosen);
    }
    String name = program.get(0);
    Path file =
        Installation.find(name)
            .orElseThrow(
                () ->
                    new MeasurementException(
                        "there is no program %s here or on the PATH".formatted(name)));
    return Map.of(file.getFileName().toString(), program);
  }

  private void measure(Map<String, List<String>> programs)
      throws IOException, InterruptedException, MeasurementException {
    Set<Mode> wanted = EnumSet.of(Mode.NONE);
    wanted.addAll(modes);
    FigureTable<Figures> rows = table.of(COLUMNS);
    List<Figures> all = new ArrayList<>();
    for (Map.Entry<String, List<String>> each : programs.entrySet()) {
      // Also brings files into memory before anything is timed.
      long accesses = once(Mode.TOOL, each.getValue()).accesses();
      if (accesses == 0) {
        throw new MeasurementException(
            "expected accesses of %s, but found none; run tslmap doctor".formatted(each.getKey()));
      }
      Map<Mode, List<Once>> runs = new EnumMap<>(Mode.class);
      wanted.forEach(mode -> runs.put(mode, new ArrayList<>()));
      for (int round = 0; round < repeat; round++) {
        for (Mode mode : wanted) {
          runs.get(mode).add(once(mode, each.getValue()));
        }
      }
      for (Mode mode : wanted) {
        Figures figures =
            new Figures(
                each.getKey(),
                mode,
                accesses,
                runs.get(mode).stream().map(Once::usage).toList(),
                runs.get(Mode.NONE).stream().map(Once::usage).toList(),
                runs.get(mode).get(0).storedBytes());
        all.add(figures);
        rows.add(figures);
      }
    }
    rows.finish();
    if (table.plot().isPresent()) {
      CostPlot.of(
              all.stream()
                  .map(
                      figures ->
                          new CostPlot.Mark(
                              figures.program(),
                              figures.mode().label(),
                              figures.ratio(Usage::processor)))
                  .toList(),
              "processor time, as a multiple of Valgrind without a tool",
              "What measuring costs",
              new Caption("", Machine.current().description() + ", medians of " + repeat))
          .write(table.plot().get());
    }
  }

  /** One run: what it took, accesses if it counts them, and bytes of trace for each. */
  private record Once(Usage usage, long accesses, double storedBytes) {}

  private Once once(Mode mode, List<String> program)
      throws IOException, InterruptedException, MeasurementException {
    Path results = Files.createDirectory(folder.resolve("results"));
    Usage usage =
        Usage.of(
            "%s in mode %s".formatted(String.join(" ", program), mode.label()),
            mode.command(valgrind, program, results),
            environment,
            Usage.NO_INPUT,
            folder.resolve("log"));
    long accesses = 0;
    try (DirectoryStream<Path> profiles = Files.newDirectoryStream(results, Mode.PROFILES)) {
      for (Path profile : profiles) {
        accesses += ProfileJson.read(profile).merged().totals().accesses();
      }
    }
    double stored = storedBytes(new RunFolder(results).description());
    RunFolders.delete(results);
    return new Once(usage, accesses, stored);
  }

  private static double storedBytes(Path run) throws IOException {
    if (!Files.exists(run)) {
      return Double.NaN;
    }
    double bytes = 0;
    long accesses = 0;
    for (JsonNode trace : new ObjectMapper().readTree(run.toFile()).path("traces")) {
      bytes += trace.path("bytes").asLong();
      accesses += trace.path("accesses").asLong();
    }
    return bytes / accesses;
  }
}
