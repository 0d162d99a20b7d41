package org.tslmap.collector.adaptation;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
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
   * Decides.
   *
   * @param work gives what each function did so far; asked only if it matters
   */
  public EpochAnswer answer(Epoch epoch, Supplier<List<FunctionWork>> work) {
    if (adaptation.isEmpty()) {
      return EpochAnswer.LAST;
    }
    if (rank > 0) {
      return ranks.follow(symbols, counted);
    }
    EpochAnswer answer = adaptation.get().decide(epoch, work.get());
    if (rank == 0) {
      ranks.decided(answer, symbols);
    }
    return answer;
  }
}
