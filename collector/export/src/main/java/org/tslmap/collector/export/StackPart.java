package org.tslmap.collector.export;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.tslmap.collector.names.Printable;
import org.tslmap.collector.report.StackNode;
import org.tslmap.collector.report.StackNode.Place;
import org.tslmap.collector.report.StackTree;

/**
 * A part of a stack as formats of text show it: a function, or a source line of one, which then has
 * the function's accesses.
 *
 * @param name without control characters
 * @param isLine whether it is a source line
 * @param module the object file; empty when not known
 * @param file source file; empty when not known
 * @param line source line, 0 when not known
 * @param own the values of its own accesses, by metric
 * @param parts what is below it
 */
record StackPart(
    String name,
    boolean isLine,
    String module,
    String file,
    int line,
    double[] own,
    List<StackPart> parts) {

  /**
   * The outermost parts of a run's stacks, with source lines as parts where the tree is of lines.
   */
  static List<StackPart> of(StackTree stacks) {
    return stacks.roots().stream().map(root -> of(stacks, root)).toList();
  }

  private static StackPart of(StackTree stacks, StackNode node) {
    List<StackPart> parts = new ArrayList<>();
    node.children().forEach(child -> parts.add(of(stacks, child)));
    double[] own = stacks.own(node);
    if (stacks.kind() == StackTree.Kind.LINES) {
      Map<Place, double[]> lines = new LinkedHashMap<>();
      node.own()
          .forEach(
              (place, values) -> {
                Place line = new Place(0, place.file(), place.line());
                double[] sum = lines.computeIfAbsent(line, key -> new double[values.length]);
                for (int i = 0; i < sum.length; i++) {
                  sum[i] += values[i];
                }
              });
      lines.forEach((line, values) -> parts.add(line(node, line, values)));
      own = new double[own.length];
    }
    return new StackPart(
        named(node.function().name()),
        false,
        Printable.line(node.function().object()),
        Printable.line(node.function().file()),
        node.function().line(),
        own,
        parts);
  }

  private static StackPart line(StackNode node, Place line, double[] values) {
    String file = Printable.line(line.file());
    String base = file.substring(file.lastIndexOf('/') + 1);
    return new StackPart(
        named(line.line() == 0 ? base : base + ":" + line.line()),
        true,
        Printable.line(node.function().object()),
        file,
        line.line(),
        values,
        List.of());
  }

  private static String named(String name) {
    return name.isEmpty() ? "???" : Printable.line(name);
  }

  /** Visits this part and all below it, each with the path to it. */
  void each(List<StackPart> above, Consumer<List<StackPart>> visitor) {
    List<StackPart> path = new ArrayList<>(above);
    path.add(this);
    visitor.accept(path);
    parts.forEach(part -> part.each(path, visitor));
  }
}
