package org.tslmap.collector.cli.apex;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.tslmap.apexmap.Dependence;
import org.tslmap.apexmap.Operation;
import org.tslmap.apexmap.Surface;
import org.tslmap.apexmap.SurfaceFile;
import org.tslmap.collector.cli.MeasurementException;
import picocli.CommandLine.Option;

/** The options that pick surfaces out of a file. */
final class SurfaceSelection {

  @Option(names = "--words", paramLabel = "M", description = "Only surfaces of this many words.")
  private Optional<Long> words = Optional.empty();

  @Option(names = "--stride", paramLabel = "WORDS", description = "Only surfaces of this stride.")
  private Optional<Integer> stride = Optional.empty();

  @Option(
      names = "--operation",
      paramLabel = "read|write|update",
      description = "Only surfaces of this operation.")
  private Optional<Operation> operation = Optional.empty();

  @Option(
      names = "--dependence",
      paramLabel = "independent|dependent",
      description = "Only surfaces whose visits overlap, or do not.")
  private Optional<Dependence> dependence = Optional.empty();

  /** Whether a memory was asked for. */
  boolean hasWords() {
    return words.isPresent();
  }

  /**
   * The surfaces that are asked for, all of them when nothing is.
   *
   * @throws MeasurementException if there are none
   */
  List<Surface> of(SurfaceFile file) throws MeasurementException {
    List<Surface> chosen = file.surfaces().stream().filter(this::matches).toList();
    if (chosen.isEmpty()) {
      throw new MeasurementException(
          "there is no such surface in the file; it has:",
          file.surfaces().stream().map(SurfaceNames::of).toList());
    }
    return chosen;
  }

  /**
   * One surface: of what is asked for, the one of stride 1, independent reads, and most memory.
   *
   * @throws MeasurementException if there is none
   */
  Surface oneOf(SurfaceFile file) throws MeasurementException {
    return of(file).stream()
        .filter(surface -> surface.alphas().size() > 1 && surface.lengths().size() > 1)
        .min(
            Comparator.comparingInt(Surface::stride)
                .thenComparing(surface -> surface.setting().dependence())
                .thenComparing(surface -> surface.setting().operation())
                .thenComparing(Comparator.comparingLong(Surface::words).reversed()))
        .orElseThrow(
            () ->
                new MeasurementException(
                    "no surface there has two or more alphas and lengths; measure more of them"));
  }

  private boolean matches(Surface surface) {
    return words.orElse(surface.words()) == surface.words()
        && stride.orElse(surface.stride()) == surface.stride()
        && operation.orElse(surface.setting().operation()) == surface.setting().operation()
        && dependence.orElse(surface.setting().dependence()) == surface.setting().dependence();
  }
}
