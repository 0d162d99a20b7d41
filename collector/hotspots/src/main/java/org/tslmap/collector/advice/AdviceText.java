package org.tslmap.collector.advice;

import java.io.PrintWriter;
import java.util.List;
import org.tslmap.collector.hotspots.Wording;
import org.tslmap.collector.report.Quantities;

/** An advice as a page for people. */
public final class AdviceText {
  private static final int WIDTH = 96;
  private static final String INDENT = " ".repeat(10);

  private AdviceText() {}

  /** Prints the page. */
  public static void write(Advice advice, PrintWriter out) {
    out.println("run    %s: %s".formatted(advice.run(), advice.command()));
    out.println(
        "time   an estimated %s for %s accesses; costs %s"
            .formatted(
                Quantities.seconds(advice.hotspots().time().nanoseconds() / 1e9),
                Wording.count(advice.hotspots().accesses()),
                advice.settings().weighing().times().source()));
    advice.notes().forEach(note -> out.println("note   " + note));
    out.println();
    if (advice.isGood()) {
      good(advice, out);
    } else {
      for (AdviceStep step : AdviceStep.values()) {
        step(step, advice, out);
      }
    }
    out.flush();
  }

  private static void good(Advice advice, PrintWriter out) {
    wrapped(
        Wording.text(
            "nothing is wrong: no hotspot could save %s of the estimated time, %s%s of the time is"
                + " spent beyond the nearest cache",
            Wording.percent(AdviceSettings.LEAST_WASTE),
            advice.shared() ? "no thread and no rank is idle, work is evenly spread, and " : "and ",
            Wording.percent(advice.hotspots().time().memoryShare())),
        "",
        out);
  }

  private static void step(AdviceStep step, Advice advice, PrintWriter out) {
    List<AdviceLine> lines = advice.steps().get(step);
    out.println(
        "%d. %s%s".formatted(step.ordinal() + 1, step.title(), lines.isEmpty() ? ": none" : ""));
    for (AdviceLine line : lines) {
      wrapped(
          Wording.text(
              "   %5s  %s", Quantities.of(line.measure().unit(), line.value()), line.text()),
          INDENT,
          out);
      out.println(INDENT + "next: " + line.next());
    }
  }

  private static void wrapped(String text, String indent, PrintWriter out) {
    StringBuilder line = new StringBuilder();
    for (String word : text.split("(?<=\\S) ")) {
      if (line.length() + word.length() > WIDTH) {
        out.println(line.toString().stripTrailing());
        line.setLength(0);
        line.append(indent);
      }
      line.append(word).append(' ');
    }
    out.println(line.toString().stripTrailing());
  }
}
