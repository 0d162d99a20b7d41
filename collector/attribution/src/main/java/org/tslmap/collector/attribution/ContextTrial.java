package org.tslmap.collector.attribution;

import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.tslmap.locality.EngineChoice;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.Histograms;
import org.tslmap.locality.LabelledBatch;
import org.tslmap.locality.LocalityEngine;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.CountingLimits;
import org.tslmap.locality.score.Score;

/**
 * Tries on some accesses what becomes of the scores when some functions are only counted: these
 * accesses are scored twice, all of them and without those functions, with nothing before them.
 * What the others use after them moves away from its last use, or comes nearer to it.
 *
 * <p>Used by one thread at a time.
 */
public final class ContextTrial implements AutoCloseable {
  /**
   * What was seen.
   *
   * @param whole the largest change of TL or SL, of words or lines, of all accesses together, 0..1;
   *     those of the functions that are left out are as they were
   * @param lost the same of each of the other functions, by number, if it has {@linkplain
   *     CountingLimits#contextLost lost context}
   * @param movers the other functions that made the whole move: without one of them it would move
   *     by a thousandth less or more
   * @param tried how many accesses each of the functions made that may be left out, by number
   */
  public record Drift(
      double whole, Map<Integer, Double> lost, Set<Integer> movers, Map<Integer, Long> tried) {}

  /** How far a function must move the scores of the whole to be one of those that did. */
  private static final double MOVES = 0.001;

  private final MetricParameters parameters;
  private final Set<Integer> functions;
  private final LocalityEngine all;
  private final LocalityEngine others;
  private long[] addresses = new long[Batch.CAPACITY];
  private int[] owners = new int[Batch.CAPACITY];

  /**
   * A trial that has seen nothing.
   *
   * @param functions numbers of those that may be left out
   */
  ContextTrial(MetricParameters parameters, EngineChoice choice, Set<Integer> functions) {
    this.parameters = parameters;
    this.functions = Set.copyOf(functions);
    all = LocalityEngine.open(parameters, choice);
    others = LocalityEngine.open(parameters, choice);
  }

  /** Takes the next accesses. */
  void accesses(LabelledBatch batch, Labels labels) {
    int count = batch.count();
    if (addresses.length < count) {
      addresses = Arrays.copyOf(addresses, count);
      owners = Arrays.copyOf(owners, count);
    }
    batch.addresses(0, addresses, count);
    batch.labels(0, owners, count);
    for (int i = 0; i < count; i++) {
      owners[i] = labels.function(owners[i]);
    }
    all.accesses(batch.thread(), addresses, owners, count);
    int kept = 0;
    for (int i = 0; i < count; i++) {
      if (!functions.contains(owners[i])) {
        addresses[kept] = addresses[i];
        owners[kept++] = owners[i];
      }
    }
    others.accesses(batch.thread(), addresses, owners, kept);
  }

  /** What was seen of all accesses that came. */
  public Drift drift() {
    Map<Integer, Histograms> before = byFunction(all);
    Map<Integer, Histograms> after = byFunction(others);
    Histograms whole = Histograms.empty(parameters);
    Histograms estimated = Histograms.empty(parameters);
    before.forEach(
        (function, counts) -> {
          whole.add(counts);
          estimated.add(functions.contains(function) ? counts : after.get(function));
        });
    Map<Integer, Double> lost = new TreeMap<>();
    Set<Integer> movers = new TreeSet<>();
    after.forEach(
        (function, counts) -> {
          double moved = distance(before.get(function), counts);
          double share = (double) counts.accesses() / whole.accesses();
          if (CountingLimits.contextLost(share, moved)) {
            lost.put(function, moved);
          }
          if (share * moved >= MOVES) {
            movers.add(function);
          }
        });
    Map<Integer, Long> tried = new TreeMap<>();
    functions.stream()
        .filter(before::containsKey)
        .forEach(function -> tried.put(function, before.get(function).accesses()));
    return new Drift(distance(whole, estimated), lost, movers, tried);
  }

  private Map<Integer, Histograms> byFunction(LocalityEngine engine) {
    Map<Integer, Histograms> sums = new TreeMap<>();
    engine.eachSite(
        (thread, function, counts) ->
            sums.computeIfAbsent(function, f -> Histograms.empty(parameters)).add(counts));
    return sums;
  }

  private double distance(Histograms one, Histograms other) {
    return Stream.of(Granularity.WORD, Granularity.LINE)
        .flatMapToDouble(
            g ->
                Stream.of(Score.TL, Score.SL)
                    .mapToDouble(
                        score ->
                            Math.abs(
                                score.of(one, g, parameters) - score.of(other, g, parameters))))
        .max()
        .orElse(0);
  }

  @Override
  public void close() {
    all.close();
    others.close();
  }
}
