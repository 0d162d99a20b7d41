package org.tslmap.collector.adaptation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.tslmap.collector.attribution.ContextTrial;
import org.tslmap.collector.wire.Epoch;
import org.tslmap.collector.wire.EpochAnswer;
import org.tslmap.collector.wire.Hello;
import org.tslmap.collector.wire.SymbolTables;

/**
 * Answers a process at the end of its epochs: it decides for itself, or follows rank 0.
 *
 * <p>Used by one thread at a time.
 */
public final class ProcessAdaptation {
  private final Optional<Adaptation> adaptation;
  private final int rank;
  private final boolean followsCalls;
  private final SymbolTables symbols;
  private final RankDecisions ranks;
  private Optional<ContextTrial> trial = Optional.empty();
  private final Map<Integer, Boolean> counted = new HashMap<>();

  /**
   * Of a process that begins.
   *
   * @param symbols what the process has defined
   * @param followsCalls whether calls are counted, which all rules need
   * @param ranks what ranks of its run share
   */
  public ProcessAdaptation(
      Hello process, SymbolTables symbols, boolean followsCalls, RankDecisions ranks) {
    this.followsCalls = followsCalls;
    this.adaptation = AdaptationRule.of(process.options()).map(Adaptation::new);
    this.rank = process.rank();
    this.symbols = symbols;
    this.ranks = ranks;
  }

  /** What the user should know, one sentence: whose scores are no longer those in the program. */
  public Optional<String> notice() {
    if (adaptation.isEmpty()) {
      return Optional.empty();
    }
    if (!followsCalls) {
      return Optional.of(
          "--tsl-adapt judges functions by their calls, which are not followed here: all are recorded");
    }
    List<String> sentences = new ArrayList<>();
    Map<Integer, Double> lost = adaptation.get().lost();
    if (!lost.isEmpty()) {
      sentences.add(
          "context lost: in a trial without the functions that are counted, scores moved of "
              + moves(lost)
              + "; --adapt-keep NAME keeps a function recorded: "
              + adaptation.get().accepted().stream()
                  .map(this::name)
                  .collect(Collectors.joining(", ")));
    }
    Map<Integer, Double> refused = adaptation.get().refused();
    if (!refused.isEmpty()) {
      sentences.add(
          "harmless, but recorded, since in a trial the scores of the whole moved without "
              + moves(refused)
              + "; --adapt=absolute:N counts functions by their accesses per call alone");
    }
    return sentences.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", sentences));
  }

  private String moves(Map<Integer, Double> functions) {
    return functions.entrySet().stream()
        .map(one -> "%s by %.3f".formatted(name(one.getKey()), one.getValue()))
        .collect(Collectors.joining(", "));
  }

  private String name(int function) {
    return symbols.function(function).name();
  }

  /**
   * Decides.
   *
   * @param work gives what each function did so far; asked only if it matters
   * @param trials has functions tried on the next epoch
   */
  public EpochAnswer answer(
      Epoch epoch,
      Supplier<List<FunctionWork>> work,
      Function<Set<Integer>, Optional<ContextTrial>> trials) {
    if (adaptation.isEmpty() || !followsCalls) {
      return EpochAnswer.LAST;
    }
    if (rank > 0) {
      return ranks.follow(symbols, work.get(), counted);
    }
    EpochAnswer answer = adaptation.get().decide(epoch, work.get(), trial.map(ContextTrial::drift));
    trial = trials.apply(adaptation.get().candidates());
    if (rank == 0 && ranks.isLeader(this)) {
      ranks.decided(answer, symbols);
    }
    return answer;
  }
}
