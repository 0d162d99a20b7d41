package org.tslmap.collector.export;

import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Collectors;
import org.tslmap.collector.report.StackMetric;
import org.tslmap.collector.report.StackTree;

/**
 * One metric of a run as folded stacks, which Brendan Gregg's {@code flamegraph.pl} reads: a line
 * for each stack, functions with semicolons between them, and a number.
 */
public final class FoldedStacks {

  private FoldedStacks() {}

  /**
   * Writes the stacks that have some of the metric.
   *
   * @param metric its name
   * @throws IllegalArgumentException if there is no such metric
   */
  public static void write(StackTree stacks, String metric, PrintWriter out) {
    List<String> keys = stacks.metrics().stream().map(StackMetric::key).toList();
    int index = keys.indexOf(metric);
    if (index < 0) {
      throw new IllegalArgumentException(
          "expected a metric of %s, found '%s'".formatted(String.join(", ", keys), metric));
    }
    WholeNumbers whole = new WholeNumbers(1);
    for (StackPart root : StackPart.of(stacks)) {
      root.each(
          List.of(),
          path -> {
            double value = path.get(path.size() - 1).own()[index];
            long count = whole.next(new double[] {value})[0];
            if (count > 0) {
              out.println(line(path) + " " + count);
            }
          });
    }
    out.flush();
  }

  private static String line(List<StackPart> path) {
    return path.stream()
        .map(part -> part.name().replace(';', ':'))
        .collect(Collectors.joining(";"));
  }
}
