package org.tslmap.collector.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.tslmap.collector.names.NamePattern;
import org.tslmap.locality.Apportionment;
import org.tslmap.locality.Footprint;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.Histograms;
import org.tslmap.locality.LocalityHistogram;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.AccessKind;
import org.tslmap.locality.profile.AccessTotals;
import org.tslmap.locality.profile.Attribution;
import org.tslmap.locality.profile.CodeOrigin;
import org.tslmap.locality.profile.FunctionInfo;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProcessEnd;
import org.tslmap.locality.profile.ProcessIdentity;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.SiteProfile;
import org.tslmap.locality.profile.StateChange;
import org.tslmap.locality.profile.StateHistory;
import org.tslmap.locality.profile.ThreadProfile;
import org.tslmap.locality.score.Score;

/** What the formats say of a small profile worked out by hand. */
class ReportsTest {

  private static final MetricParameters PARAMETERS = MetricParameters.defaults();

  /** "sweep" loads 100 new words in a row; "spin, twice" stores 50 times to one of them. */
  private static ProcessProfile process(int pid, ProcessEnd end, List<String> options) {
    return rank(-1, pid, end, options);
  }

  private static ProcessProfile rank(int rank, int pid, ProcessEnd end, List<String> options) {
    LocalityHistogram sweep = new LocalityHistogram(PARAMETERS.imax());
    sweep.addCold(100);
    sweep.addStride(1, 99);
    sweep.addStride(PARAMETERS.imax(), 1);
    LocalityHistogram spin = new LocalityHistogram(PARAMETERS.imax());
    spin.addReuse(0, 50);
    spin.addStride(0, 50);
    Histograms whole = Histograms.empty(PARAMETERS);
    whole.add(new Histograms(sweep, sweep));
    whole.add(new Histograms(spin, spin));
    Footprint footprint = new Footprint(100, 13);
    return new ProcessProfile(
        new ProcessIdentity(pid, 1, "here", rank, "", "/bin/s", List.of("./s", "1"), "/", 0),
        end,
        PARAMETERS,
        options,
        new AccessTotals(150, 100, 50, 150, 150, 3, 9),
        footprint,
        List.of(
            new FunctionInfo("sweep", "/bin/s", "s.c", 1),
            new FunctionInfo("spin, twice", "/bin/s", "", 0)),
        List.of(new ThreadProfile(1, 100, 50, footprint, whole)),
        List.of(
            new SiteProfile(
                0,
                16,
                AccessKind.LOAD,
                8,
                0,
                2,
                CodeOrigin.OWN,
                100,
                new Histograms(sweep, sweep),
                Optional.empty()),
            new SiteProfile(
                1,
                32,
                AccessKind.STORE,
                8,
                0,
                0,
                CodeOrigin.OWN,
                50,
                new Histograms(spin, spin),
                Optional.empty())),
        List.of(),
        Attribution.NONE,
        Optional.empty(),
        Optional.empty());
  }

  private static Report report(ProcessProfile... processes) {
    return Report.of(new LocalityProfile("t", List.of(processes)), RowSelection.ALL);
  }

  private final ProcessProfile one = process(7, ProcessEnd.exited(3), List.of());

  @Test
  void jsonHasTheKeysScriptsRelyOn() throws IOException {
    Map<String, Object> json = json(report(one));
    assertEquals(1L, json.get("schemaVersion"));
    assertEquals("[./s, 1]", json.get("command").toString());
    assertEquals(3L, json.get("exitStatus"));
    assertEquals(true, json.get("complete"));
    assertEquals("in context", json.get("view"));
    assertEquals(8L, at(json, "parameters", "word"));
    assertEquals(32L, at(json, "parameters", "window"));
    assertEquals(1024L, at(json, "parameters", "imax"));
    assertEquals(8388608L, at(json, "parameters", "N"));
    assertEquals(150L, at(json, "totals", "accesses"));
    assertEquals(100L, at(json, "totals", "loads"));
    assertEquals(50L, at(json, "totals", "stores"));
    assertEquals(150L, at(json, "totals", "toolAccesses"));
    assertEquals(150L, at(json, "totals", "storedAccesses"));
    for (String granularity : List.of("word", "line")) {
      assertEquals(50 / 150.0, at(json, granularity, "tl"));
      assertEquals(99 / 150.0, at(json, granularity, "sl"));
      assertEquals(99 / 100.0, at(json, granularity, "slNonZero"));
      assertEquals(50 / 150.0, at(json, granularity, "zeroStrideShare"));
      assertEquals(100 / 150.0, at(json, granularity, "coldShare"));
      assertEquals(List.of(50L), at(json, granularity, "reuse"));
      List<?> strides = (List<?>) at(json, granularity, "strides");
      assertEquals(1025, strides.size(), "0 .. imax-1, then none");
      assertEquals(99L, strides.get(1));
      assertEquals(1L, strides.get(1024));
    }
    assertEquals(100L, at(json, "word", "footprint"));
    assertEquals(13L, at(json, "line", "footprint"));
    assertFalse(json.containsKey("processes"), "one process gives one object");
  }

