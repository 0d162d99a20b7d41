package org.tslmap.collector.report;

import java.util.List;
import org.tslmap.locality.profile.AccessTotals;
import org.tslmap.locality.profile.Stretch;

/** Says in a report which stretch of a program was measured. */
final class StretchLines {
  private static final double MILLIS = 1000;

  private final TableWriter out;

  StretchLines(TableWriter out) {
    this.out = out;
  }

  /**
   * Prints the lines.
   *
   * @param totals of all processes
   * @param stretches of the processes that had any
   * @param complete whether the totals are the tool's own
   */
  void write(AccessTotals totals, List<Stretch> stretches, boolean complete) {
    long before = stretches.stream().mapToLong(stretch -> stretch.before().orElse(0)).sum();
    long leftOut = totals.toolAccesses() - before - totals.accesses();
    if (stretches.size() == 1) {
      one(stretches.get(0), totals, leftOut == 0);
    } else {
      out.line(
          "stretch     it began in %d of %d processes and ended in %d before they did",
          stretches.stream().filter(Stretch::begun).count(),
          stretches.size(),
          stretches.stream().filter(Stretch::stopped).count());
    }
    if (complete && leftOut > 0) {
      out.line(
          "left out    %,d of the stretch's %,d accesses (%.1f %%)",
          leftOut, leftOut + totals.accesses(), 100.0 * leftOut / (leftOut + totals.accesses()));
    }
  }

  private void one(Stretch stretch, AccessTotals totals, boolean whole) {
    if (!stretch.begun()) {
      out.line("stretch     none: the program ended before it began%s", made(stretch));
      return;
    }
    String to =
        stretch.stopped() ? "%.1f s".formatted(stretch.stoppedMillis() / MILLIS) : "its end";
    String numbers = "";
    if (stretch.before().isPresent()) {
      long first = stretch.before().getAsLong();
      numbers =
          whole
              ? "accesses %,d to %,d of the program, ".formatted(first, first + totals.accesses())
              : "from access %,d of the program on, ".formatted(first);
    }
    out.line(
        "stretch     %sfrom %.1f s to %s%s",
        numbers,
        stretch.begunMillis() / MILLIS,
        to,
        stretch.stopped() ? "; not counted after that" : "");
  }

  private static String made(Stretch stretch) {
    return stretch.before().isPresent()
        ? "; it made only %,d accesses".formatted(stretch.before().getAsLong())
        : "";
  }
}
