package org.tslmap.plots;

import java.util.Objects;

/**
 * What a picture says about where it comes from.
 *
 * @param run what ran, part of the title
 * @param parameters what was measured with which parameters, part of the footer
 * @param folder where the run is kept, part of the footer; empty if nowhere
 */
public record Caption(String run, String parameters, String folder) {

  /** Nothing may be missing. */
  public Caption {
    Objects.requireNonNull(run, "run");
    Objects.requireNonNull(parameters, "parameters");
    Objects.requireNonNull(folder, "folder");
  }

  /** Of something that is not kept in a folder of its own. */
  public Caption(String run, String parameters) {
    this(run, parameters, "");
  }
}
