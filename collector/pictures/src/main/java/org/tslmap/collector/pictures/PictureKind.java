package org.tslmap.collector.pictures;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** What can be drawn of a run. */
public enum PictureKind {
  /** Which addresses are accessed when. */
  ADDRESS_TIME("address-time"),
  /** How often each reuse distance occurs. */
  REUSE("reuse"),
  /** Misses over the size of an ideal cache. */
  MISSES("misses"),
  /** How often each stride occurs. */
  STRIDES("strides"),
  /** Functions, or runs, by TL and SL. */
  PLANE("plane"),
  /** TL and SL over time. */
  TIME_LINE("time-line"),
  /** TL, SL and SL* of functions, or runs, as bars. */
  SCORES("scores");

  private final String label;

  PictureKind(String label) {
    this.label = label;
  }

  /** What options call it, and how the names of its files begin. */
  public String label() {
    return label;
  }

  /** The kind that options call so. */
  public static Optional<PictureKind> of(String label) {
    return Arrays.stream(values()).filter(kind -> kind.label.equals(label)).findFirst();
  }

  /** All labels, separated by commas. */
  public static String labels() {
    return Arrays.stream(values()).map(PictureKind::label).collect(Collectors.joining(", "));
  }

  /** Whether it can be drawn of several runs together. */
  public boolean ofSeveralRuns() {
    return this == PLANE || this == SCORES;
  }

  /** Whether it can be drawn of a selection of a run's accesses. */
  public boolean ofSelections() {
    return this == ADDRESS_TIME || this == REUSE || this == MISSES || this == STRIDES;
  }
}
