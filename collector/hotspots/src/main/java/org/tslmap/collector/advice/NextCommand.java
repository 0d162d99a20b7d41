package org.tslmap.collector.advice;

/**
 * The commands that show more of a run, ready for a shell.
 *
 * @param run the run, quoted where a shell needs it
 * @param weighing options by which {@code hotspots} weighs as the advice does, each after a blank
 * @param canTry whether remedies can be tried on the run's stored trace
 */
public record NextCommand(String run, String weighing, boolean canTry) {

  String hotspot(int rank, boolean hasRemedy) {
    return "tslmap hotspots %s%s %s %d"
        .formatted(run, weighing, canTry && hasRemedy ? "--try" : "--top", rank);
  }

  String report(String options) {
    return "tslmap report " + run + (options.isEmpty() ? "" : " " + options);
  }

  String compare(NextCommand reference) {
    return "tslmap compare %s %s".formatted(reference.run, run);
  }

  /** A word of a command, quoted where a shell needs it. */
  public static String word(String text) {
    return text.matches("[\\w./+:,=@-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
  }
}