  @Test
  void everyScoreIsInEveryForm() throws IOException {
    Report report = report(one);
    Map<String, Object> json = json(report);
    String text = text(report);
    String csv = csv(report).lines().findFirst().orElseThrow();
    Table table = TableKind.FUNCTIONS.of(new Scope(report, List.of()), "");
    List<String> columns = table.columns().stream().map(Column::fullKey).toList();
    for (Score score : Score.values()) {
      assertTrue(text.contains("  " + score.heading()), score.key());
      for (Granularity granularity : PARAMETERS.granularities()) {
        double value = score.of(one.histograms().at(granularity), PARAMETERS);
        assertEquals(value, at(json, granularity.key(), score.key()));
        String column = Column.fullKey(score.key(), granularity);
        assertTrue(List.of(csv.split(",")).contains(column), csv);
        assertTrue(columns.contains(column), columns::toString);
      }
    }
  }

  @Test
  void jsonTablesAddUpToTheWhole() throws IOException {
    Map<String, Object> json = json(report(one));
    List<?> functions = (List<?>) json.get("functions");
    assertEquals(2, functions.size());
    Map<?, ?> sweep = (Map<?, ?>) functions.get(0);
    assertEquals("sweep", sweep.get("name"));
    assertEquals("/bin/s", sweep.get("object"));
    assertEquals("s.c", sweep.get("file"));
    assertEquals(1L, sweep.get("sourceLine"));
    assertEquals(100L, sweep.get("loads"));
    assertEquals(0L, sweep.get("stores"));
    assertEquals(0.99, ((Map<?, ?>) sweep.get("word")).get("sl"));
    assertEquals(0.99, ((Map<?, ?>) sweep.get("line")).get("sl"));
    Map<?, ?> thread = (Map<?, ?>) ((List<?>) json.get("threads")).get(0);
    assertEquals(1L, thread.get("id"));
    assertEquals(100L, ((Map<?, ?>) thread.get("word")).get("footprint"));
  }

  @Test
  void jsonOfSeveralProcessesHasEachBesideTheMergedOne() throws IOException {
    ProcessProfile cut = process(8, ProcessEnd.cut("the connection closed early"), List.of());
    Map<String, Object> json = json(report(one, cut));
    assertEquals(300L, at(json, "totals", "accesses"));
    assertEquals(200L, at(json, "word", "footprint"));
    assertEquals(3L, json.get("exitStatus"), "that of the first process");
    assertEquals(false, json.get("complete"), "one of them is cut");
    assertEquals(2, ((List<?>) json.get("threads")).size());
    List<?> processes = (List<?>) json.get("processes");
    assertEquals(2, processes.size());
    Map<?, ?> second = (Map<?, ?>) processes.get(1);
    assertEquals(8L, second.get("pid"));
    assertEquals(false, second.get("complete"));
    assertEquals("the connection closed early", second.get("incompleteReason"));
    assertEquals("null", second.get("exitStatus"));
    assertEquals(150L, ((Map<?, ?>) second.get("totals")).get("accesses"));
  }

  @Test
  void aProgramThatReplacedItselfEndsAsTheLastOne() throws IOException {
    ProcessProfile first = process(7, ProcessEnd.replaced(), List.of());
    Map<String, Object> json = json(report(first, process(7, ProcessEnd.exited(4), List.of())));
    assertEquals(4L, json.get("exitStatus"));
  }

  @Test
  void aSignalIsNoExitStatus() throws IOException {
    Map<String, Object> json = json(report(process(7, ProcessEnd.signalled(11), List.of())));
    assertEquals("null", json.get("exitStatus"));
    assertEquals(11L, json.get("signal"));
    assertEquals(true, json.get("complete"));
  }

