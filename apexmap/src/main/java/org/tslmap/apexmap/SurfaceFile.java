package org.tslmap.apexmap;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * The surfaces of one machine, measured together: {@code surface.json}.
 *
 * @param generator what measured them, name and version
 * @param measured when it was done
 * @param machine where
 * @param noise how steadily the machine ran
 * @param core what the core computes in a time; {@link CoreCosts#NONE} in files that were measured
 *     before it was known
 * @param surfaces at least one
 */
public record SurfaceFile(
    String generator,
    Instant measured,
    Machine machine,
    Noise noise,
    CoreCosts core,
    List<Surface> surfaces) {

  /**
   * The version of the schema that {@link #write} writes and the newest that {@link #read} reads.
   */
  public static final int SCHEMA_VERSION = 5;

  /**
   * Checks that nothing is missing.
   *
   * @throws IllegalArgumentException if there is no surface
   */
  public SurfaceFile {
    Objects.requireNonNull(generator, "generator");
    Objects.requireNonNull(measured, "measured");
    Objects.requireNonNull(machine, "machine");
    Objects.requireNonNull(noise, "noise");
    Objects.requireNonNull(core, "core");
    surfaces = List.copyOf(surfaces);
    if (surfaces.isEmpty()) {
      throw new IllegalArgumentException("there should be at least one surface, but is none");
    }
  }

  /** Surfaces without what the core computes. */
  public SurfaceFile(
      String generator, Instant measured, Machine machine, Noise noise, List<Surface> surfaces) {
    this(generator, measured, machine, noise, CoreCosts.NONE, surfaces);
  }

  /**
   * Costs as the first surface's threads and pages had them, interpolated between surfaces; see
   * {@link #cost(ProbeSetting)}.
   */
  public AccessCost cost() {
    return cost(surfaces.get(0).setting());
  }

  /**
   * Costs with these threads and pages, from the surfaces that were measured so. The setting's
   * operation and dependence do not matter: each question names its own.
   *
   * <p>Inside a surface they are as {@link Surface#cost} gives them, between surfaces they go
   * linearly in the logarithms of M and stride. Outside there is an {@link
   * OutsideSurfaceException}.
   */
  public AccessCost cost(ProbeSetting setting) {
    return new SurfaceCost(surfaces, setting);
  }

  /**
   * Reads {@code surface.json}.
   *
   * @throws ApexFileException if the file is cut, damaged, of a newer schema, or something else
   * @throws IOException if it cannot be read
   */
  public static SurfaceFile read(Path file) throws IOException {
    return SurfaceJson.read(file);
  }

  /**
   * Writes {@code surface.json}. The file appears whole or not at all.
   *
   * @throws IOException if it cannot be written
   */
  public void write(Path file) throws IOException {
    SurfaceJson.write(this, file);
  }
}
