package org.tslmap.collector.adaptation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.tslmap.collector.attribution.ContextTrial;
import org.tslmap.collector.wire.Epoch;
import org.tslmap.collector.wire.EpochAnswer;
import org.tslmap.collector.wire.FunctionState.State;
import org.tslmap.locality.profile.CountingLimits;

/**
 * Decides at the end of each epoch of a process which functions are recorded from then on and which
 * only counted. It knows nothing but the stream so far, so equal streams are decided equally.
 *
 * <p>Used by one thread at a time.
 */
public final class Adaptation {
  /** Recorded accesses from which counted ones of the same function have estimated scores. */
  public static final long LEAST_OBSERVED = 10_000;

  /** Fewer calls of a function whose scores have settled may not show what the others do. */
  private static final long LEAST_CALLS = 10;

  /** Share of the accesses of a harmless function that may wait for memory, 0..1. */
  private static final double MOST_WAITING = 0.01;

  /** A function that was refused so often is tried again after 2^this epochs. */
  private static final int MOST_REFUSALS = 10;

  /** A function that did nothing in a trial is tried again at once, so often in a row. */
  private static final int MOST_UNSEEN = 8;

  /** Accesses that a trial needs of a function to say anything of it. */
  private static final long LEAST_TRIED = 1_000;

  /** Share of all accesses of functions that are worth a trial, 0..1. */
  private static final double WORTH_TRIAL = 0.1;

  /** How far the scores of the whole may move by counting functions. */
  private static final double MOST_DRIFT = 0.004;

  /** The program does something else when the mix of functions is so far from what it was. */
  private static final double OTHER_MIX = 0.25;

  static final long SHORTEST_EPOCH = 1L << 20;
  private static final long LONGEST_EPOCH = 1L << 26;

  /** A shorter epoch says little of which functions the program runs how often. */
  private static final long LEAST_FOR_SHARES = 1L << 22;

  /** What is remembered of a function. */
  private static final class Past {
    private boolean counted;
    private double shareWhenCounted;
    private Map<Integer, Double> mixWhenCounted = Map.of();

    /** Number of the epoch in which it was restored, for another reason than a look. */
    private long restoredIn;

    private int restored;
    private boolean isLookedAt;

    /** Whether a trial has shown that others keep their scores without it. */
    private boolean isAccepted;

    private boolean wasTried;

    /** Whether it is harmless, however often it was called. */
    private boolean mayGoWithOthers;

    /**
     * Whether it lost context by functions that were tried, and may be counted together with them.
     */
    private boolean goesWithOthers;

    /** Trials in a row in which it did next to nothing. */
    private int unseen;

    /** How often one has shown that they do not, and number of the epoch when it was the last. */
    private int refusals;

    private long refusedIn;

    /** How far the scores of the whole moved in that trial. */
    private double moved;

    // At the end of the epoch before.
    private long accesses;
    private long calls;
    private long recorded;
    private double waiting;
  }

  private final AdaptationRule rule;
  private final Map<Integer, Past> functions = new HashMap<>();
  private long made;
  private long length = SHORTEST_EPOCH;

  /**
   * Whether all counted functions are recorded for the next epoch, a short one, to look at them.
   */
  private boolean looks;

  /** The mix of functions in the last epoch that was long enough to say; empty before. */
  private Map<Integer, Double> lately = Map.of();

  private final Map<Integer, Double> lost = new TreeMap<>();

  /** Harmless functions, costliest first, of which it is tried what others lose without them. */
  private List<Integer> candidates = List.of();

  /** Nothing has run yet. */
  public Adaptation(AdaptationRule rule) {
    this.rule = rule;
  }