  @Test
  void aNarrowedRunSaysSo() throws IOException {
    ProcessProfile narrowed = process(7, ProcessEnd.exited(0), List.of("--tsl-fn=sweep"));
    assertEquals("isolated", json(report(narrowed)).get("view"));
    assertTrue(text(report(narrowed)).contains("isolated: only the selected"), "in the table too");
  }

  /** The process above; 1000 loads more of "get" were only counted. */
  private static ProcessProfile partial() {
    ProcessProfile full = process(7, ProcessEnd.exited(0), List.of("--tsl-skip-fn=get"));
    Histograms unscored = Histograms.empty(PARAMETERS);
    unscored.addCounted(1000);
    Histograms all = full.threads().get(0).histograms().copy();
    all.add(unscored);
    return new ProcessProfile(
        full.identity(),
        full.end(),
        PARAMETERS,
        full.options(),
        new AccessTotals(1150, 1100, 50, 1150, 1000, 0, 0, 1150, 150, 3, 9),
        full.footprint(),
        List.of(
            full.functions().get(0),
            full.functions().get(1),
            new FunctionInfo("get", "/bin/s", "s.c", 9)),
        List.of(new ThreadProfile(1, 1100, 50, full.footprint(), all)),
        List.of(
            full.sites().get(0),
            full.sites().get(1),
            new SiteProfile(
                2,
                48,
                AccessKind.LOAD,
                8,
                0,
                10,
                CodeOrigin.OWN,
                1000,
                unscored,
                Optional.empty())),
        List.of(),
        Attribution.NONE,
        Optional.empty(),
        Optional.empty());
  }

  @Test
  @SuppressWarnings("unchecked")
  void countedFunctionsHaveNumbersAndNoScores() throws IOException {
    Map<String, Object> json = json(report(partial()));
    assertEquals("partial", json.get("view"));
    assertEquals("null", ((Map<String, Object>) json.get("word")).get("tl"));
    assertEquals(1000L, ((Map<String, Object>) json.get("totals")).get("counted"));
    Map<String, Object> get = ((List<Map<String, Object>>) json.get("functions")).get(0);
    assertEquals("get counted", get.get("name") + " " + get.get("state"));
    assertEquals(0.0, ((Number) get.get("scoredShare")).doubleValue());
    assertEquals("null", ((Map<String, Object>) get.get("word")).get("sl"));
    Map<String, Object> sweep = ((List<Map<String, Object>>) json.get("functions")).get(1);
    assertEquals("sweep full", sweep.get("name") + " " + sweep.get("state"));
    String text = text(report(partial()));
    assertTrue(text.contains("counted     1,000 accesses of them (87.0 %)"), text);
    assertTrue(text.contains("(--tsl-skip-fn=get)"), text);
    assertTrue(text.contains("received = scored + 1,000 counted = the tool's own count"), text);
  }

  @Test
  void callgrindSaysThatARunIsPartial() {
    StringWriter whole = new StringWriter();
    CallgrindReport.write(
        report(process(7, ProcessEnd.exited(0), List.of())), List.of(), new PrintWriter(whole));
    assertFalse(whole.toString().contains("PARTIAL"), whole.toString());
    StringWriter part = new StringWriter();
    CallgrindReport.write(report(partial()), List.of(), new PrintWriter(part));
    assertTrue(
        part.toString()
            .contains(
                "\ndesc: PARTIAL: the accesses of some functions were counted and not scored"
                    + " (--tsl-skip-fn=get); hotspots and misses are those of the others\n"),
        part.toString());
  }

