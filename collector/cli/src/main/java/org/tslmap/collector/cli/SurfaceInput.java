package org.tslmap.collector.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.tslmap.apexmap.Machine;
import org.tslmap.apexmap.SurfaceFile;

/** Opens files of surfaces. */
public final class SurfaceInput {

  /** Where surfaces are when nothing else is said. */
  public static final Path DEFAULT = Path.of("surface.json");

  private SurfaceInput() {}

  /**
   * Reads a file of surfaces.
   *
   * @throws MeasurementException if there is no such file
   */
  public static SurfaceFile read(Path file) throws IOException, MeasurementException {
    if (!Files.exists(file)) {
      throw new MeasurementException(
          "expected the machine's surfaces in %s, but there is no such file; measure them with tslmap apex measure --out %s"
              .formatted(file, file));
    }
    return SurfaceFile.read(file);
  }

  /** What is said behind a surface's name: that it is another machine's, where it is. */
  static String mark(SurfaceFile surfaces) {
    return surfaces.machine().sameAs(Machine.current())
        ? ""
        : " of another machine, " + surfaces.machine().description();
  }

  /** The same for use on this machine: a warning names both when it is another one. */
  public static SurfaceFile readForThisMachine(Path file, PrintWriter err)
      throws IOException, MeasurementException {
    SurfaceFile surfaces = read(file);
    Machine here = Machine.current();
    if (!surfaces.machine().sameAs(here)) {
      err.println(
          "tslmap: warning: %s was measured on %s, but this is %s (%s); predictions hold for the other one"
              .formatted(
                  file,
                  surfaces.machine().description(),
                  here.description(),
                  String.join("; ", surfaces.machine().differences(here))));
    }
    surfaces
        .noise()
        .disturbance()
        .ifPresent(
            disturbance ->
                err.println(
                    "tslmap: warning: %s was measured on a machine that was not idle (%s); measure it again with nothing else running"
                        .formatted(file, disturbance)));
    return surfaces;
  }
}
