package org.tslmap.collector.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.tslmap.collector.names.NamePattern;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.profile.Attribution;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProcessProfile;

/** Every table adds up and says what a profile worked out by hand holds. */
class TablesTest {

  private static final List<CacheSize> CACHES =
      List.of(new CacheSize(32 << 10), new CacheSize(3 << 20));

  private static Report report(boolean twoThreads) {
    return Report.of(
        new LocalityProfile("tslmap 1", List.of(AttributedProfile.process(twoThreads))),
        RowSelection.ALL,
        List.of());
  }

  private static List<Row> rows(TableKind kind, String of, RowSelection selection) {
    return selection.rows(kind.of(new Scope(report(true), CACHES), of));
  }

  private static String text(TableKind kind, String of, RowSelection selection) {
    StringWriter text = new StringWriter();
    new TableReport(report(true), kind, of, CACHES, selection).text(new PrintWriter(text));
    return text.toString();
  }

  private static void assertLine(String text, String... cells) {
    String expected = String.join(" ", cells);
    List<String> lines = text.lines().map(line -> line.strip().replaceAll(" {2,}", " ")).toList();
    assertTrue(lines.contains(expected), () -> expected + " is not among\n" + text);
  }

  @Property(tries = 300)
  void rowsAddUpToTheWholeWhateverIsLeftOut(
      @ForAll TableKind kind,
      @ForAll @IntRange(max = 6) int top,
      @ForAll @IntRange(max = 60) int percent,
      @ForAll boolean twoThreads,
      @ForAll @IntRange(max = 4) int filter) {
    RowSelection selection =
        new RowSelection(
            "",
            top,
            new NamePattern(List.of("*", "a", "work*", "no such name", "q.*").get(filter)),
            percent / 100.0,
            List.of(),
            Granularity.WORD);
    Table table = kind.of(new Scope(report(twoThreads), CACHES), kind.isOfFunction() ? "work" : "");
    TableSums.assertAddUp(table, selection.rows(table));
  }

  @Example
  void functionsHaveScoresStridesAndMisses() {
    String text = text(TableKind.FUNCTIONS, "", RowSelection.ALL);
    assertTrue(
        text.startsWith(
            "Functions, by their own accesses (in context)\nscores of words (8 B); misses of lines"
                + " (64 B) in an LRU cache of 32K, 3M\n"),
        text);
    assertLine(
        text,
        "work(int)",
        "65.6%",
        "200",
        "0",
        "0.0000",
        "1.0000",
        "1.0000",
        "0.0%",
        "100.0%",
        "100.0%",
        "+8 (94 %), -4096 (3 %)",
        "p.c:7");
    assertLine(
        text, "unknown", "1.6%", "5", "0", "0.0000", "1.0000", "1.0000", "100.0%", "100.0%",
        "100.0%");
  }

  @Example
  void linesOfUnknownPlaceAreOneRow() {
    String text = text(TableKind.LINES, "", RowSelection.top(1));
    assertLine(
        text,
        "p.c:8",
        "65.6%",
        "200",
        "0",
        "0.0000",
        "1.0000",
        "1.0000",
        "0.0%",
        "100.0%",
        "100.0%",
        "+8 (94 %), -4096 (3 %)",
        "11",
        "work(int)");
    assertTrue(text.contains("\nunknown "), text);
    assertTrue(text.contains("\nothers (3) "), text);
    assertTrue(text.contains("1.6 % of the accesses are in code without line numbers"), text);
  }

  @Example
  void partsHaveFootprints() {
    RowSelection columns = RowSelection.ALL.columns(List.of("name", "wordFootprint", "footprint"));
    String data = text(TableKind.DATA, "", columns);
    assertLine(data, "a", "12", "12");
    assertLine(data, "malloc in main", "9", "9");
    assertLine(data, "unknown", "6", "6");
    assertLine(data, "whole", "15", "15");
    assertLine(text(TableKind.LINES, "", columns), "p.c:8", "11", "11");
  }

