package org.tslmap.collector.hotspots;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.tslmap.collector.report.Quantities;

/** Hotspots for people. */
public final class HotspotText {

  private static final int WIDTH = 96;
  private static final String INDENT = "      ";

  private HotspotText() {}

  /**
   * Prints the first findings.
   *
   * @param top how many at most
   */
  public static void write(Hotspots hotspots, int top, PrintWriter out) {
    header(hotspots, out);
    List<List<Finding>> alike = hotspots.alike();
    int number = 0;
    boolean notes = false;
    for (List<Finding> findings : alike.subList(0, Math.min(top, alike.size()))) {
      if (findings.get(0).pattern().isNote() && !notes) {
        notes = true;
        out.println("also worth knowing, though no fetched line is wasted:");
        out.println();
      }
      findings(++number, hotspots, findings, phases(hotspots, findings), out);
      Hotspots.evidence(findings).forEach(line -> out.println(INDENT + "- " + line));
      findings.get(0).tried().forEach(tried -> TriedText.write(tried, hotspots.settings(), out));
      out.println();
    }
    none(hotspots, out);
    if (hotspots.smallerShare() > 0) {
      out.println(
          Wording.text(
              "%s smaller %s: %.1f%%%s",
              Wording.count(hotspots.smallerGroups()),
              hotspots.smallerGroups() == 1 ? "one" : "ones",
              100 * hotspots.smallerShare(),
              hotspots.small().isEmpty() ? "" : ", the largest of them"));
      for (Finding finding : hotspots.small()) {
        out.println(
            Wording.text(
                "     %5.2f%%  %s",
                100 * hotspots.share(finding), Hotspots.title(List.of(finding))));
      }
    }
    int rest = alike.size() - top;
    if (rest > 0) {
      out.println(Wording.text("... and %d more (--top %d shows all)", rest, alike.size()));
    }
    out.flush();
  }

  /**
   * Prints what the first findings are and what helps, without their evidence and phases. Notes are
   * left out.
   *
   * @param top how many at most
   */
  public static void brief(Hotspots hotspots, int top, PrintWriter out) {
    EstimatedTime time = hotspots.time();
    List<List<Finding>> alike =
        hotspots.alike().stream().filter(same -> !same.get(0).pattern().isNote()).toList();
    out.println(
        Wording.text(
            "hotspots: %.1f%% of an estimated %s could be saved at best",
            100 * time.share(time.wasted()), Quantities.seconds(time.nanoseconds() / 1e9)));
    int number = 0;
    for (List<Finding> findings : alike.subList(0, Math.min(top, alike.size()))) {
      findings(++number, hotspots, findings, "", out);
    }
    none(hotspots, out);
    if (alike.size() > top) {
      out.println(Wording.text("... and %d more", alike.size() - top));
    }
    out.flush();
  }

  private static void none(Hotspots hotspots, PrintWriter out) {
    if (hotspots.findings().stream().allMatch(finding -> finding.pattern().isNote())) {
      out.println(
          Wording.text(
              "no hotspot: nowhere could %s or more of the estimated time be saved",
              leastShare(hotspots)));
    }
  }

  private static void header(Hotspots hotspots, PrintWriter out) {
    String caches =
        hotspots.settings().caches().stream()
            .map(cache -> cache.name() + " " + Wording.bytes(cache.bytes()))
            .collect(Collectors.joining(", "));
    EstimatedTime time = hotspots.time();
    out.println(
        Wording.text(
            "accesses  %,d, an estimated %s%s",
            hotspots.accesses(),
            Quantities.seconds(time.nanoseconds() / 1e9),
            time.leftOut() > 0.01 * time.nanoseconds()
                ? ", without %s of the loader and of threads' waiting"
                    .formatted(Quantities.seconds(time.leftOut() / 1e9))
                : ""));
    out.println(
        Wording.text(
            "waste     %.1f%% of that time could be saved at best; shown from %s on",
            100 * time.share(time.wasted()), leastShare(hotspots)));
    out.println("costs     " + hotspots.settings().times().source());
    hotspots
        .sampled()
        .ifPresent(
            share ->
                out.println(
                    "sampled   "
                        + share
                        + "; misses, and what data objects and call paths have of accesses, are"
                        + " estimates"));
    hotspots.estimated().ifPresent(sentence -> out.println("counted   " + sentence));
    out.println(
        Wording.text(
            "caches    %s, of %d-byte lines, LRU replacement", caches, hotspots.lineBytes()));
    if (!hotspots.phases().list().isEmpty()) {
      wrapped("phases    ", " ".repeat(10), phases(hotspots), out);
    }
    out.println();
  }

  private static String leastShare(Hotspots hotspots) {
    return Wording.text("%.2g%%", 100 * hotspots.settings().leastShare());
  }

  /** The kinds of phases with what each does, and in which order they came if some came again. */
  private static String phases(Hotspots hotspots) {
    String kinds =
        hotspots.phases().kinds().stream()
            .map(kind -> named(kind, hotspots.phaseTitle(kind)))
            .collect(Collectors.joining("; "));
    boolean inOrder = hotspots.phases().list().size() == hotspots.phases().kinds().size();
    return inOrder ? kinds : hotspots.phases().pattern() + "; " + kinds;
  }

  /** A title of a phase that the program marked begins with its name. */
  private static String named(String kind, String title) {
    return title.startsWith(kind + ": ") ? title : kind + ": " + title;
  }

  private static void findings(
      int number, Hotspots hotspots, List<Finding> findings, String phases, PrintWriter out) {
    Finding first = findings.get(0);
    out.println(
        Wording.text(
            "%3d. %5.1f%%  %s%s%s",
            number,
            100 * hotspots.time().share(Hotspots.nanoseconds(findings)),
            Hotspots.title(findings),
            phases,
            first.processes() == 1 ? "" : ", " + first.processes() + " processes"));
    wrapped(INDENT, INDENT, Hotspots.sentence(findings), out);
  }

  private static String phases(Hotspots hotspots, List<Finding> findings) {
    if (hotspots.phases().kinds().size() <= 1) {
      return "";
    }
    Map<String, Double> shares = new LinkedHashMap<>();
    findings.forEach(one -> shares.merge(one.phase(), hotspots.share(one), Double::sum));
    if (shares.size() == 1) {
      String only = findings.get(0).phase();
      return only.isEmpty() ? "" : ", phase " + only;
    }
    return shares.entrySet().stream()
        .map(phase -> Wording.text("%s %.1f%%", phase.getKey(), 100 * phase.getValue()))
        .collect(Collectors.joining(", ", ", phases ", ""));
  }

  private static void wrapped(String first, String indent, String text, PrintWriter out) {
    StringBuilder line = new StringBuilder(first);
    for (String word : text.split(" ")) {
      if (line.length() + word.length() > WIDTH && line.length() > indent.length()) {
        out.println(line.toString().stripTrailing());
        line.setLength(0);
        line.append(indent);
      }
      line.append(word).append(' ');
    }
    out.println(line.toString().stripTrailing());
  }
}
