package org.tslmap.collector.gate;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.tslmap.collector.report.Measured;

/** What a gate found, for people: text, Markdown, and annotations of GitHub. */
public final class GateReport {
  private final Judgement judgement;
  private final String update;

  /**
   * Of a judgement.
   *
   * @param update the command that makes the run the new baseline
   */
  public GateReport(Judgement judgement, String update) {
    this.judgement = judgement;
    this.update = update;
  }

  /** Prints a line for each regression and improvement, and one that sums up. */
  public void text(PrintWriter out) {
    judgement.regressions().forEach(finding -> out.println("regression: " + line(finding)));
    judgement.improvements().forEach(finding -> out.println("improvement: " + line(finding)));
    out.println(summary());
    advice().ifPresent(out::println);
    out.flush();
  }

  static String line(Judgement.Finding finding) {
    return "%s%s: %s %s"
        .formatted(finding.name(), place(finding), finding.metric().heading(), values(finding));
  }

  /** Before, after and, of what got worse, the limit. */
  private static String values(Judgement.Finding finding) {
    String values =
        "%s -> %s (%s)"
            .formatted(
                finding.metric().text(finding.before()),
                finding.metric().text(finding.after()),
                change(finding));
    return finding.isWorse() ? values + ", limit " + finding.limit().text() : values;
  }

  private static String place(Judgement.Finding finding) {
    String where = finding.row().where();
    return finding.name().equals(Baseline.WHOLE) || where.isEmpty() ? "" : " (" + where + ")";
  }

  /** Of counts in per cent. */
  private static String change(Judgement.Finding finding) {
    double change = finding.after() - finding.before();
    if (finding.metric().isScore()) {
      return String.format(Locale.ROOT, "%+.4f", change);
    }
    return finding.before() == 0
        ? "new"
        : String.format(Locale.ROOT, "%+.2f%%", 100 * change / finding.before());
  }

  private String summary() {
    int functions = judgement.judged().size();
    String judged =
        "%d %s and the whole".formatted(functions, functions == 1 ? "function" : "functions");
    List<String> worse =
        judgement.regressions().stream().map(Judgement.Finding::name).distinct().toList();
    return worse.isEmpty()
        ? "gate: passed; %s are within their limits".formatted(judged)
        : "gate: FAILED; worse by more than a limit: %s (judged: %s)"
            .formatted(String.join(", ", worse), judged);
  }

  private Optional<String> advice() {
    if (judgement.improvements().isEmpty() && judgement.regressions().isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        judgement.regressions().isEmpty()
            ? "gate: it got better; keep that with: " + update
            : "gate: if the change is wanted, make it the baseline with: " + update);
  }

  /** Prints a table, as a comment of a review or a step's summary. */
  public void markdown(PrintWriter out) {
    out.println("### tslmap gate: " + judgement.now().program());
    out.println();
    out.println(summary().substring("gate: ".length()) + ".");
    List<Judgement.Finding> findings = new ArrayList<>(judgement.regressions());
    findings.addAll(judgement.improvements());
    if (!findings.isEmpty()) {
      out.println();
      out.println("| | function | metric | before | after | change | limit |");
      out.println("|---|---|---|---:|---:|---:|---:|");
      for (Judgement.Finding finding : findings) {
        out.println(
            "| %s | %s | %s | %s | %s | %s | %s |"
                .formatted(
                    finding.isWorse() ? "worse" : "better",
                    cell(finding.name() + place(finding)),
                    finding.metric().heading(),
                    finding.metric().text(finding.before()),
                    finding.metric().text(finding.after()),
                    change(finding),
                    finding.isWorse() ? finding.limit().text() : ""));
      }
    }
    advice().ifPresent(line -> out.println("\n" + cell(line.substring("gate: ".length()))));
    out.flush();
  }

  private static String cell(String text) {
    return text.replace("|", "\\|").replace("<", "&lt;");
  }

  /**
   * Prints a command to GitHub for each regression, which shows it beside the function's source.
   *
   * @param root the folder of the sources; files in it are named by their path in it
   */
  public void annotations(PrintWriter out, Path root) {
    for (Judgement.Finding finding : judgement.regressions()) {
      out.println(
          "::error %stitle=%s::%s"
              .formatted(
                  finding.row().after().map(row -> place(row, root)).orElse(""),
                  property("tslmap gate: " + finding.name()),
                  message(finding.metric().heading() + " " + values(finding))));
    }
    out.flush();
  }

  private static String place(Measured row, Path root) {
    if (row.file().isEmpty()) {
      return "";
    }
    Path file = Path.of(row.file());
    Path own = root.toAbsolutePath().normalize();
    String name =
        file.isAbsolute() && file.startsWith(own) ? own.relativize(file).toString() : row.file();
    return "file=%s,line=%d,".formatted(property(name), Math.max(1, row.line()));
  }

  /** Text as GitHub's commands hold it. */
  private static String message(String text) {
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A");
  }

  private static String property(String text) {
    return message(text).replace(":", "%3A").replace(",", "%2C");
  }
}