  @Test
  @SuppressWarnings("unchecked")
  void reportsSayWhyAndSinceWhenFunctionsAreCounted() throws IOException {
    String rule = "--tsl-filter=a,b, line 3: EXCLUDE \"get\"";
    StateHistory history =
        StateHistory.NONE
            .plus(new StateChange(0, true, rule))
            .plus(new StateChange(1200, false, "to look again"));
    Report report = report(partial().withStates(Map.of(2, history)));
    List<Map<String, Object>> functions = (List<Map<String, Object>>) json(report).get("functions");
    assertEquals("to look again", functions.get(0).get("reason"));
    assertEquals(
        List.of(
            Map.of("after", 0L, "state", "counted", "reason", rule),
            Map.of("after", 1200L, "state", "full", "reason", "to look again")),
        functions.get(0).get("changes"));
    assertFalse(functions.get(1).containsKey("reason"), "of a function that was recorded");

    String told =
        "counted from the beginning (" + rule + "), recorded after 1,200 accesses (to look again)";
    assertTrue(text(report).lines().anyMatch(("get: " + told)::equals), text(report));
    List<String> csv = csv(report).lines().toList();
    assertTrue(csv.get(0).endsWith(",scoredShare,state,reason,changed"), csv.get(0));
    assertTrue(
        csv.get(2).endsWith(",counted,to look again,\"" + told.replace("\"", "\"\"") + '"'),
        csv.get(2));
    assertTrue(csv.get(3).endsWith(",full,,"), csv.get(3));

    StringWriter table = new StringWriter();
    new TableReport(report, TableKind.FUNCTIONS, "", List.of(), RowSelection.ALL)
        .csv(new PrintWriter(table));
    List<String> rows = table.toString().lines().toList();
    assertTrue(rows.get(0).contains(",reason,changed,"), rows.get(0));
    assertTrue(rows.get(1).contains(",to look again,\"counted from the beginning"), rows.get(1));
    StringWriter shown = new StringWriter();
    new TableReport(report, TableKind.FUNCTIONS, "", List.of(), RowSelection.ALL)
        .text(new PrintWriter(shown));
    assertTrue(shown.toString().lines().anyMatch(("get: " + told)::equals), shown.toString());
  }

  /** The process above; of "sweep" 900 loads more were counted, and their scores are estimated. */
  private static ProcessProfile estimated() {
    ProcessProfile full = partial();
    SiteProfile sweep = full.sites().get(0);
    Histograms more = sweep.histograms().apportion(new Apportionment(900, 100, 0), 0);
    Histograms ofSite = sweep.histograms().copy();
    ofSite.add(more);
    Histograms all = full.threads().get(0).histograms().copy();
    all.add(more);
    return new ProcessProfile(
        full.identity(),
        full.end(),
        PARAMETERS,
        List.of(),
        new AccessTotals(2050, 2000, 50, 2050, 1900, 900, 0, 2050, 150, 3, 9),
        full.footprint(),
        full.functions(),
        List.of(new ThreadProfile(1, 2000, 50, full.footprint(), all)),
        List.of(
            new SiteProfile(
                0, 16, AccessKind.LOAD, 8, 0, 2, CodeOrigin.OWN, 1000, ofSite, Optional.empty()),
            full.sites().get(1),
            full.sites().get(2)),
        List.of(),
        Attribution.NONE,
        Optional.empty(),
        Optional.empty());
  }

  @Test
  @SuppressWarnings("unchecked")
  void estimatedScoresAreMarked() throws IOException {
    Report report = report(estimated());
    Map<String, Object> json = json(report);
    Map<String, Object> totals = (Map<String, Object>) json.get("totals");
    assertEquals(
        "1900 of which 900", totals.get("counted") + " of which " + totals.get("estimated"));
    Map<String, Object> sweep =
        ((List<Map<String, Object>>) json.get("functions"))
            .stream().filter(row -> row.get("name").equals("sweep")).findFirst().orElseThrow();
    assertEquals("partly counted", sweep.get("state"));
    assertEquals(0.1, ((Number) sweep.get("scoredShare")).doubleValue());
    assertEquals(1000L, sweep.get("loads"));
    assertEquals(
        0.99, ((Number) ((Map<String, Object>) sweep.get("word")).get("sl")).doubleValue());
    String text = text(report);
    assertTrue(
        text.contains(
            "counted     1,900 accesses of them (92.7 %); scores of 900 counted accesses are"
                + " estimated from what was recorded of the same functions; scores of the whole are"
                + " not known"),
        text);
    assertEquals(text.indexOf("estimated"), text.lastIndexOf("estimated"), "said once");
    assertTrue(text.contains("partial: the accesses of some functions were counted"), text);
    assertTrue(text.contains("received = scored + 1,900 counted = the tool's own count"), text);
    assertTrue(text.contains("partly counted"), text);
    List<String> csv = csv(report).lines().toList();
    assertTrue(csv.get(0).endsWith(",leftOut,scoredShare,state,reason,changed"), csv.get(0));
    assertTrue(csv.get(1).endsWith(",0.073170732,partly counted,,"), csv.get(1));
    long commas = csv.get(0).chars().filter(c -> c == ',').count();
    for (String row : csv) {
      String unquoted = row.replaceAll("\"[^\"]*\"", "");
      assertEquals(commas, unquoted.chars().filter(c -> c == ',').count(), row);
    }
    assertEquals(
        List.of(
            "PARTIAL: the accesses of some functions were counted and not scored; scores of 900"
                + " counted accesses are estimated from what was recorded of the same functions, and"
                + " so are hotspots and misses"),
        report.cautions());
  }

