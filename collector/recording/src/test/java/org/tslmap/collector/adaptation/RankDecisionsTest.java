package org.tslmap.collector.adaptation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.tslmap.collector.attribution.FunctionActivity;
import org.tslmap.collector.wire.EpochAnswer;
import org.tslmap.collector.wire.FunctionState.State;
import org.tslmap.collector.wire.FunctionSymbol;
import org.tslmap.collector.wire.ObjectFile;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.collector.wire.WireException;

class RankDecisionsTest {

  /** Functions have other numbers in each rank. */
  private static SymbolTables symbols(String... functions) throws WireException {
    SymbolTables symbols = new SymbolTables();
    symbols.define(new ObjectFile(0, 0, "/app"));
    for (int i = 0; i < functions.length; i++) {
      symbols.define(new FunctionSymbol(i, 0, 0, functions[i].hashCode(), functions[i], "", ""));
    }
    return symbols;
  }

  private static FunctionWork work(int function, String name, long recorded) {
    return new FunctionWork(
        name, new FunctionActivity(function, recorded, 0, 1000, 0, false), 0, 0);
  }

  @Test
  void otherRanksCountWhatRankZeroCountsOnceTheyHaveObservedIt() throws WireException {
    RankDecisions ranks = new RankDecisions();
    SymbolTables other = symbols("main", "f", "g");
    Map<Integer, Boolean> counted = new HashMap<>();
    List<FunctionWork> little = List.of(work(0, "main", 50_000), work(1, "f", 9_999));
    assertEquals(List.of(), ranks.follow(other, little, counted).changes());

    ranks.decided(
        new EpochAnswer(1 << 22, List.of(new EpochAnswer.Change(0, State.COUNTED, "harmless"))),
        symbols("f", "main"));
    assertEquals(new EpochAnswer(1 << 22, List.of()), ranks.follow(other, little, counted));

    List<FunctionWork> more = List.of(work(0, "main", 50_000), work(1, "f", 10_000));
    assertEquals(
        List.of(new EpochAnswer.Change(1, State.COUNTED, "as rank 0: harmless")),
        ranks.follow(other, more, counted).changes());
    assertEquals(List.of(), ranks.follow(other, more, counted).changes(), "it is counted already");

    ranks.decided(
        new EpochAnswer(1 << 20, List.of(new EpochAnswer.Change(0, State.FULL, "to look again"))),
        symbols("f", "main"));
    assertEquals(
        new EpochAnswer(
            1 << 20, List.of(new EpochAnswer.Change(1, State.FULL, "as rank 0: to look again"))),
        ranks.follow(other, more, counted));
  }
}
