package org.tslmap.npb.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.tslmap.apexmap.SurfaceFile;
import org.tslmap.collector.cli.MeasurementException;
import org.tslmap.collector.cli.SurfaceInput;
import org.tslmap.npb.table.PredictionTable;
import org.tslmap.npb.table.SweepData;
import org.tslmap.npb.table.Table;
import org.tslmap.npb.table.TablePrinter;
import org.tslmap.npb.table.Tables;
import org.tslmap.plots.Picture;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tslmap npb table}: what came of a sweep. */
@Command(
    name = "table",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Shows what came of a sweep: scores, of whole programs (scores), of single functions"
          + " (functions) and against class (classes); lines of code and of trace (trace); time and"
          + " memory (overhead); places and predicted times on the machine's surface (surface).",
      "",
      "Also draws plots/plane.png and scores.png, all programs by their scores, and with --surface"
          + " plots/surface.png, in the sweep's folder.",
    },
    footer = {
      "",
      "Example: tslmap npb table sweeps/s --format markdown --surface surface.json",
    })
final class TableCommand implements Callable<Integer> {

  /** Forms of tables. */
  enum Format {
    /** Aligned, for people. */
    TEXT,
    /** For pages. */
    MARKDOWN,
    /** For spreadsheets. */
    CSV,
    /** For scripts. */
    JSON
  }

  @Spec private CommandSpec command;

  @Option(
      names = "--format",
      paramLabel = "text|markdown|csv|json",
      description = "Form of the tables (default text).")
  private Format format = Format.TEXT;

  @Option(
      names = "--tables",
      split = ",",
      paramLabel = "NAME",
      description =
          "Only these: scores, functions, classes, trace, overhead, surface (default: all there"
              + " are).")
  private List<String> names = List.of();

  @Option(
      names = "--surface",
      paramLabel = "FILE",
      description = "The machine's surfaces, from tslmap apex measure.")
  private Optional<Path> surface = Optional.empty();

  @Option(names = "--no-plots", description = "Draw no pictures.")
  private boolean noPlots;

  @Parameters(paramLabel = "DIR", description = "Folder of a sweep.")
  private Path folder;

  @Override
  public Integer call() throws Exception {
    SweepData data = SweepData.read(folder);
    PrintWriter err = command.commandLine().getErr();
    List<Table> tables = new ArrayList<>(Tables.of(data));
    if (surface.isPresent() && (names.isEmpty() || names.contains("surface"))) {
      tables.add(surface(data, surface.get(), err));
    }
    PrintWriter out = command.commandLine().getOut();
    List<Table> shown = chosen(tables);
    switch (format) {
      case TEXT -> TablePrinter.text(shown, out);
      case MARKDOWN -> TablePrinter.markdown(shown, out);
      case CSV -> TablePrinter.csv(shown, out);
      case JSON -> TablePrinter.json(shown, out);
    }
    if (!noPlots) {
      draw(data, err);
    }
    return 0;
  }

  private static void draw(SweepData data, PrintWriter err) throws IOException {
    Path plots = Files.createDirectories(data.folder().plots());
    Optional<Picture> plane = Tables.plane(data);
    if (plane.isPresent()) {
      drawOne(plane.get(), plots.resolve("plane.png"), err);
    }
    List<Picture> bars = Tables.bars(data);
    for (int i = 0; i < bars.size(); i++) {
      drawOne(
          bars.get(i), plots.resolve(i == 0 ? "scores.png" : "scores-" + (i + 1) + ".png"), err);
    }
  }

  private static void drawOne(Picture picture, Path file, PrintWriter err) throws IOException {
    picture.write(file);
    err.println("tslmap: drawn in " + file);
  }

  private Table surface(SweepData data, Path file, PrintWriter err)
      throws IOException, MeasurementException {
    SurfaceFile surfaces = SurfaceInput.readForThisMachine(file, err);
    PredictionTable prediction = new PredictionTable(data, surfaces);
    Table table = prediction.table();
    if (!noPlots) {
      Path picture = data.folder().plots().resolve("surface.png");
      prediction.draw(picture);
      err.println("tslmap: drawn in " + picture);
    }
    return table;
  }

  private List<Table> chosen(List<Table> tables) {
    if (names.isEmpty()) {
      return tables;
    }
    for (String name : names) {
      if (tables.stream().noneMatch(table -> table.name().equals(name))) {
        throw new ParameterException(
            command.commandLine(),
            "--tables expects some of %s here, but found %s%s"
                .formatted(
                    tables.stream().map(Table::name).collect(Collectors.joining(", ")),
                    name,
                    name.equals("surface") ? "; it needs --surface FILE" : ""));
      }
    }
    return tables.stream().filter(table -> names.contains(table.name())).toList();
  }
}
