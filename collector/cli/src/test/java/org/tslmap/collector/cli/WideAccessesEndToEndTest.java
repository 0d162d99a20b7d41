package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.tslmap.locality.LocalityHistogram;
import org.tslmap.locality.profile.AccessKind;
import org.tslmap.locality.profile.AccessTotals;
import org.tslmap.locality.profile.FunctionProfile;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.ProfileJson;

/**
 * Accesses of more than a word, counted both ways, where the counts follow from the source. A
 * failure means that vector code is scored wrongly.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WideAccessesEndToEndTest {

  private static final int STORES = 100;

  private Path folder;
  private TestPrograms programs;
  private String program;

  @BeforeAll
  void measure(@EmptyFolder Path temporary) throws IOException, InterruptedException {
    folder = temporary;
    programs = new TestPrograms(folder);
    program = programs.compile("wide.c", "-static").toString();
    tslmap("run", "--trace", "full", "--out", "first", "--", program);
    tslmap("run", "--wide", "words", "--trace", "full", "--out", "words", "--", program);
  }

  private TestPrograms.Result tslmap(String... words) throws IOException, InterruptedException {
    TestPrograms.Result result = programs.tslmap(words);
    assertEquals(0, result.status(), result.err());
    return result;
  }

  private ProcessProfile profile(String name) throws IOException {
    return ProfileJson.read(folder.resolve(name).resolve("profile.json")).mainProcess();
  }

  /** What a function's one store did. */
  private LocalityHistogram words(String run, String function) throws IOException {
    ProcessProfile process = profile(run);
    return process.sites().stream()
        .filter(site -> process.functionOf(site).name().equals(function))
        .filter(site -> site.kind() == AccessKind.STORE)
        .map(site -> site.histograms().word())
        .reduce(
            (one, other) -> {
              throw new AssertionError("expected one store in " + function);
            })
        .orElseThrow();
  }

  private long accesses(String run, String function) throws IOException {
    return profile(run).functionProfiles().stream()
        .filter(row -> row.function().name().equals(function))
        .mapToLong(FunctionProfile::accesses)
        .sum();
  }

  @Test
  void anAccessCountsAtItsFirstWordOrAtEach() throws IOException {
    assertEquals(STORES, words("first", "aligned").accesses());
    assertEquals(STORES - 1, words("first", "aligned").strides()[2]);
    LocalityHistogram each = words("words", "aligned");
    assertEquals(2 * STORES, each.accesses());
    assertEquals(2 * STORES - 1, each.strides()[1]);
    // 16 bytes from the middle of a word on touch three; the last is the next one's first.
    LocalityHistogram unaligned = words("words", "unaligned");
    assertEquals(3 * STORES, unaligned.accesses());
    assertEquals(STORES - 1, unaligned.strides()[0]);
    assertEquals(STORES - 1, unaligned.reuse()[0]);
  }

  @Test
  void totalsNameBothNumbers() throws IOException, InterruptedException {
    AccessTotals first = profile("first").totals();
    AccessTotals words = profile("words").totals();
    assertEquals(0, first.more());
    assertEquals(first.accesses(), words.made());
    assertEquals(words.toolAccesses(), words.made());
    assertEquals(words.storedAccesses(), words.made());
    assertEquals(words.accesses(), words.loads() + words.stores());
    assertTrue(words.more() >= 3 * STORES, words.toString());
    String report = tslmap("report", "words").out();
    assertTrue(report.contains("made        %,d accesses".formatted(words.made())), report);
    assertTrue(report.contains("received = scored = stored = the tool's own count"), report);
    assertTrue(report.contains("wide accesses count for each word"), report);
    String other = tslmap("report", "first").out();
    assertTrue(other.contains("are of more than a word and count at their first word"), other);
  }

  @Test
  void aStoredTraceIsScoredEitherWay() throws IOException, InterruptedException {
    tslmap("replay", "first", "--wide", "words", "--out", "first-words");
    tslmap("replay", "words", "--wide", "first", "--out", "words-first");
    assertEquals(profile("words").histograms(), profile("first-words").histograms());
    assertEquals(profile("first").histograms(), profile("words-first").histograms());
    tslmap("replay", "first", "--wide", "words", "--fn", "aligned", "--out", "one");
    AccessTotals one = profile("one").totals();
    assertEquals(2 * STORES, one.stores());
    assertEquals(accesses("first", "aligned"), one.made());
    assertEquals(profile("first").totals().accesses() - one.made(), one.leftOut());
  }
}