  @Test
  void whatIsNotKnownComesLastInAnyOrder() {
    Table table = new CodeTables(new Scope(report(partial()), List.of())).functions();
    for (String order : List.of("sl", "coldShare")) {
      RowSelection sorted =
          new RowSelection(
              order, Integer.MAX_VALUE, NamePattern.ANY, 0, List.of(), Granularity.WORD);
      List<Row> rows = sorted.rows(table);
      assertEquals("get", rows.get(2).label("name").words(), order);
    }
  }

  @Test
  void theTableShowsScoresAndFunctions() {
    String text = text(report(one));
    assertTrue(text.startsWith("./s 1\n"), text);
    assertTrue(text.contains("accesses    150 = 100 loads + 50 stores\n"), text);
    assertTrue(text.contains("word 8 B      0.3333  0.6600  0.9900       33.3%   66.7%  "), text);
    assertTrue(text.contains("  100 words = 800 B\n"), text);
    assertTrue(text.contains("13 lines = 832 B\n"), text);
    assertTrue(
        text.matches("(?s).*\nsweep +66\\.7% +100 +0  0\\.0000  0\\.9900  0\\.9900  s\\.c:1\n.*"),
        text);
    assertFalse(text.contains("INCOMPLETE"), text);
  }

  @Test
  void theTableMarksWhatIsIncompleteOrLeftOut() {
    Report cut =
        Report.of(
            new LocalityProfile(
                "t", List.of(process(7, ProcessEnd.cut("the connection closed"), List.of()))),
            new RowSelection("name", 1, NamePattern.ANY, 0, List.of(), Granularity.WORD),
            List.of("the trace of 7 reached the size limit"));
    String text = text(cut);
    assertTrue(text.contains("INCOMPLETE: process 7: the connection closed\n"), text);
    assertTrue(text.contains("note: the trace of 7 reached the size limit\n"), text);
    assertTrue(text.contains("\nspin, twice"), text);
    assertFalse(text.contains("\nsweep"), text);
    assertTrue(text.matches("(?s).*\nothers \\(1\\) +66\\.7% +100 +0 .*"), text);
    assertTrue(text.contains("... and 1 more functions (--top 2 shows all)"), text);
  }

  @Test
  void csvQuotesWhatHoldsACommaAndHasAsManyValuesAsNames() {
    List<String> lines = csv(report(one)).lines().toList();
    assertEquals(4, lines.size(), "names, whole, two functions");
    assertTrue(
        lines.get(3).startsWith("function,\"spin, twice\",/bin/s,,0,0,50,1.000"), lines.get(3));
    int columns = lines.get(0).split(",").length;
    assertEquals(columns, lines.get(1).split(",", -1).length);
    assertEquals(columns, lines.get(2).split(",", -1).length);
    assertTrue(lines.get(1).startsWith("whole,,,,0,100,50,0.333333333,0.66"), lines.get(1));
  }

  @Test
  void theOverviewIsTheReportWithoutItsProcesses() throws IOException {
    StringWriter text = new StringWriter();
    JsonReport.writeOverview(ranks(), text);
    Map<String, Object> all = json(ranks());
    assertEquals(2, ((List<?>) all.remove("processes")).size());
    assertEquals(all, parsed(text.toString()));
  }

  /** Ranks 0 and 2 of three; rank 2 is ended by signal 6. */
  private static Report ranks() {
    ProcessProfile first = rank(0, 7, ProcessEnd.exited(0), List.of());
    ProcessProfile last = rank(2, 9, ProcessEnd.signalled(6), List.of());
    return Report.of(new LocalityProfile("t", List.of(last, first), 3), RowSelection.top(15));
  }

