package org.tslmap.locality;

/** Picks the implementation an {@link EngineChoice} stands for. */
final class EngineSelection {

  private EngineSelection() {}

  static LocalityEngine open(MetricParameters parameters, EngineChoice choice) {
    throw new IllegalStateException("no engine for " + choice + " with " + parameters);
  }
}
