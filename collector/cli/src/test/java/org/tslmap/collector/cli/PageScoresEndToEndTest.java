package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tslmap.locality.Footprint;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.Histograms;
import org.tslmap.locality.LocalityHistogram;
import org.tslmap.locality.profile.DataObject;
import org.tslmap.locality.profile.Footprints;
import org.tslmap.locality.profile.FunctionProfile;
import org.tslmap.locality.profile.Grouping;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.ProfileJson;

/**
 * Pages as a third granularity, from the program to the profile, where their counts follow from the
 * source. A failure means that a run says something false of its use of the TLB.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PageScoresEndToEndTest {

  private static final String ALL = "word,line,page";
  private static final int PAGES = 64;

  private Path folder;
  private TestPrograms programs;
  private String program;

  @BeforeAll
  void measure(@EmptyFolder Path temporary) throws IOException, InterruptedException {
    folder = temporary;
    programs = new TestPrograms(folder);
    program = programs.compile("spread.c", "-static").toString();
    TestPrograms.Result run =
        programs.tslmap(
            "run", "--granularity", ALL, "--trace", "full", "--out", "run", "--", program);
    assertEquals(0, run.status(), run.err());
  }

  private LocalityProfile profile(String name) throws IOException {
    return ProfileJson.read(folder.resolve(name).resolve("profile.json"));
  }

  private static LocalityHistogram visit(ProcessProfile process) {
    FunctionProfile visit =
        process.functionProfiles().stream()
            .filter(row -> row.function().name().equals("visit"))
            .findFirst()
            .orElseThrow();
    return visit.histograms().at(Granularity.PAGE);
  }

  /** One access to each page, each time after one to each of the 63 others. */
  private static void assertVisits(LocalityHistogram pages) {
    assertEquals(9 * PAGES, pages.reuse()[1 + 5], "63 other pages lie in 32..63: " + pages);
    assertEquals(10 * (PAGES - 1), pages.strides()[1], "the next page: " + pages);
    assertEquals(9, pages.strides()[32], "from page 0 back to 32, the 32nd before: " + pages);
  }

  @Test
  void pagesAreCountedAsTheSourceSays() throws IOException {
    ProcessProfile process = profile("run").mainProcess();
    assertEquals(4096, process.parameters().page());
    LocalityHistogram visit = visit(process);
    assertEquals(PAGES, visit.cold());
    assertVisits(visit);
    assertEquals(PAGES, part(process).at(Granularity.PAGE));
    assertEquals(new Footprint(PAGES, PAGES, PAGES), part(process));
    assertTrue(process.footprint().at(Granularity.PAGE) > PAGES);
    assertTrue(process.footprint().at(Granularity.PAGE) < process.footprint().line());
    for (Histograms histograms :
        List.of(
            sum(process.threads().stream().map(thread -> thread.histograms()).toList()),
            sum(process.windows().stream().map(window -> window.histograms()).toList()),
            sum(process.attribution().accesses().stream().map(a -> a.histograms()).toList()),
            sum(process.attribution().calls().stream().map(c -> c.histograms()).toList()))) {
      assertEquals(process.histograms(), histograms, "every cut of the accesses adds up");
    }
    List<Footprints.Path> paths = process.attribution().footprints().paths();
    assertTrue(
        paths.stream().anyMatch(path -> path.own().at(Granularity.PAGE) == PAGES + 1),
        "visit's own: its pages and that of the stack, in " + paths);
  }

  private static Histograms sum(List<Histograms> parts) {
    Histograms sum = new Histograms(List.of(empty(), empty(), empty()));
    parts.forEach(sum::add);
    return sum;
  }

  private static LocalityHistogram empty() {
    return new LocalityHistogram(1024);
  }

  /** What was touched of the array. */
  private static Footprint part(ProcessProfile process) {
    return process.attribution().footprints().of(Grouping.OBJECT).stream()
        .filter(part -> array(process).equals(object(process, part)))
        .findFirst()
        .orElseThrow()
        .footprint();
  }

  private static DataObject object(ProcessProfile process, Footprints.Part part) {
    return process
        .attribution()
        .objects()
        .get(process.attribution().accesses().get(part.access()).object());
  }

  private static DataObject array(ProcessProfile process) {
    return process.attribution().objects().stream()
        .filter(object -> object.name().equals("spread"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void everyOutputShowsThem() {
    String run = folder.resolve("run").toString();
    String text = CapturedCommand.tslmap("report", run).out();
    assertTrue(text.contains("word 8 B, line 64 B, page 4096 B, window 32"), text);
    assertTrue(text.contains("pages = "), text);
    String json = CapturedCommand.tslmap("report", "--format", "json", run).out();
    assertTrue(json.contains("\"page\" : {") || json.contains("\"page\":{"), json);
    for (String table : List.of("functions", "lines", "data", "calls", "threads", "windows")) {
      String csv = CapturedCommand.tslmap("report", "--table", table, "--format", "csv", run).out();
      String head = csv.lines().findFirst().orElseThrow();
      assertTrue(head.contains("pageTl,pageSl,"), table + ": " + head);
      String shown =
          CapturedCommand.tslmap("report", "--table", table, "--granularity", "page", run).out();
      assertTrue(shown.contains("pages (4096 B)"), shown);
    }
  }

  @Test
  void wordsAndLinesAreAsWithoutPages() throws IOException, InterruptedException {
    TestPrograms.Result replay =
        programs.tslmap("replay", "--granularity", "word,line", "--out", "two", "run");
    assertEquals(0, replay.status(), replay.err());
    assertFalse(Files.readString(folder.resolve("two/profile.json")).contains("\"page\""));
    ProcessProfile two = profile("two").mainProcess();
    ProcessProfile three = profile("run").mainProcess();
    CapturedCommand report =
        CapturedCommand.tslmap("report", "--granularity", "page", folder.resolve("two").toString());
    assertEquals(2, report.status());
    assertTrue(report.err().contains("two has no scores of pages; replay its"), report.err());
    assertEquals(two.histograms().word(), three.histograms().word());
    assertEquals(two.histograms().line(), three.histograms().line());
    assertEquals(two.footprint(), new Footprint(three.footprint().of().subList(0, 2)));
  }

  @Test
  void largePagesAreMadeOfSmallOnes() throws IOException, InterruptedException {
    TestPrograms.Result replay = programs.tslmap("replay", "--page", "2M", "--out", "large", "run");
    assertEquals(0, replay.status(), replay.err());
    ProcessProfile large = profile("large").mainProcess();
    assertEquals(1 << 21, large.parameters().page());
    long first = array(large).address() >>> 21;
    long last = array(large).address() + PAGES * 4096L - 1 >>> 21;
    assertEquals(new Footprint(PAGES, PAGES, last - first + 1), part(large));
    TestPrograms.Result again = programs.tslmap("replay", "--out", "again", "run");
    assertEquals(0, again.status(), again.err());
    assertEquals(profile("run"), profile("again"), "a replay scores what the run scored");
  }

  @Test
  void theToolScoresPagesAlike() throws IOException, InterruptedException {
    TestPrograms.Result run =
        programs.valgrind("--tsl-granularity=" + ALL, "--tsl-out-file=own.out", program);
    assertEquals(0, run.status(), run.err());
    assertTrue(run.err().contains("page (4096 bytes)  TL "), run.err());
    ProcessProfile own = ProfileJson.read(folder.resolve("own.out")).mainProcess();
    ProcessProfile recorded = profile("run").mainProcess();
    assertEquals(recorded.parameters(), own.parameters());
    assertVisits(visit(own));
    assertEquals(visit(recorded), visit(own));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--granularity=line,page | expected word,line or word,line,page, but found line,page",
        "--granularity=word | expected word,line or word,line,page, but found word",
        "--granularity=word,bit | Invalid value for option '--granularity'",
        "--page=4096 | pages are not scored; add --granularity word,line,page",
        "--granularity=word,line,page --page=5000 | page must be a power of two",
        "--granularity=word,line,page --page=32 | page must be at least line (64 bytes)",
        "--granularity=word,line,page --page=2G | page must be a power of two in 1..2^30",
        "--granularity=word,line,page --sample=auto | needs all accesses",
        "--granularity=word,line,page --budget=3x | needs all accesses",
      })
  void whatCannotBeScoredIsRefusedInOneLine(String options, String expected) {
    List<String> arguments = new ArrayList<>(List.of("run"));
    arguments.addAll(List.of(options.split(" ")));
    arguments.addAll(List.of("--", "/bin/true"));
    CapturedCommand run = CapturedCommand.tslmap(arguments.toArray(String[]::new));
    assertEquals(2, run.status(), run.err());
    assertTrue(run.err().contains(expected), run.err());
  }
}