  /**
   * Decides at the end of an epoch.
   *
   * @param work of each function that made accesses
   * @param drift what the trial of {@link #candidates} has shown, if there are any
   */
  public EpochAnswer decide(
      Epoch epoch, List<FunctionWork> work, Optional<ContextTrial.Drift> drift) {
    drift.ifPresent(seen -> judge(seen, epoch));
    long accesses = Math.max(1, epoch.made() - made);
    made = epoch.made();
    looks = accesses >= LEAST_FOR_SHARES;
    Map<Integer, Double> mix = new HashMap<>();
    Map<Integer, Double> wholeMix = new HashMap<>();
    for (FunctionWork one : work) {
      int function = one.recorded().function();
      mix.put(function, (double) (one.accesses() - past(one).accesses) / accesses);
      wholeMix.put(function, (double) one.accesses() / made);
    }
    if (accesses >= LEAST_FOR_SHARES) {
      lately = mix;
    }
    Map<Integer, Double> recent = lately.isEmpty() ? wholeMix : lately;
    double meanOfMeans =
        work.stream()
            .filter(one -> one.calls() >= CountingLimits.LEAST_CALLS)
            .mapToDouble(one -> (double) one.accesses() / one.calls())
            .average()
            .orElse(0);
    List<EpochAnswer.Change> changes = new ArrayList<>();
    List<FunctionWork> untried = new ArrayList<>();
    List<FunctionWork> costliest = new ArrayList<>(work);
    costliest.sort(
        Comparator.comparingLong(FunctionWork::accesses)
            .reversed()
            .thenComparingInt(one -> one.recorded().function()));
    for (FunctionWork one : costliest) {
      Past past = past(one);
      String why =
          past.counted
              ? restored(one, past, accesses, mix, meanOfMeans)
              : counted(one, past, epoch, meanOfMeans);
      if (!why.isEmpty() && needsTrial(past)) {
        untried.add(one);
      } else if (!why.isEmpty()) {
        change(one, past, epoch, recent);
        changes.add(
            new EpochAnswer.Change(
                one.recorded().function(), past.counted ? State.COUNTED : State.FULL, why));
      }
      if (one.recorded().accesses() - past.recorded >= LEAST_OBSERVED) {
        past.unseen = 0;
      }
      past.accesses = one.accesses();
      past.calls = one.calls();
      past.recorded = one.recorded().accesses();
      past.waiting = one.recorded().waiting();
    }
    candidates = tryNext(untried, epoch);
    if (!candidates.isEmpty()) {
      return new EpochAnswer(SHORTEST_EPOCH, changes);
    }
    if (looks && changes.stream().anyMatch(change -> change.state() == State.FULL)) {
      return new EpochAnswer(SHORTEST_EPOCH, changes);
    }
    length = Math.min(2 * length, LONGEST_EPOCH);
    return new EpochAnswer(length, changes);
  }

  /**
   * Functions that are left out in the trial of the next epoch: those that are to be tried, and
   * those that were accepted before, which will not be recorded either. None if the last answer
   * wants no trial.
   */
  Set<Integer> candidates() {
    if (candidates.isEmpty()) {
      return Set.of();
    }
    Set<Integer> all = accepted();
    all.addAll(candidates);
    return all;
  }

  /**
   * Recorded functions that have lost context by what is counted: how far their scores moved in a
   * trial, by number.
   */
  Map<Integer, Double> lost() {
    return lost;
  }

  /**
   * Harmless functions that are recorded: how far the scores of the whole moved without them in the
   * last trial, by number.
   */
  Map<Integer, Double> refused() {
    Map<Integer, Double> refused = new TreeMap<>();
    functions.forEach(
        (function, past) -> {
          if (past.refusals > 0 && !past.isAccepted) {
            refused.put(function, past.moved);
          }
        });
    return refused;
  }

  /** Functions that trials have shown may be counted. */
  Set<Integer> accepted() {
    Set<Integer> accepted = new TreeSet<>();
    functions.forEach(
        (function, past) -> {
          if (past.isAccepted) {
            accepted.add(function);
          }
        });
    return accepted;
  }

  /**
   * All that were tried are counted; or they are tried again together with those that lost most by
   * it; or, if these cannot be counted, all but the costliest of them are tried again.
   */
  private void judge(ContextTrial.Drift drift, Epoch epoch) {
    if (drift.whole() <= MOST_DRIFT) {
      drift.lost().forEach((function, moved) -> lost.merge(function, moved, Math::max));
      for (int function : candidates) {
        Past past = functions.get(function);
        past.isAccepted = drift.tried().getOrDefault(function, 0L) >= LEAST_TRIED;
        past.unseen = past.isAccepted ? 0 : past.unseen + 1;
      }
    } else if (!goWithOthers(drift.movers())) {
      Past refused = functions.get(candidates.get(0));
      refused.refusals = Math.min(refused.refusals + 1, MOST_REFUSALS);
      refused.refusedIn = epoch.number();
      refused.moved = drift.whole();
    }
    candidates = List.of();
  }

  /**
   * Marks functions that lose context without those that are tried. Their scores from before stand
   * better for what they do than what is recorded without that context.
   *
   * @return whether any of them is new
   */
  private boolean goWithOthers(Set<Integer> movers) {
    boolean any = false;
    for (int function : movers) {
      Past past = functions.computeIfAbsent(function, f -> new Past());
      any |= past.mayGoWithOthers && !past.goesWithOthers;
      past.goesWithOthers |= past.mayGoWithOthers;
    }
    return any;
  }

  /**
   * Which functions are tried on the next epoch. Those that were refused rest for a while, unless
   * many accesses are of others with which they were not tried yet. A trial scores its accesses
   * twice again, so functions that make few of them are not tried for their own sake.
   */
  private List<Integer> tryNext(List<FunctionWork> untried, Epoch epoch) {
    Stream<FunctionWork> awake = untried.stream().filter(one -> !rests(past(one), epoch));
    Stream<FunctionWork> fresh = untried.stream().filter(one -> !past(one).wasTried);
    List<FunctionWork> next = isWorthTrial(fresh, epoch) ? untried : awake.toList();
    if (!isWorthTrial(next.stream(), epoch)) {
      return List.of();
    }
    next.forEach(one -> past(one).wasTried = true);
    return next.stream().map(one -> one.recorded().function()).toList();
  }

