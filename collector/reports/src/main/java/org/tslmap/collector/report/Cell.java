package org.tslmap.collector.report;

import java.util.List;
import org.tslmap.locality.profile.ScoreErrors;
import org.tslmap.locality.profile.StrideShare;
import org.tslmap.locality.score.Measure;

/** What stands in one column of one row. */
sealed interface Cell {

  /** A value that is measured; NaN if it is not known. */
  static Cell of(Measure.Unit unit, double value) {
    if (Double.isNaN(value)) {
      return notKnown();
    }
    return switch (unit) {
      case SCORE -> new Score(value);
      case SHARE -> new Share(value);
      case PLACES, ACCESSES -> new Count(Math.round(value));
    };
  }

  /** In place of a score of accesses that were not scored. */
  static Cell notKnown() {
    return new Nothing("-");
  }

  /**
   * It does not apply, or is not known.
   *
   * @param shown what tables for people have in its place
   */
  record Nothing(String shown) implements Cell {
    Nothing() {
      this("");
    }
  }

  /** Words. */
  record Text(String text) implements Cell {}

  /** A number that is no quantity, such as a line of a file. */
  record Number(long value) implements Cell {}

  /** How many. */
  record Count(long value) implements Cell {}

  /** Which part of a whole, 0..1. */
  record Share(double value) implements Cell {}

  /** A score, 0..1. */
  record Score(double value) implements Cell {}

  /**
   * Where a score lies that is estimated.
   *
   * @param score the estimate
   * @param half of the 95 % interval
   */
  record Interval(double score, double half) implements Cell {

    /** From and to, within 0..1. */
    double[] ends() {
      return ScoreErrors.interval(score, half);
    }
  }

  /**
   * Signed strides.
   *
   * @param commonest commonest first
   * @param accesses the number of accesses they are shares of
   */
  record Strides(List<StrideShare> commonest, long accesses) implements Cell {}

  /** What columns are sorted by, for all but text. */
  default double magnitude() {
    if (this instanceof Number number) {
      return number.value();
    } else if (this instanceof Count count) {
      return count.value();
    } else if (this instanceof Share share) {
      return share.value();
    } else if (this instanceof Score score) {
      return score.value();
    } else if (this instanceof Interval interval) {
      return interval.half();
    } else if (this instanceof Strides strides && !strides.commonest().isEmpty()) {
      return Math.abs(strides.commonest().get(0).bytes());
    }
    return 0;
  }

  /** What columns of text are sorted by and filters look at. */
  default String words() {
    if (this instanceof Nothing nothing) {
      return nothing.shown();
    }
    return this instanceof Text text ? text.text() : "";
  }
}