  @Example
  void dataObjectsAreNamedWithTheirFunctions() {
    String text =
        text(
            TableKind.DATA,
            "",
            RowSelection.top(9).columns(List.of("name", "class", "size", "accesses", "strides")));
    assertLine(text, "a", "static", "96 B", "240", "+8 (94 %), -4096 (3 %)");
    assertLine(text, "malloc in main", "heap", "3 of <= 1.00 KiB", "10");
    assertLine(text, "i in leaf", "stack variable", "4 B", "30", "0 (97 %)");
    assertLine(text, "unknown", "unknown", "25");
  }

  @Example
  void theMatrixSaysWhichFunctionTouchedWhat() {
    String text =
        text(
            TableKind.MATRIX,
            "",
            RowSelection.ALL.columns(List.of("name", "data", "loads", "stores")));
    assertLine(text, "leaf", "a", "30", "0");
    assertLine(text, "leaf", "i in leaf", "0", "30");
    assertLine(text, "leaf", "unknown", "0", "20");
    assertLine(text, "main", "a", "0", "10");
  }

  @Example
  void recursionIsFoldedInTheCallTree() {
    RowSelection columns =
        RowSelection.ALL.columns(
            List.of("name", "inclusive", "calls", "recursiveCalls", "accesses"));
    String text = text(TableKind.CALLS, "", columns);
    assertLine(text, "main", "300", "1", "0", "10");
    assertLine(text, "work(int)", "290", "3", "2", "200");
    assertLine(text, "leaf", "90", "10", "0", "90");
    assertTrue(text.contains("\n  work(int)") && text.contains("\n    leaf"), text);
    assertLine(text, "???", "5", "0", "0", "5");
    assertLine(text, "whole", "305", "305");
    assertLine(
        text(
            TableKind.CALLS,
            "",
            new RowSelection(
                "",
                9,
                NamePattern.ANY,
                0.5,
                List.of("name", "inclusive", "accesses"),
                Granularity.WORD)),
        "others (1)",
        "90",
        "90");
  }

  @Example
  void callersAndCalleesAreThoseOfOneFunction() {
    RowSelection columns = RowSelection.ALL.columns(List.of("name", "calls", "accesses"));
    String callers = text(TableKind.CALLERS, "work", columns);
    assertLine(callers, "main", "3", "290");
    assertLine(callers, "leaf", "2", "0");
    assertLine(callers, "work", "5", "290");
    String callees = text(TableKind.CALLEES, "work", columns);
    assertLine(callees, "(itself)", "0", "200");
    assertLine(callees, "leaf", "10", "90");
    String none = text(TableKind.CALLEES, "wor", columns);
    assertTrue(none.contains("no function of the run is named 'wor'"), none);
    assertTrue(none.contains("(there are: work(int))"), none);
  }

  @Example
  void threadsHaveTheirFunctionsBelowThem() {
    String text =
        text(
            TableKind.THREADS,
            "",
            RowSelection.ALL.columns(List.of("name", "loads", "stores", "wordFootprint")));
    assertLine(text, "thread 1", "245", "10", "15");
    assertLine(text, "thread 2", "0", "50", "5");
    assertTrue(text.matches("(?s).*thread 2[^\n]*\n  leaf +0 +50\nwhole.*"), text);
  }

  @Example
  void sharingNamesBothSides() {
    String text = text(TableKind.SHARING, "", RowSelection.ALL);
    assertLine(
        text,
        "a",
        "false",
        "90",
        "0",
        "80",
        "2",
        "0",
        "1 2",
        "store in leaf (q.c:13); load in work(int) (p.c:8)");
    assertLine(text, "malloc in main", "true", "10", "4", "3", "1", "1 2", "load in leaf (q.c:12)");
    assertLine(text, "whole", "100", "4", "83", "3");
    assertTrue(text.contains("4 words were touched by more than one thread"), text);
    assertTrue(text.contains("12 accesses are left out: there were more lines"), text);
  }

