package org.tslmap.collector.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tslmap.collector.attribution.AttributionOptions;
import org.tslmap.collector.names.NamePattern;
import org.tslmap.collector.selection.SelectedCode;
import org.tslmap.collector.selection.Selection;
import org.tslmap.collector.selection.Selection.Region;
import org.tslmap.collector.wire.SampleProgram;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.locality.EngineChoice;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.LocalityEngine;
import org.tslmap.locality.LocalityHistogram;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.View;

/** A replay of a part scores exactly the accesses asked for, and says so. */
class SelectionTest {
  @TempDir Path folder;

  private static Selection selection(String functions, String regions, String threads) {
    return new Selection(
        SelectedCode.of(
            functions.isEmpty()
                ? List.of()
                : List.of(functions.split(" ")).stream().map(NamePattern::new).toList(),
            List.of()),
        List.of(),
        regions.isEmpty() ? List.of() : List.of(new Region(regions, 0x60_0000, 0x8000)),
        threads.isEmpty()
            ? List.of()
            : List.of(threads.split(" ")).stream().map(Integer::valueOf).toList(),
        List.of(),
        List.of());
  }

  private static LocalityHistogram expected(
      SampleProgram program, Predicate<SampleProgram.Access> wanted) {
    try (LocalityEngine engine = LocalityEngine.open(RecordedRun.PARAMETERS, EngineChoice.JAVA)) {
      program.accesses().stream()
          .filter(wanted)
          .forEach(
              access ->
                  engine.accesses(
                      access.thread(),
                      new long[] {access.address()},
                      new int[] {access.site()},
                      1));
      return engine.result().histogram(Granularity.WORD, RecordedRun.PARAMETERS.imax());
    }
  }

  @ParameterizedTest
  @CsvSource(
      value = {
        "function1;'';''",
        "function1 f*2;'';''",
        "'';0x600000,0x8000;''",
        "'';'';2",
        "func*;0x600000,0x8000;1 3",
        "nothing;'';''"
      },
      delimiter = ';')
  void onlyWhatIsSelectedFormsTheStream(String functions, String regions, String threads)
      throws Exception {
    SampleProgram program = new SampleProgram(77, 30);
    try (RecordedRun run = RecordedRun.tcp(folder.resolve("run"))) {
      run.send(program.stream(20, 500)).finish();
    }
    Selection selection = selection(functions, regions, threads);
    for (AttributionOptions options : List.of(AttributionOptions.CODE, AttributionOptions.ALL)) {
      check(program, selection, options, access -> true);
    }
  }

  private void check(
      SampleProgram program,
      Selection selection,
      AttributionOptions options,
      Predicate<SampleProgram.Access> inTime)
      throws Exception {
    ProcessProfile part =
        Replay.replay(
                folder.resolve("run"),
                RecordedRun.PARAMETERS,
                EngineChoice.NATIVE,
                options,
                List.of(),
                process -> selection,
                Optional.empty(),
                0,
                2,
                notice -> {})
            .processes()
            .get(0);
    SymbolTables symbols = program.symbols();
    Predicate<SampleProgram.Access> wanted =
        access ->
            selection
                    .code()
                    .hasFunction(symbols.function(symbols.site(access.site()).function()).name())
                && selection.hasAddress(access.address())
                && selection.hasThread(access.thread())
                && inTime.test(access);
    assertEquals(expected(program, wanted), part.histograms().word());
    assertEquals(
        program.accesses().stream()
            .filter(wanted)
            .filter(access -> symbols.isStore(access.site()))
            .count(),
        part.totals().stores());
    assertEquals(View.ISOLATED, part.view());
    assertEquals(selection.options(), part.selection());
  }

  @ParameterizedTest
  @CsvSource({"0,1", "100,101", "1234,5678", "5000,9223372036854775807", "0,9000"})
  void onlyTheStretchOfTimeFormsTheStream(long from, long to) throws Exception {
    SampleProgram program = new SampleProgram(78, 30);
    try (RecordedRun run = RecordedRun.tcp(folder.resolve("run"))) {
      run.send(program.stream(20, 500)).finish();
    }
    Selection selection =
        Selection.ALL
            .withRegions(List.of(new Region("memory", 0x60_0000, 0x8000)))
            .withTime(new Selection.Time(from, to));
    List<SampleProgram.Access> all = program.accesses();
    Set<SampleProgram.Access> wanted = Collections.newSetFromMap(new IdentityHashMap<>());
    wanted.addAll(all.subList((int) from, (int) Math.min(all.size(), to)));
    for (AttributionOptions options : List.of(AttributionOptions.CODE, AttributionOptions.ALL)) {
      check(program, selection, options, wanted::contains);
    }
  }

  @Test
  void aRegionMayEndWithTheAddressSpace() {
    Region last = new Region("end", -16, 16);
    assertTrue(last.contains(-1));
    assertTrue(last.contains(-16));
    assertFalse(last.contains(-17));
    assertFalse(last.contains(0));
  }
}
