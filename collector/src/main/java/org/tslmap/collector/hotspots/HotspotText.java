package org.tslmap.collector.hotspots;

import java.io.PrintWriter;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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
    List<Finding> shown = hotspots.findings().stream().limit(top).toList();
    Set<String> said = new HashSet<>();
    int number = 0;
    boolean notes = false;
    for (Finding finding : shown) {
      if (finding.pattern().isNote() && !notes) {
        notes = true;
        out.println("also seen, though nothing is wasted:");
        out.println();
      }
      finding(++number, finding, said.add(finding.sentence()), out);
    }
    if (hotspots.findings().stream().allMatch(finding -> finding.pattern().isNote())) {
      out.println(
          Wording.text(
              "no hotspot: nowhere do %s or more of all accesses earn nothing that could",
              leastShare(hotspots)));
    }
    int rest = hotspots.findings().size() - shown.size();
    if (rest > 0) {
      out.println(
          Wording.text("... and %d more (--top %d shows all)", rest, hotspots.findings().size()));
    }
    out.flush();
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

  private static void finding(int number, Finding finding, boolean isNew, PrintWriter out) {
    String phase = finding.phase().isEmpty() ? "" : ", phase " + finding.phase();
    String processes = finding.processes() == 1 ? "" : ", " + finding.processes() + " processes";
    out.println(
        Wording.text(
            "%3d. %5.1f%%  %s: %s, %s%s%s",
            number,
            100 * finding.share(),
            finding.pattern().label(),
            finding.function(),
            finding.object(),
            phase,
            processes));
    if (isNew) {
      wrapped(finding.sentence() + ".", out);
      finding.evidence().forEach(line -> out.println(INDENT + "- " + line));
    } else {
      out.println(INDENT + "As above.");
    }
    out.println();
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
