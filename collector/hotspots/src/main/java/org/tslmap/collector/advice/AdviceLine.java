package org.tslmap.collector.advice;

import java.util.Objects;
import org.tslmap.locality.score.Measure;

/**
 * One thing that is worth a look.
 *
 * @param what the kind of thing: {@code hotspot}, {@code idleThreads}, {@code imbalance}, ...
 * @param measure what its value is
 * @param value how much, in the measure's unit
 * @param text what it is, with its numbers, for people
 * @param next the command that shows more
 */
public record AdviceLine(String what, Measure measure, double value, String text, String next) {

  /** Nothing may be missing. */
  public AdviceLine {
    Objects.requireNonNull(what, "what");
    Objects.requireNonNull(measure, "measure");
    Objects.requireNonNull(text, "text");
    Objects.requireNonNull(next, "next");
  }
}
