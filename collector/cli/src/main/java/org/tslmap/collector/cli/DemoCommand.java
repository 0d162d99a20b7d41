package org.tslmap.collector.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.tslmap.collector.density.DensityRecording;
import org.tslmap.collector.report.Report;
import org.tslmap.collector.report.RowSelection;
import org.tslmap.collector.report.TextReport;
import org.tslmap.collector.session.RunOptions;
import org.tslmap.collector.store.RunFolder;
import org.tslmap.locality.EngineChoice;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.LocalityProfile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code tslmap demo}: the papers' example, from source code to scores and pictures. */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Compiles a small matrix multiplication, measures it as a whole and its multiply function"
            + " alone, and draws pictures.",
    footer = {"", "Example: tslmap demo --size 200"})
final class DemoCommand implements Callable<Integer> {

  private static final String SOURCE = "matmul.c";
  private static final int LARGEST = 1000;
  private static final int TOP = 6;

  @Spec private CommandSpec command;

  @Option(
      names = "--size",
      paramLabel = "N",
      description = "Rows and columns of the matrices, 2 to 1000 (default 100).")
  private int size = 100;

  @Option(
      names = {"-o", "--out"},
      paramLabel = "DIR",
      description = "Folder of the results (default tslmap-runs/<time>-demo).")
  private Optional<Path> out = Optional.empty();

  @Override
  public Integer call() throws Exception {
    if (size < 2 || size > LARGEST) {
      throw new ParameterException(
          command.commandLine(), "--size expects 2 to 1000, but found " + size);
    }
    PrintWriter text = command.commandLine().getOut();
    Path folder = RunFolders.create(out, "demo");
    Path program = compile(folder);
    text.println("Matrix multiplication, " + size + " x " + size + ", loops in the order i, j, k.");
    text.println();
    text.println("1. The whole program");
    text.println();
    text.flush();
    List<Path> wholePlots = measure(folder.resolve("whole"), program, new ToolOptions(), text);
    text.println();
    text.println("2. The function multiply alone");
    text.println();
    text.flush();
    List<Path> partPlots =
        measure(folder.resolve("multiply"), program, ToolOptions.ofFunction("multiply"), text);
    text.println();
    text.println(
        String.format(
            Locale.ROOT,
            "In the papers the inner loop's SL is 0.5 + 0.5/n = %.4f: half of its loads have stride"
                + " 1, the other half stride n. What else multiply does moves it a little.",
            0.5 + 0.5 / size));
    text.println();
    text.println("Pictures:");
    wholePlots.forEach(file -> text.println("  " + file));
    partPlots.forEach(file -> text.println("  " + file));
    text.println("Runs: " + folder.resolve("whole") + " and " + folder.resolve("multiply"));
    text.println("Next: tslmap run -- your-program its arguments");
    text.flush();
    return 0;
  }

  private List<Path> measure(Path folder, Path program, ToolOptions tool, PrintWriter text)
      throws IOException, InterruptedException, MeasurementException {
    Files.createDirectories(folder);
    ValgrindRun run =
        new ValgrindRun(
            Installation.current(),
            folder,
            List.of(program.toString(), Integer.toString(size)),
            tool.arguments());
    ValgrindRun.Outcome outcome =
        run.run(
            new RunOptions(
                folder,
                MetricParameters.defaults(),
                EngineChoice.AUTO,
                true,
                Long.MAX_VALUE,
                List.of(new DensityRecording(new RunFolder(folder)))));
    run.removeEmptyLogs();
    LocalityProfile profile = outcome.profile();
    if (outcome.status() != 0 || !profile.complete()) {
      throw new MeasurementException(
          "the demo should end with status 0 and a complete stream, but the status is %d%s; run tslmap doctor"
              .formatted(
                  outcome.status(),
                  profile.complete()
                      ? ""
                      : " and the stream is not: "
                          + profile.processes().get(0).end().incompleteReason()));
    }
    TextReport.write(Report.of(profile, RowSelection.top(TOP)), text);
    return RunPlots.write(profile, folder, text::println);
  }

  private static Path compile(Path folder)
      throws IOException, InterruptedException, MeasurementException {
    Path source = folder.resolve(SOURCE);
    try (InputStream in = DemoCommand.class.getResourceAsStream(SOURCE)) {
      Files.copy(in, source);
    }
    return CCompiler.compile(source, folder.resolve("matmul"));
  }
}
