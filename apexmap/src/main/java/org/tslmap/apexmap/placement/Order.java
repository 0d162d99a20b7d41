package org.tslmap.apexmap.placement;

/** In which order the visits of a {@link ProbePattern} come to their blocks. */
public enum Order {
  /** As the probe's do: drawn from the power law. */
  DRAWN,
  /** Every block once, then all again: each reuse distance is the same. */
  IN_TURN,
  /** Every block once and never again: first touches. */
  ONCE
}
