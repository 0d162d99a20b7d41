package org.tslmap.collector.cli.bench;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.tslmap.collector.cli.Format;
import org.tslmap.collector.cli.MeasurementException;
import org.tslmap.collector.cli.OutputFile;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Where the figures go. */
final class TableOptions {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--format",
      paramLabel = "text|csv|json",
      description = "A table, or data for scripts (default text).")
  private Format format = Format.TEXT;

  @Option(
      names = "--plot",
      paramLabel = "FILE",
      description = "Also draw the figures, into a file that ends in .png or .svg.")
  private Optional<Path> plot = Optional.empty();

  /** Refuses, before anything is measured, a picture that could not be written. */
  void check() throws MeasurementException {
    if (plot.isPresent()) {
      String name = plot.get().toString().toLowerCase(Locale.ROOT);
      if (!name.endsWith(".png") && !name.endsWith(".svg")) {
        throw new ParameterException(
            command.commandLine(),
            "--plot expects a file that ends in .png or .svg, but found " + plot.get());
      }
      OutputFile.check(plot.get(), "--plot");
    }
  }

  /** A table on standard output. */
  <R> FigureTable<R> of(List<FigureTable.Column<R>> columns) {
    return new FigureTable<>(columns, format, command.commandLine().getOut());
  }

  /** The file of the picture. */
  Optional<Path> plot() {
    return plot;
  }
}
