package org.tslmap.collector.filtering;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.Histograms;
import org.tslmap.locality.LocalityHistogram;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.CountingLimits;
import org.tslmap.locality.profile.FunctionInfo;
import org.tslmap.locality.profile.FunctionProfile;
import org.tslmap.locality.profile.ScoredStream;
import org.tslmap.locality.score.Score;

/**
 * How scores change when functions are left out of the stream: others' reuse distances and strides
 * no longer see their accesses.
 *
 * @param whole all accesses: what is recorded of kept functions, and of the others what was known
 *     of them before, which stands for accesses that are only counted
 * @param stream the kept accesses alone
 * @param functions kept functions, most accesses first
 */
public record FilterDrift(Row whole, Row stream, List<Row> functions) {

  /** Keeps the list unmodifiable. */
  public FilterDrift {
    functions = List.copyOf(functions);
  }

  /**
   * What becomes of some accesses.
   *
   * @param name a function, or what it is
   * @param accesses how many
   * @param share of all accesses of the run, 0..1
   * @param before TL and SL of words, TL and SL of lines, in the full stream
   * @param after the same in the other one
   */
  public record Row(
      String name, long accesses, double share, List<Double> before, List<Double> after) {

    /** The change of a score. */
    public double drift(int score) {
      return after.get(score) - before.get(score);
    }

    /** The largest change of a score, either way. */
    public double largest() {
      double largest = 0;
      for (int i = 0; i < before.size(); i++) {
        largest = Math.max(largest, Math.abs(drift(i)));
      }
      return largest;
    }

    /** Whether it has moved so far that its scores depend on what was left out. */
    public boolean contextLost() {
      return CountingLimits.contextLost(share, largest());
    }
  }

  /**
   * Compares two scorings of a trace.
   *
   * @param full of all accesses
   * @param filtered with those of some functions only counted
   */
  public static FilterDrift of(ScoredStream full, ScoredStream filtered) {
    MetricParameters parameters = full.parameters();
    long all = full.totals().accesses();
    Map<FunctionInfo, FunctionProfile> after = new HashMap<>();
    filtered.functions().forEach(function -> after.put(function.function(), function));
    Histograms joined = filtered.histograms().copy();
    List<Row> rows = new ArrayList<>();
    for (FunctionProfile before : full.functions()) {
      FunctionProfile now = after.get(before.function());
      if (now == null || now.histograms().counted() > 0) {
        joined.add(before.histograms());
      } else {
        rows.add(
            new Row(
                before.function().name(),
                now.accesses(),
                all == 0 ? 0 : (double) now.accesses() / all,
                scores(before.histograms(), parameters),
                scores(now.histograms(), parameters)));
      }
    }
    long kept = filtered.histograms().word().accesses();
    List<Double> whole = scores(full.histograms(), parameters);
    return new FilterDrift(
        new Row("whole", all, 1, whole, scores(joined, parameters)),
        new Row(
            "recorded alone",
            kept,
            all == 0 ? 0 : (double) kept / all,
            whole,
            scores(filtered.histograms(), parameters)),
        rows);
  }

  private static List<Double> scores(Histograms histograms, MetricParameters parameters) {
    LocalityHistogram word = histograms.at(Granularity.WORD);
    LocalityHistogram line = histograms.at(Granularity.LINE);
    return List.of(
        Score.TL.of(word, parameters),
        Score.SL.of(word, parameters),
        Score.TL.of(line, parameters),
        Score.SL.of(line, parameters));
  }
}
