package org.tslmap.collector.adaptation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.tslmap.collector.wire.EpochAnswer;
import org.tslmap.collector.wire.FunctionState.State;
import org.tslmap.collector.wire.FunctionSymbol;
import org.tslmap.collector.wire.ObjectFile;
import org.tslmap.collector.wire.SymbolTables;

/**
 * What rank 0 of an MPI program has decided, for the other ranks: all of them count the same
 * functions, so that ranks can be compared. A rank takes it over at the end of its own epochs, and
 * waits for nobody.
 *
 * <p>Safe for use by several threads.
 */
public final class RankDecisions {

  /** A function of any rank. */
  private record Identity(String object, long entry, String name) {
    static Identity of(SymbolTables symbols, FunctionSymbol function) {
      ObjectFile object = symbols.object(function.object());
      return new Identity(object.path(), function.entry() - object.bias(), function.name());
    }
  }

  private final Map<Identity, EpochAnswer.Change> latest = new HashMap<>();
  private long next = Adaptation.SHORTEST_EPOCH;
  private Optional<Object> leader = Optional.empty();

  /**
   * Whether a process of rank 0 decides for the others: the first one does, and not those that it
   * starts.
   */
  synchronized boolean isLeader(Object process) {
    if (leader.isEmpty()) {
      leader = Optional.of(process);
    }
    return leader.get() == process;
  }

  /** Rank 0 has decided. */
  synchronized void decided(EpochAnswer answer, SymbolTables symbols) {
    next = answer.next();
    for (EpochAnswer.Change change : answer.changes()) {
      latest.put(Identity.of(symbols, symbols.function(change.function())), change);
    }
  }

  /**
   * What another rank answers. A function is recorded until its own scores can be estimated.
   *
   * @param work of each function of the rank that made accesses
   * @param counted whether its functions are counted, by number; brought up to date
   */
  synchronized EpochAnswer follow(
      SymbolTables symbols, List<FunctionWork> work, Map<Integer, Boolean> counted) {
    List<EpochAnswer.Change> changes = new ArrayList<>();
    for (FunctionWork one : work) {
      FunctionSymbol function = symbols.function(one.recorded().function());
      EpochAnswer.Change decided = latest.get(Identity.of(symbols, function));
      if (decided == null) {
        continue;
      }
      boolean isCounted =
          decided.state() == State.COUNTED
              && one.recorded().accesses() >= Adaptation.LEAST_OBSERVED;
      if (counted.getOrDefault(function.id(), false) != isCounted) {
        counted.put(function.id(), isCounted);
        changes.add(
            new EpochAnswer.Change(
                function.id(),
                isCounted ? State.COUNTED : State.FULL,
                "as rank 0: " + decided.reason()));
      }
    }
    return new EpochAnswer(next, changes);
  }
}
