package org.tslmap.collector.loops;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.tslmap.collector.wire.CodeFlow;
import org.tslmap.collector.wire.FunctionSymbol;
import org.tslmap.collector.wire.ObjectFile;
import org.tslmap.collector.wire.Site;
import org.tslmap.collector.wire.Sites;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.collector.wire.WireException;
import org.tslmap.locality.Histograms;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.AccessKind;
import org.tslmap.locality.profile.CodeLoop;
import org.tslmap.locality.profile.CodeOrigin;
import org.tslmap.locality.profile.SiteProfile;

/** Loops of a function whose flow is known. */
class LoopSearchTest {

  /**
   * Two nested loops at line 44. Before the inner one the compiler prepares a counter with
   * instructions that it took from a loop at line 42.
   */
  @Test
  void linesAreThoseOfAccessesAndJumps() throws WireException {
    SymbolTables symbols = new SymbolTables();
    symbols.define(new ObjectFile(0, 0, "/bin/app"));
    symbols.define(new FunctionSymbol(0, 0, 40, 10, "main", "/src/app.c"));
    symbols.define(new Sites(0, List.of(new Site(34, 0, 44, 8, false, 0))));
    symbols.define(
        new CodeFlow(
            List.of(
                new CodeFlow.Straight(10, 20, 0),
                new CodeFlow.Straight(30, 10, 0),
                new CodeFlow.Straight(40, 10, 0)),
            List.of(
                new CodeFlow.Jump(30, 30, 0, false),
                new CodeFlow.Jump(40, 30, 0, false),
                new CodeFlow.Jump(40, 40, 0, false),
                new CodeFlow.Jump(50, 20, 0, false))));
    Map<Long, Integer> lines = Map.of(20L, 42, 29L, 42, 30L, 42, 34L, 44, 39L, 44, 49L, 44);
    SiteProfile site =
        new SiteProfile(
            0,
            34,
            AccessKind.LOAD,
            8,
            0,
            44,
            CodeOrigin.OWN,
            100,
            Histograms.empty(MetricParameters.defaults()),
            Optional.empty());
    LoopSearch.Found found =
        LoopSearch.find(
            symbols,
            (function, instruction) ->
                lines.containsKey(instruction)
                    ? OptionalInt.of(lines.get(instruction))
                    : OptionalInt.empty(),
            List.of(0),
            List.of(site),
            LoopSearch.Executed.NONE);
    assertEquals(List.of("44", "44"), found.loops().loops().stream().map(CodeLoop::lines).toList());
  }
}