  @Example
  void sitesAreThoseOfOneFunction() {
    String text =
        text(
            TableKind.SITES,
            "leaf",
            RowSelection.ALL.columns(List.of("name", "kind", "accesses", "data", "where")));
    assertLine(text, "0x30", "load", "40", "a (75 %), malloc in main (25 %)", "q.c:12");
    assertLine(text, "0x34", "store", "50", "i in leaf (60 %), unknown (40 %)", "q.c:13");
    assertLine(text, "leaf", "90");
  }

  @Example
  void phasesAreInTheirOrder() {
    String text = text(TableKind.PHASES, "", RowSelection.ALL);
    assertLine(
        text, "setup", "setup: main 67 %", "0", "1", "4.9%", "15", "0.0000", "1.0000", "100.0%");
    assertLine(text, "main: a", "3.3%", "10", "0.0000", "1.0000", "100.0%");
    assertLine(
        text, "run", "run: work 69 %", "15", "1", "95.1%", "290", "0.2759", "0.8448", "0.0%");
    assertTrue(text.indexOf("setup") < text.indexOf("\nrun"), text);
  }

  @Example
  void aPhaseHasTablesOfItsOwn() {
    String functions = text(TableKind.FUNCTIONS, "run", RowSelection.ALL);
    assertTrue(functions.startsWith("Functions in phase run (in context)\n"), functions);
    assertLine(functions, "work(int)", "69.0%", "200", "0.0000", "1.0000", "0.0%", "p.c:7");
    assertLine(functions, "leaf", "31.0%", "90", "0.8889", "0.5000", "0.0%", "q.c:11");
    assertLine(functions, "whole phase", "100.0%", "290", "0.2759", "0.8448", "0.0%");
    String data = text(TableKind.DATA, "setup", RowSelection.ALL);
    assertLine(data, "a", "66.7%", "10", "0.0000", "1.0000", "100.0%");
    assertLine(data, "unknown", "33.3%", "5", "0.0000", "1.0000", "100.0%");
    String matrix = text(TableKind.MATRIX, "setup", RowSelection.ALL);
    assertLine(matrix, "main", "a", "66.7%", "10", "0.0000", "1.0000", "100.0%", "p.c:2");
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () -> text(TableKind.FUNCTIONS, "A", RowSelection.ALL))
            .getMessage();
    assertEquals("no phase of the run is named 'A'; there are: setup, run", message);
  }

  @Example
  void windowsAreThoseOfOneFunctionOrDataObject() {
    String leaf = text(TableKind.WINDOWS, "leaf", RowSelection.ALL);
    assertTrue(leaf.startsWith("Windows of leaf (in context)\n"), leaf);
    assertLine(leaf, "1", "run", "15", "290", "100.0%", "90", "0.8889", "0.5000", "0.0%");
    String a = text(TableKind.WINDOWS, "a", RowSelection.ALL);
    assertLine(a, "0", "setup", "0", "15", "4.8%", "10", "0.0000", "1.0000", "100.0%");
    assertLine(a, "1", "run", "15", "290", "95.2%", "200", "0.0000", "1.0000", "0.0%");
    assertLine(a, "a", "100.0%", "210", "0.0000", "1.0000", "4.8%");
    assertThrows(
        IllegalArgumentException.class, () -> text(TableKind.WINDOWS, "b", RowSelection.ALL));
  }

  @Example
  void anEmptyTableSaysWhyAndWhatHelps() {
    ProcessProfile bare = AttributedProfile.process(false).with(Attribution.NONE);
    Report report = Report.of(new LocalityProfile("t", List.of(bare)), RowSelection.top(5));
    for (TableKind kind : List.of(TableKind.DATA, TableKind.MATRIX, TableKind.PHASES)) {
      StringWriter text = new StringWriter();
      new TableReport(report, kind, "", CACHES, RowSelection.ALL).text(new PrintWriter(text));
      assertTrue(text.toString().contains("measure with tslmap run"), text.toString());
      assertEquals(4, text.toString().lines().count(), "two lines of title, an empty one, reason");
    }
  }

  @Example
  void rowsAreSortedByAnyColumn() {
    List<String> names = new ArrayList<>();
    for (String sort : List.of("accesses", "tl", "lineTl", "coldShare", "name", "miss32k")) {
      RowSelection selection =
          new RowSelection(sort, 1, NamePattern.ANY, 0, List.of(), Granularity.WORD);
      names.add(rows(TableKind.FUNCTIONS, "", selection).get(0).label("name").words());
    }
    assertEquals(
        List.of("work(int)", "work(int)", "work(int)", "main", "leaf", "work(int)"), names);
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () ->
                    rows(
                        TableKind.DATA,
                        "",
                        new RowSelection("x", 1, NamePattern.ANY, 0, List.of(), Granularity.WORD)))
            .getMessage();
    assertTrue(
        message.startsWith("the table data has no column 'x'; it has: name, class"), message);
  }

  @Example
  void csvHoldsWholeNumbersAndAllColumns() {
    StringWriter text = new StringWriter();
    new TableReport(report(true), TableKind.DATA, "", CACHES, RowSelection.ALL)
        .csv(new PrintWriter(text));
    List<String> lines = text.toString().lines().toList();
    assertEquals(
        "row,name,class,variable,function,object,origin,file,sourceLine,type,address,bytes,elementBytes,"
            + "dimensions,instances,path,share,accesses,loads,stores,wordTl,wordSl,wordSlNonZero,"
            + "wordZeroStrideShare,wordColdShare,lineTl,lineSl,lineSlNonZero,lineZeroStrideShare,"
            + "lineColdShare,miss32K,miss3M,strides,wordFootprint,lineFootprint",
        lines.get(0));
    assertTrue(
        lines
            .get(1)
            .startsWith(
                "item,a,static,a,,/bin/p,program,/src/p.c,1,double [3][4],0x4000,96,8,"
                    + "[3][4],1,,0.786885246,240,230,10,0.125000000,"),
        lines.get(1));
    assertTrue(lines.get(1).endsWith(",+8=226 -4096=6,12,2"), lines.get(1));
    assertEquals(6, lines.size(), "names, four objects, the whole");
  }

  @Example
  void jsonNestsScoresByGranularity() throws IOException {
    StringWriter text = new StringWriter();
    new TableReport(report(true), TableKind.FUNCTIONS, "", CACHES, RowSelection.top(1))
        .json(new PrintWriter(text));
    JsonNode json = new ObjectMapper().readTree(text.toString());
    assertEquals("functions", json.get("table").asText());
    assertEquals("in context", json.get("view").asText());
    assertEquals(3 << 20, json.get("caches").get(1).asInt());
    JsonNode work = json.get("rows").get(0);
    assertEquals("item", work.get("row").asText());
    assertEquals(200, work.get("loads").asInt());
    assertEquals(1.0, work.get("line").get("sl").asDouble());
    assertEquals(-4096, work.get("strides").get(1).get("bytes").asInt());
    assertEquals("unknown", json.get("rows").get(1).get("row").asText());
    assertEquals(100, json.get("rows").get(2).get("accesses").asInt(), "others");
    assertEquals(305, json.get("rows").get(3).get("accesses").asInt(), "whole");
  }

  @Example
  void cachesAreNamedByTheirSize() {
    assertEquals("32K", new CacheSize(32 << 10).label());
    assertEquals("1.5M", new CacheSize(3 << 19).label());
    assertEquals("33M", new CacheSize(33 << 20).label());
    assertEquals("100", new CacheSize(100).label());
    assertEquals("48K", new CacheSize(48 << 10).label());
    assertThrows(IllegalArgumentException.class, () -> new CacheSize(0));
  }
}
