package org.tslmap.collector.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Example;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.AccessTotals;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.Sampling;
import org.tslmap.locality.profile.ScoreErrors;

/** What reports say of runs of which a part of the accesses was scored. */
class SampledReportTest {
  /** Of a part that no burst met. */
  private static final ScoreErrors FEW =
      new ScoreErrors(1, 10, List.of(0.5, 0.4), List.of(0.3, 0.2), 0.25);

  /** The process of {@link AttributedProfile}, of which only so many accesses were scored. */
  private static ProcessProfile sampled(long exact, long inBursts) {
    ProcessProfile p = AttributedProfile.process(false);
    return new ProcessProfile(
        p.identity(),
        p.end(),
        p.parameters(),
        p.options(),
        new AccessTotals(305, 245, 60, 305, exact, 9, 99), // the trace ends where samples begin
        p.footprint(),
        p.functions(),
        p.threads(),
        p.sites(),
        p.windows(),
        p.attribution(),
        p.stretch(),
        Optional.of(
            new Sampling(
                "auto",
                (double) inBursts / p.totals().accesses(),
                inBursts,
                exact,
                0,
                FEW,
                Collections.nCopies(p.functions().size(), FEW),
                Collections.nCopies(p.attribution().objects().size(), FEW),
                Collections.nCopies(p.attribution().calls().size(), FEW),
                Optional.empty())));
  }

  private static Report report(ProcessProfile... processes) {
    return Report.of(new LocalityProfile("t", List.of(processes)), RowSelection.ALL);
  }

  private static String text(Report report) {
    StringWriter text = new StringWriter();
    TextReport.write(report, new PrintWriter(text));
    return text.toString();
  }

  private static String csv(TableKind kind, List<String> columns) {
    StringWriter text = new StringWriter();
    new TableReport(
            report(sampled(100, 20)), kind, "", List.of(), RowSelection.ALL.columns(columns))
        .csv(new PrintWriter(text));
    return text.toString();
  }

  @Example
  void mergedRunsSayWhichPartWasSampled() {
    String one = text(report(sampled(100, 20)));
    assertTrue(
        one.contains(
            "note: sampled: 1 of 3 accesses scored; totals are exact, scores have 95 % intervals, and"
                + " what data objects and call paths have of the totals is estimated; the trace has"
                + " the first 100\n"),
        one);
    assertTrue(
        one.contains(
            "\nsampled     20 accesses scored in bursts, and the first 100 all; the others"),
        one);
    String both = text(report(sampled(100, 20), AttributedProfile.process(false)));
    assertTrue(
        both.contains(
            "note: sampled: 70 % of the accesses scored (1 of 2 processes sampled); totals are exact"),
        both);
    assertTrue(both.contains("; the trace has the first 100 of what was sampled\n"), both);
    assertTrue(
        both.contains(
            "\nsampled     in 1 of 2 processes 20 accesses scored in bursts, and the first 100 all; the"
                + " others there are counted"),
        both);
  }

  @Example
  void whereSamplingWasNotNeededNothingIsEstimated() {
    String all = text(report(sampled(305, 0)));
    assertTrue(all.contains("note: sampled: so few accesses that all are scored"), all);
    assertFalse(all.contains("±"), all);
    assertFalse(all.contains("in bursts"), all);
  }

  @Example
  void functionsWithTooFewSamplesAreThoseOfTheTable() {
    String all = text(report(sampled(100, 20)));
    assertTrue(all.contains("\ntoo few samples for scores of work(int), leaf, main\n"), all);
    LocalityProfile profile = new LocalityProfile("t", List.of(sampled(100, 20)));
    String heaviest = text(Report.of(profile, RowSelection.ALL.share(0.5)));
    assertTrue(heaviest.contains("\ntoo few samples for scores of work(int)\n"), heaviest);
  }

  @Example
  void footprintsAreEstimatedOnlyWhereAccessesWereNotScored() {
    String note = "estimated from one line of 64";
    assertFalse(dataTable(sampled(305, 0)).contains(note), dataTable(sampled(305, 0)));
    assertFalse(dataTable(sampled(100, 20)).contains(note), "exact footprints in the profile");
  }

  private static String dataTable(ProcessProfile process) {
    StringWriter text = new StringWriter();
    new TableReport(report(process), TableKind.DATA, "", List.of(), RowSelection.ALL)
        .text(new PrintWriter(text));
    return text.toString();
  }

  @Example
  void csvHasIntervals() {
    StringWriter text = new StringWriter();
    CsvReport.write(report(sampled(100, 20)), new PrintWriter(text));
    List<String> lines = text.toString().lines().toList();
    assertTrue(
        lines.get(0).endsWith(",wordTlInterval,wordSlInterval,lineTlInterval,lineSlInterval"),
        lines.get(0));
    assertTrue(lines.get(1).endsWith(",too few samples".repeat(4)), lines.get(1));
    assertTrue(lines.get(2).startsWith("function,work(int),"), lines.get(2));
    assertTrue(lines.get(2).endsWith(",too few samples".repeat(4)), lines.get(2));
  }

  @Example
  void jsonSaysOfSeveralProcessesHowMuchWasScored() throws IOException {
    StringWriter text = new StringWriter();
    JsonReport.write(report(sampled(100, 20), AttributedProfile.process(false)), text);
    JsonNode sampling = new ObjectMapper().readTree(text.toString()).path("sampling");
    assertEquals("70 % of the accesses scored", sampling.path("share").asText());
    assertEquals("auto", sampling.path("mode").asText());
    assertEquals(20, sampling.path("scoredAccesses").asLong());
    assertEquals(405, sampling.path("exactAccesses").asLong());
    assertEquals(20.0 / 610, sampling.path("rate").asDouble(), 1e-12);
  }

  /** A trace of the first accesses cannot tell what all would be. */
  @Example
  void wideAccessesAreScoredAgainFromATraceThatHasAll() {
    MetricParameters narrow = MetricParameters.defaults().withWord(4);
    String line = "tslmap %s --wide words scores each of their words";
    Optional<String> full = WideShare.of(List.of(AttributedProfile.process(false)), narrow).line();
    assertTrue(full.orElseThrow().endsWith(line.formatted("replay")), full.toString());
    Optional<String> part = WideShare.of(List.of(sampled(100, 20)), narrow).line();
    assertTrue(part.orElseThrow().endsWith(line.formatted("run")), part.toString());
  }

  @Example
  void cautionsSayWhichNumbersAreEstimates() {
    assertEquals(
        List.of(
            "98 % of the accesses scored: scores, first touches and misses are estimates, and so is"
                + " what data objects and call paths have of the accesses; accesses of functions, of"
                + " lines and of the whole are exact"),
        report(sampled(280, 20)).cautions());
  }

  @Example
  void howFarCountsMayBeOffIsANumberHoweverFewTheSamples() {
    List<String> rows =
        csv(TableKind.FUNCTIONS, List.of("name", "accessesError", "wordTlInterval"))
            .lines()
            .toList();
    assertEquals("row,name,accessesError,wordTlInterval", rows.get(0));
    assertEquals("item,work(int),0.250000000,too few samples", rows.get(1));
  }
}
