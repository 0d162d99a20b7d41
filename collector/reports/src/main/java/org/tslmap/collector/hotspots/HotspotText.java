package org.tslmap.collector.hotspots;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

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
    List<List<Finding>> alike = alike(hotspots.findings());
    boolean phases = hotspots.phases().kinds().size() > 1;
    int number = 0;
    boolean notes = false;
    for (List<Finding> findings : alike.subList(0, Math.min(top, alike.size()))) {
      if (findings.get(0).pattern().isNote() && !notes) {
        notes = true;
        out.println("also worth knowing, though no line is fetched for nothing:");
        out.println();
      }
      findings(++number, findings, phases, out);
    }
    if (hotspots.findings().stream().allMatch(finding -> finding.pattern().isNote())) {
      out.println(
          Wording.text(
              "no hotspot: nowhere do %s or more of all accesses earn nothing that could",
              leastShare(hotspots)));
    }
    int rest = alike.size() - top;
    if (rest > 0) {
      out.println(Wording.text("... and %d more (--top %d shows all)", rest, alike.size()));
    }
    out.flush();
  }

  /** The same in several phases is shown as one, most waste first, notes last. */
  private static List<List<Finding>> alike(List<Finding> findings) {
    Map<List<String>, List<Finding>> alike = new LinkedHashMap<>();
    for (Finding finding : findings) {
      alike
          .computeIfAbsent(
              List.of(finding.function(), finding.object(), finding.sentence()),
              key -> new ArrayList<>())
          .add(finding);
    }
    return alike.values().stream()
        .sorted(
            Comparator.comparing((List<Finding> same) -> same.get(0).pattern().isNote())
                .thenComparing(Comparator.comparingDouble(HotspotText::share).reversed()))
        .toList();
  }

  private static double share(List<Finding> findings) {
    return findings.stream().mapToDouble(Finding::share).sum();
  }

  private static void header(Hotspots hotspots, PrintWriter out) {
    String caches =
        hotspots.settings().caches().stream()
            .map(cache -> cache.name() + " " + Wording.bytes(cache.bytes()))
            .collect(Collectors.joining(", "));
    out.println(
        Wording.text(
            "accesses  %,d, at least %s of them for each hotspot",
            hotspots.accesses(), leastShare(hotspots)));
    hotspots
        .sampled()
        .ifPresent(
            share ->
                out.println(
                    "sampled   "
                        + share
                        + "; misses, and what objects and paths have of accesses, are estimates"));
    out.println(
        Wording.text(
            "caches    %s, of %d-byte lines, the least recently used goes first",
            caches, hotspots.lineBytes()));
    if (!hotspots.phases().list().isEmpty()) {
      out.println("phases    " + shortened(hotspots.phases().pattern()));
    }
    out.println();
  }

  private static String leastShare(Hotspots hotspots) {
    return Wording.text("%.2g%%", 100 * hotspots.settings().leastShare());
  }

  private static String shortened(String pattern) {
    return pattern.length() <= WIDTH ? pattern : pattern.substring(0, WIDTH - 4) + " ...";
  }

  private static void findings(
      int number, List<Finding> findings, boolean withPhases, PrintWriter out) {
    Finding first = findings.get(0);
    out.println(
        Wording.text(
            "%3d. %5.1f%%  %s: %s, %s%s%s",
            number,
            100 * share(findings),
            first.pattern().label(),
            Wording.function(first.function()),
            Wording.object(first.object()),
            withPhases ? phases(findings) : "",
            first.processes() == 1 ? "" : ", " + first.processes() + " processes"));
    wrapped(first.sentence() + ".", out);
    first.evidence().forEach(line -> out.println(INDENT + "- " + line));
    out.println();
  }

  private static String phases(List<Finding> findings) {
    if (findings.size() == 1) {
      return findings.get(0).phase().isEmpty() ? "" : ", phase " + findings.get(0).phase();
    }
    return findings.stream()
        .map(one -> Wording.text("%s %.1f%%", one.phase(), 100 * one.share()))
        .collect(Collectors.joining(", ", ", phases ", ""));
  }

  private static void wrapped(String text, PrintWriter out) {
    StringBuilder line = new StringBuilder(INDENT);
    for (String word : text.split(" ")) {
      if (line.length() + word.length() > WIDTH && line.length() > INDENT.length()) {
        out.println(line.toString().stripTrailing());
        line.setLength(INDENT.length());
      }
      line.append(word).append(' ');
    }
    out.println(line.toString().stripTrailing());
  }
}
