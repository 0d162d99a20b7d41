package org.tslmap.collector.adaptation;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
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
  private final SymbolTables symbols;
  private final RankDecisions ranks;
  private Optional<ContextTrial> trial = Optional.empty();
  private final Map<Integer, Boolean> counted = new HashMap<>();

  /**
   * Of a process that begins.
   *
   * @param symbols what the process has defined
   * @param ranks what ranks of its run share
   */
  public ProcessAdaptation(Hello process, SymbolTables symbols, RankDecisions ranks) {
    this.adaptation = AdaptationRule.of(process.options()).map(Adaptation::new);
    this.rank = process.rank();
    this.symbols = symbols;
    this.ranks = ranks;
  }

  /**
   * What the user should know: functions whose scores are those of another program, as others are
   * not recorded.
   */
  public Optional<String> notice() {
    Map<Integer, Double> lost = adaptation.map(Adaptation::lost).orElse(Map.of());
    if (lost.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        lost.entrySet().stream()
            .map(
                one ->
                    String.format(
                        Locale.ROOT,
                        "%s (by %.3f)",
                        symbols.function(one.getKey()).name(),
                        one.getValue()))
            .collect(
                Collectors.joining(
                    ", ",
                    "context lost: TL or SL moved more than 0.02 in a trial, since functions that they work with are only counted, of ",
                    "; keep them recorded with --adapt-keep")));
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
    if (adaptation.isEmpty()) {
      return EpochAnswer.LAST;
    }
    if (rank > 0) {
      return ranks.follow(symbols, work.get(), counted);
    }
    EpochAnswer answer = adaptation.get().decide(epoch, work.get(), trial.map(ContextTrial::drift));
    trial = trials.apply(adaptation.get().candidates());
    if (rank == 0) {
      ranks.decided(answer, symbols);
    }
    return answer;
  }
}