  @Test
  void theTableOfRanksNamesTheMissingAndTheDead() {
    String text = text(ranks());
    assertTrue(text.contains("2 ranks added together\n"), text);
    assertTrue(text.contains("INCOMPLETE: rank 1 is missing: it never connected\n"), text);
    assertTrue(
        text.contains("INCOMPLETE: rank 2 died: signal 6 ended it (process 9 on here)\n"), text);
    assertTrue(
        text.matches(
            "(?s).*\n0 +7@here +0\\.3333  0\\.6600  0\\.9900 +150  100 words +status 0\n.*"),
        text);
    assertTrue(text.matches("(?s).*\n2 +9@here .* signal 6\n1 +missing\n.*"), text);
    assertTrue(text.contains("\nimbalance over 2 incomplete ranks "), text);
    assertTrue(text.matches("(?s).*\nsweep +0\\.0000 +100 +100 +0 +100 +0\n.*"), text);
  }

  @Test
  void jsonHasRanksBesideTheMergedOne() throws IOException {
    Map<String, Object> json = json(ranks());
    assertEquals(false, json.get("complete"));
    assertEquals(7L, json.get("pid"), "the lowest rank stands for all");
    assertTrue(json.get("incompleteReason").toString().startsWith("rank 1 is missing"), "" + json);
    List<?> ranks = (List<?>) json.get("ranks");
    assertEquals(2, ranks.size());
    Map<?, ?> last = (Map<?, ?>) ranks.get(1);
    assertEquals(2L, last.get("rank"));
    assertEquals(9L, last.get("pid"));
    assertEquals(6L, last.get("signal"));
    assertEquals(false, last.get("complete"));
    assertEquals(150L, ((Map<?, ?>) last.get("totals")).get("accesses"));
    assertEquals(0.66, ((Map<?, ?>) last.get("word")).get("sl"));
    assertEquals(List.of(1L), json.get("missingRanks"));
    Map<?, ?> whole = (Map<?, ?>) at(json, "imbalance", "whole");
    assertEquals(0.0, whole.get("imbalance"));
    assertEquals(2L, whole.get("ranks"), "the missing one is not taken for 0");
    assertEquals(150.0, whole.get("mean"));
    assertEquals(2, ((List<?>) at(json, "imbalance", "functions")).size());
  }

  @Test
  void csvHasARowForEachRank() {
    List<String> lines = csv(ranks()).lines().toList();
    assertEquals(6, lines.size(), "names, whole, two functions, two ranks");
    assertTrue(lines.get(1).endsWith(",,,,200,26,0.000000000,0"), lines.get(1));
    assertTrue(lines.get(5).startsWith("rank,2,,,0,100,50,0.333333333,0.66"), lines.get(5));
    assertTrue(lines.get(5).endsWith(",2,9,here,100,13,,0"), lines.get(5));
    int columns = lines.get(0).split(",").length;
    lines.forEach(line -> assertEquals(columns, line.replace("n, t", "n t").split(",", -1).length));
  }

  @Test
  void quantitiesHaveThreeDigits() {
    assertEquals("999", Quantities.count(999));
    assertEquals("1.00 k", Quantities.count(1000));
    assertEquals("12.3 M", Quantities.count(12_345_678));
    assertEquals("1023 B", Quantities.bytes(1023));
    assertEquals("1.50 MiB", Quantities.bytes(3 << 19));
  }

  private static String text(Report report) {
    StringWriter text = new StringWriter();
    TextReport.write(report, new PrintWriter(text));
    return text.toString();
  }

  private static String csv(Report report) {
    StringWriter text = new StringWriter();
    CsvReport.write(report, new PrintWriter(text));
    return text.toString();
  }

  private static Map<String, Object> json(Report report) throws IOException {
    StringWriter text = new StringWriter();
    JsonReport.write(report, text);
    return parsed(text.toString());
  }

  private static Map<String, Object> parsed(String text) throws IOException {
    try (JsonParser parser = new JsonFactory().createParser(text)) {
      parser.enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);
      parser.nextToken();
      @SuppressWarnings("unchecked")
      Map<String, Object> object = (Map<String, Object>) value(parser);
      return object;
    }
  }

  private static Object value(JsonParser parser) throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT -> {
        Map<String, Object> object = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
          String key = parser.currentName();
          parser.nextToken();
          object.put(key, value(parser));
        }
        yield object;
      }
      case START_ARRAY -> {
        List<Object> array = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          array.add(value(parser));
        }
        yield array;
      }
      case VALUE_NUMBER_INT -> parser.getLongValue();
      case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> "null";
      default -> parser.getText();
    };
  }

  private static Object at(Map<String, Object> json, String key, String inner) {
    return ((Map<?, ?>) json.get(key)).get(inner);
  }
}
