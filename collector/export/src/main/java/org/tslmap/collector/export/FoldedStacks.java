package org.tslmap.collector.export;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.tslmap.collector.names.Printable;
import org.tslmap.collector.report.StackMetric;
import org.tslmap.collector.report.StackNode;
import org.tslmap.collector.report.StackNode.Place;
import org.tslmap.collector.report.StackTree;

/**
 * One metric of a run as folded stacks, which Brendan Gregg's {@code flamegraph.pl} reads: a line
 * for each stack, functions with semicolons between them, and a number.
 */
public final class FoldedStacks {

  private FoldedStacks() {}

  /**
   * Writes the stacks that have some of the metric, and where stacks are places, the lines.
   *
   * @param metric its name
   * @param lines whether the source line stands behind the functions
   * @throws IllegalArgumentException if there is no such metric
   */
  public static void write(StackTree stacks, String metric, boolean lines, PrintWriter out) {
    List<String> keys = stacks.metrics().stream().map(StackMetric::key).toList();
    int index = keys.indexOf(metric);
    if (index < 0) {
      throw new IllegalArgumentException(
          "expected a metric of %s, found '%s'".formatted(String.join(", ", keys), metric));
    }
    WholeNumbers whole = new WholeNumbers(1);
    stacks.each(
        node -> {
          Map<String, Double> sums = new LinkedHashMap<>();
          node.own()
              .forEach(
                  (place, values) ->
                      sums.merge(lines ? line(place) : "", values[index], Double::sum));
          sums.forEach(
              (line, value) -> {
                long count = whole.next(new double[] {value})[0];
                if (count > 0) {
                  out.println(path(node) + line + " " + count);
                }
              });
        });
    out.flush();
  }

  private static String path(StackNode node) {
    return node.path().stream()
        .map(part -> frame(part.function().name()))
        .collect(Collectors.joining(";"));
  }

  private static String line(Place place) {
    String base = place.file().substring(place.file().lastIndexOf('/') + 1);
    return place.line() == 0 || base.isEmpty() ? "" : ";" + frame(base + ":" + place.line());
  }

  /** A name without what separates names. */
  private static String frame(String name) {
    String line = Printable.line(name).replace(';', ':');
    return line.isEmpty() ? "???" : line;
  }
}
