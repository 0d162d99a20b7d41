package org.tslmap.collector.cli.apex;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.tslmap.apexmap.Surface;
import org.tslmap.apexmap.SurfaceCsv;
import org.tslmap.apexmap.SurfaceFile;
import org.tslmap.collector.cli.Format;
import org.tslmap.collector.cli.SurfaceInput;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tslmap apex show}: the costs in a file of surfaces. */
@Command(
    name = "show",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Prints the surfaces of a file: nanoseconds for an access, over alpha and L.",
    footer = {"", "Example: tslmap apex show surface.json --operation read --format csv"})
final class ShowCommand implements Callable<Integer> {

  @Spec private CommandSpec command;

  @Option(
      names = "--format",
      paramLabel = "text|csv|json",
      description = "Tables, a line for each point, or the file itself (default text).")
  private Format format = Format.TEXT;

  @Mixin private SurfaceSelection selection = new SurfaceSelection();

  @Parameters(
      arity = "0..1",
      paramLabel = "FILE",
      description = "A file of surfaces (default surface.json).")
  private Path file = SurfaceInput.DEFAULT;

  @Override
  public Integer call() throws Exception {
    PrintWriter out = command.commandLine().getOut();
    SurfaceFile surfaces = SurfaceInput.read(file);
    List<Surface> chosen = selection.of(surfaces);
    switch (format) {
      case TEXT -> text(surfaces, chosen, out);
      case CSV ->
          SurfaceCsv.write(
              new SurfaceFile(
                  surfaces.generator(),
                  surfaces.measured(),
                  surfaces.machine(),
                  surfaces.noise(),
                  surfaces.core(),
                  chosen),
              out);
      case JSON -> {
        out.print(Files.readString(file).strip());
        out.println();
      }
    }
    out.flush();
    return 0;
  }

  private static void text(SurfaceFile file, List<Surface> surfaces, PrintWriter out) {
    out.println("measured " + file.measured() + " by " + file.generator());
    out.println("on " + file.machine().description());
    SurfaceSummary.print(file, out);
    for (Surface surface : surfaces) {
      out.println();
      SurfaceTables.text(surface, out);
    }
  }
}
