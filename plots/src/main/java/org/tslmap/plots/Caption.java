package org.tslmap.plots;

import java.util.Objects;

/**
 * What a picture says about where it comes from.
 *
 * @param run what ran, part of the title
 * @param parameters what was measured with which parameters, the footer
 */
public record Caption(String run, String parameters) {

  /** Nothing may be missing. */
  public Caption {
    Objects.requireNonNull(run, "run");
    Objects.requireNonNull(parameters, "parameters");
  }
}
