package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tslmap.collector.attribution.sharing.AccessLabels;
import org.tslmap.collector.attribution.sharing.SharingAnalysis;
import org.tslmap.collector.attribution.sharing.SharingResult;
import org.tslmap.collector.cli.TestPrograms.Result;
import org.tslmap.collector.session.Replay;
import org.tslmap.collector.session.Selection;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.locality.EngineChoice;
import org.tslmap.locality.MetricParameters;

/** False sharing of a real program with threads is found where it is. */
class SharingEndToEndTest {

  @TempDir private Path folder;

  /** Labels are sites, and a site's object is its function. */
  private record Functions(SymbolTables symbols) implements AccessLabels {
    @Override
    public boolean isStore(int label) {
      return symbols.isStore(label);
    }

    @Override
    public int site(int label) {
      return label;
    }

    @Override
    public int object(int label) {
      return symbols.site(label).function();
    }
  }

  @Test
  void neighbouringCountersAreFalselyShared() throws IOException, InterruptedException {
    TestPrograms programs = new TestPrograms(folder);
    String counters = programs.compile("counters.c", "-pthread").toString();
    Result run = programs.tslmap("run", "--quiet", "--no-plots", "--out", "run", "--", counters);
    assertEquals(0, run.status(), run.err());

    List<Functions> functions = new ArrayList<>();
    List<SharingAnalysis> analyses = new ArrayList<>();
    Replay.replay(
        folder.resolve("run"),
        MetricParameters.defaults(),
        EngineChoice.AUTO,
        List.of(
            (process, symbols) -> {
              functions.add(new Functions(symbols));
              analyses.add(new SharingAnalysis(MetricParameters.defaults(), functions.get(0)));
              return analyses.get(0);
            }),
        process -> Selection.ALL,
        0,
        notice -> {});
    SymbolTables symbols = functions.get(0).symbols();
    List<SharingResult.Row> rows =
        analyses.get(0).result().rows().stream()
            .filter(
                row ->
                    row.falselyShared() && symbols.function(row.object()).name().equals("count"))
            .toList();
    assertEquals(1, rows.size(), analyses.get(0).result().toString());
    SharingResult.Row row = rows.get(0);
    assertEquals(8, row.firstAddress() % 64, "the second counter of an aligned line");
    assertEquals(List.of(2, 3), row.threads());
    // Each turn moves the line twice: the load fetches it, the store takes it.
    assertTrue(row.transfers() > 100, row.toString());
    assertTrue(
        row.sites().stream()
            .limit(2)
            .allMatch(site -> symbols.function(symbols.site(site).function()).name().equals("count")),
        row.toString());
  }
}
