package org.tslmap.locality.profile;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Whether every access that the tool counted was received, scored and stored.
 *
 * <p>Each process's stream ends with the tool's own totals. The collector compares them with what
 * it decoded, and a process of which they differ, or never came, is not complete. Of complete ones
 * the numbers here are three counts of the same accesses: the tool's, the decoder's, and the sum
 * over all access sites, which the engine has made; and where a trace is kept, what that holds.
 * Accesses of functions that are counted and not recorded come as numbers, and are in all three,
 * whether scores of them are estimated or not.
 *
 * @param processes how many there are
 * @param checked processes whose tool has told its totals
 * @param tool accesses of these by the tool's own count
 * @param received accesses that were decoded, of all processes
 * @param scored accesses in all tables: the sum over sites, of all processes, less what accesses of
 *     more than a word count more than once
 * @param counted accesses in all tables that came as numbers: they have no score, or an estimated
 *     one
 * @param stored accesses in the stored traces, 0 without one
 * @param leftOut accesses of the program that were left out by option, or where it switched
 *     recording off
 */
public record Accounting(
    int processes,
    int checked,
    long tool,
    long received,
    long scored,
    long counted,
    long stored,
    long leftOut) {

  /** Of a run, whose processes have been added up. */
  public static Accounting of(List<ProcessProfile> processes, ScoredStream whole) {
    int checked = 0;
    long tool = 0;
    long leftOut = 0;
    for (ProcessProfile process : processes) {
      if (process.end().complete()) {
        checked++;
        tool += toolCount(process);
        leftOut += process.totals().leftOut();
      }
    }
    return new Accounting(
        processes.size(),
        checked,
        tool,
        whole.totals().made(),
        whole.histograms().recorded() - whole.totals().more(),
        whole.histograms().counted() + whole.histograms().estimated(),
        whole.totals().storedAccesses(),
        leftOut);
  }

  /** Those that should have come. */
  private static long toolCount(ProcessProfile process) {
    AccessTotals totals = process.totals();
    // Of a stretch, and where accesses were left out, END's totals have been compared already.
    return process.stretch().isPresent() || totals.toolAccesses() > totals.made()
        ? totals.made()
        : totals.toolAccesses();
  }

  /** What differs for a process that is complete otherwise, in one sentence. */
  static Optional<String> difference(ProcessProfile process) {
    AccessTotals totals = process.totals();
    return process.end().complete() && toolCount(process) != totals.made()
        ? Optional.of(
            String.format(
                Locale.ROOT,
                "process %d: the tool counted %,d accesses, but %,d were received",
                process.identity().pid(),
                totals.toolAccesses(),
                totals.made()))
        : Optional.empty();
  }

  /** Whether all processes were checked and all counts are the same. */
  public boolean agrees() {
    return checked == processes && tool == received && scored + counted == received;
  }

  private String found() {
    return counted > 0 ? String.format(Locale.ROOT, "scored + %,d counted", counted) : "scored";
  }

  /** What was compared and what came of it, in one line. */
  public String line() {
    if (scored + counted != received || (checked == processes && tool != received)) {
      return String.format(
          Locale.ROOT,
          "ACCESSES ARE MISSING: the tool counted %,d, %,d were received, %,d are scored%s",
          tool,
          received,
          scored,
          counted > 0 ? String.format(Locale.ROOT, ", %,d only counted", counted) : "");
    }
    StringBuilder line = new StringBuilder();
    if (checked == processes) {
      line.append("received = ").append(found());
      line.append(counted == 0 && stored == received ? " = stored" : "");
      line.append(" = the tool's own count");
    } else {
      line.append(
          String.format(
              Locale.ROOT,
              "received = %s; the tool's own count did not come of %,d of %,d processes",
              found(),
              processes - checked,
              processes));
    }
    if (stored > 0 && (counted > 0 || stored != received)) {
      line.append(String.format(Locale.ROOT, "; %,d are stored", stored));
    }
    if (leftOut > 0) {
      line.append(String.format(Locale.ROOT, "; without %,d that were to be left out", leftOut));
    }
    return line.toString();
  }
}