  private static boolean isWorthTrial(Stream<FunctionWork> functions, Epoch epoch) {
    return functions.mapToLong(FunctionWork::accesses).sum() >= WORTH_TRIAL * epoch.made();
  }

  private static boolean rests(Past past, Epoch epoch) {
    return past.refusals > 0 && epoch.number() - past.refusedIn < 1L << past.refusals;
  }

  private boolean needsTrial(Past past) {
    return rule.kind() == AdaptationRule.Kind.HARMLESS && !past.counted && !past.isAccepted;
  }

  private Past past(FunctionWork work) {
    return functions.computeIfAbsent(work.recorded().function(), f -> new Past());
  }

  private void change(FunctionWork work, Past past, Epoch epoch, Map<Integer, Double> mix) {
    past.counted = !past.counted;
    if (past.counted) {
      past.shareWhenCounted = mix.getOrDefault(work.recorded().function(), 0.0);
      past.mixWhenCounted = mix;
    } else if (!past.isLookedAt) {
      past.restored++;
      past.restoredIn = epoch.number();
    }
  }

  // --- From recorded to counted -----------------------------------------------------------------

  /** Why a recorded function is counted from now on; empty if it is not. */
  private String counted(FunctionWork one, Past past, Epoch epoch, double meanOfMeans) {
    if (!CountingLimits.isNamed(one.name())
        || rule.keep().stream().anyMatch(name -> name.matches(one.name()))) {
      return "";
    }
    // What was restored is looked at for longer and longer.
    if (past.restored > 0 && epoch.number() - past.restoredIn < past.restored) {
      return "";
    }
    return switch (rule.kind()) {
      case HARMLESS -> isHarmless(one, past) ? "harmless" : "";
      case ABSOLUTE, RELATIVE ->
          one.calls() >= CountingLimits.LEAST_CALLS
                  && one.recorded().accesses() >= LEAST_OBSERVED
                  && isShort(one.accesses(), one.calls(), meanOfMeans)
              ? perCall(one.accesses(), one.calls())
              : "";
    };
  }

  private boolean isHarmless(FunctionWork one, Past past) {
    long recorded = one.recorded().accesses();
    long lately = recorded - past.recorded;
    boolean isAwaited = past.unseen > 0 && past.unseen <= MOST_UNSEEN;
    past.mayGoWithOthers =
        recorded >= CountingLimits.LEAST_ACCESSES
            && (past.isAccepted || isAwaited || lately >= LEAST_OBSERVED)
            && !one.recorded().shared()
            && one.recorded().waiting() < MOST_WAITING * recorded
            && one.recorded().waiting() - past.waiting <= MOST_WAITING * lately
            && one.recorded().movement() <= CountingLimits.MOST_MOVEMENT;
    return past.mayGoWithOthers && (one.calls() >= LEAST_CALLS || past.goesWithOthers);
  }

  private boolean isShort(long accesses, long calls, double meanOfMeans) {
    double mean = (double) accesses / calls;
    return rule.kind() == AdaptationRule.Kind.ABSOLUTE
        ? mean < rule.limit()
        : mean < meanOfMeans - rule.limit();
  }

  private static String perCall(long accesses, long calls) {
    return String.format(Locale.ROOT, "%.1f accesses per call", (double) accesses / calls);
  }

  // --- From counted to recorded -----------------------------------------------------------------

  /** Why a counted function is recorded from now on; empty if it is not. */
  private String restored(
      FunctionWork one, Past past, long accesses, Map<Integer, Double> mix, double meanOfMeans) {
    past.isLookedAt = false;
    if (rule.kind() != AdaptationRule.Kind.HARMLESS) {
      long own = one.accesses() - past.accesses;
      long calls = one.calls() - past.calls;
      return calls >= CountingLimits.LEAST_CALLS && !isShort(own, calls, meanOfMeans)
          ? perCall(own, calls)
          : "";
    }
    double share = mix.get(one.recorded().function());
    double before = past.shareWhenCounted;
    if (accesses >= LEAST_FOR_SHARES && Math.max(share, before) >= CountingLimits.LEAST_SHARE) {
      if (share > 2 * before || share < before / 2) {
        return String.format(
            Locale.ROOT,
            "its share of accesses went from %.1f %% to %.1f %%",
            100 * before,
            100 * share);
      }
      if (distance(mix, past.mixWhenCounted) >= OTHER_MIX) {
        return "the mix of functions changed";
      }
    }
    past.isLookedAt = looks;
    return looks ? "to look again" : "";
  }

  /** The Hellinger distance of two distributions, 0..1. */
  private static double distance(Map<Integer, Double> one, Map<Integer, Double> other) {
    double overlap = 0;
    for (Map.Entry<Integer, Double> share : one.entrySet()) {
      overlap += Math.sqrt(share.getValue() * other.getOrDefault(share.getKey(), 0.0));
    }
    return Math.sqrt(Math.max(0, 1 - overlap));
  }
}
