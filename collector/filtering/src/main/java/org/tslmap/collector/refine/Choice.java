package org.tslmap.collector.refine;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Picks the functions that are worth most among those that recording can be paid for. */
public final class Choice {

  /*
   * A function is worth its share of all wasted accesses, and a little for its share of all accesses,
   * so that what is left of the budget goes to those that say most about the program. Those of the
   * set before are worth a tenth more than that: where something has to leave, it is not swapped for
   * something that is hardly worth more.
   *
   * It is the 0/1 knapsack problem, solved by dynamic programming over the budget in UNITS steps
   * (Kellerer, Pferschy and Pisinger, Knapsack Problems, 2004, section 2.3); costs are rounded up.
   * There are thousands of functions that cost less than a step. They have a part of the budget for
   * themselves, by worth and cost, and whatever that leaves goes to the others.
   */

  /** What a share of accesses is worth beside a share of waste. */
  static final double WORTH_OF_ACCESSES = 0.05;

  /** How much more functions are worth that were recorded before. */
  static final double HYSTERESIS = 1.1;

  private static final int UNITS = 4000;

  /** The part of the budget that small functions may take. */
  private static final double SMALL_PART = 0.1;

  private final CostModel model;
  private final Set<String> before;
  private final double allAccesses;
  private final double allWaste;

  private Choice(List<Candidate> candidates, CostModel model, Set<String> before) {
    this.model = model;
    this.before = before;
    this.allAccesses = Math.max(1, candidates.stream().mapToDouble(Candidate::accesses).sum());
    this.allWaste =
        Math.max(1, candidates.stream().mapToDouble(c -> c.waste() * c.accesses()).sum());
  }

  /**
   * The functions to record.
   *
   * @param seconds that may be spent on recording, on top of counting
   * @param before those recorded before; empty at first
   */
  public static Set<String> of(
      List<Candidate> candidates, CostModel model, double seconds, Set<String> before) {
    return new Choice(candidates, model, before).pick(candidates, seconds);
  }

  /** What some functions are worth together: their share of waste, and a little for accesses. */
  static double worth(List<Candidate> candidates, CostModel model, Set<String> picked) {
    Choice choice = new Choice(candidates, model, Set.of());
    return candidates.stream()
        .filter(candidate -> picked.contains(candidate.name()))
        .mapToDouble(choice::worth)
        .sum();
  }

  private double cost(Candidate candidate) {
    return model.recordingSeconds(candidate.name(), candidate.accesses());
  }

  private double worth(Candidate candidate) {
    double worth =
        candidate.waste() * candidate.accesses() / allWaste
            + WORTH_OF_ACCESSES * candidate.accesses() / allAccesses;
    return before.contains(candidate.name()) ? HYSTERESIS * worth : worth;
  }

  private Set<String> pick(List<Candidate> candidates, double seconds) {
    Set<String> picked = new HashSet<>();
    double left = seconds;
    List<Candidate> small = new ArrayList<>();
    List<Candidate> large = new ArrayList<>();
    for (Candidate candidate : candidates) {
      if (candidate.kept()) {
        picked.add(candidate.name());
        left -= cost(candidate);
      } else if (candidate.accesses() > 0) {
        (cost(candidate) * UNITS < seconds ? small : large).add(candidate);
      }
    }
    if (left <= 0) {
      return picked;
    }
    small.sort(Comparator.comparingDouble((Candidate c) -> worth(c) / cost(c)).reversed());
    double ofSmall = SMALL_PART * left;
    for (Candidate candidate : small) {
      double cost = cost(candidate);
      if (cost <= ofSmall) {
        ofSmall -= cost;
        left -= cost;
        picked.add(candidate.name());
      }
    }
    picked.addAll(knapsack(large, left));
    return picked;
  }

  private Set<String> knapsack(List<Candidate> large, double seconds) {
    double[] best = new double[UNITS + 1];
    List<BitSet> taken = new ArrayList<>();
    int[] units = new int[large.size()];
    for (int i = 0; i < large.size(); i++) {
      Candidate candidate = large.get(i);
      BitSet takes = new BitSet(UNITS + 1);
      taken.add(takes);
      units[i] = (int) Math.min(UNITS + 1, Math.ceil(UNITS * cost(candidate) / seconds));
      double worth = worth(candidate);
      for (int room = UNITS; room >= units[i]; room--) {
        if (best[room - units[i]] + worth > best[room]) {
          best[room] = best[room - units[i]] + worth;
          takes.set(room);
        }
      }
    }
    Set<String> picked = new HashSet<>();
    int room = UNITS;
    for (int i = large.size() - 1; i >= 0; i--) {
      if (taken.get(i).get(room)) {
        picked.add(large.get(i).name());
        room -= units[i];
      }
    }
    return picked;
  }
}
