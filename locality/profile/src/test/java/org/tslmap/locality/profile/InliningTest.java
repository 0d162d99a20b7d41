package org.tslmap.locality.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.tslmap.locality.Footprint;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.Histograms;
import org.tslmap.locality.MetricParameters;

/** Inlined functions as functions of their own: everything is counted once, and sums stay. */
class InliningTest {
  private static final MetricParameters PARAMETERS = Profiles.PARAMETERS;
  private static final InlinedFunction GET = new InlinedFunction("get(int)", "/get.h", 3);
  private static final InlinedFunction ROW = new InlinedFunction("row(int)", "/get.h", 8);

  private static SiteProfile site(int function, long at, CodeOrigin origin, int accesses) {
    return new SiteProfile(
        function, at, AccessKind.LOAD, 8, 0, 5, origin, accesses, cold(accesses), Optional.empty());
  }

  private static Histograms cold(int accesses) {
    return Profiles.sweep(accesses);
  }

  private static CallNode node(int parent, int function, long site, int accesses) {
    return new CallNode(parent, function, site, 5, 1, accesses, 0, cold(accesses));
  }

  /** main, with get in row and row alone inlined; get exists by itself, too, and is called. */
  private static ProcessProfile process() {
    return process(Optional.empty());
  }

  private static ProcessProfile process(Optional<Sampling> sampling) {
    ProcessProfile any = Profiles.process(1, ProcessEnd.exited(0));
    List<SiteProfile> sites =
        List.of(
            site(0, 0x10, CodeOrigin.OWN, 8),
            site(0, 0x20, new CodeOrigin(List.of(GET, ROW), "/get.h"), 16),
            site(0, 0x30, new CodeOrigin(List.of(ROW), "/get.h"), 24),
            site(1, 0x40, CodeOrigin.OWN, 32));
    Histograms all = Histograms.empty(PARAMETERS);
    sites.forEach(site -> all.add(site.histograms()));
    Attribution attribution =
        new Attribution(
            List.of(DataObject.UNKNOWN),
            List.of(),
            List.of(node(-1, 0, 0, 48), node(0, 1, 0x20, 16), node(0, 1, 0x30, 16)),
            TimeLine.NONE,
            0,
            List.of(),
            0,
            List.of(),
            Footprints.NONE);
    return new ProcessProfile(
        any.identity(),
        any.end(),
        PARAMETERS,
        List.of(),
        new AccessTotals(80, 80, 0, 80, 0, 1, 1),
        Footprint.none(PARAMETERS),
        List.of(
            new FunctionInfo("main", "/bin/app", "/main.cc", 1),
            new FunctionInfo("get(int)", "/bin/app", "/get.h", 3)),
        List.of(new ThreadProfile(1, 80, 0, Footprint.none(PARAMETERS), all)),
        sites,
        List.of(),
        attribution,
        Optional.empty(),
        sampling);
  }

  private static ProcessProfile inlined() {
    LocalityProfile profile = new LocalityProfile("test", List.of(process()));
    return Inlining.on(profile).mainProcess();
  }

  @Test
  void sitesBelongToTheInnermostFunction() {
    Map<String, Long> accesses =
        inlined().functionProfiles().stream()
            .collect(Collectors.toMap(f -> f.function().name(), f -> f.loads()));
    assertEquals(Map.of("main", 8L, "get(int)", 48L, "row(int)", 24L), accesses);
    assertEquals(process().histograms(), inlined().histograms());
    assertEquals(
        process().sites().stream().map(process()::fileOf).toList(),
        inlined().sites().stream().map(inlined()::fileOf).toList());
  }

  @Test
  void callsComeFromInlinedFunctions() {
    ProcessProfile process = inlined();
    List<CallNode> calls = process.attribution().calls();
    assertEquals(
        List.of(
            "main",
            "row(int) < main",
            "get(int) < row(int) < main",
            "get(int) < get(int) < row(int) < main",
            "get(int) < row(int) < main"),
        calls.stream().map(node -> path(process, node)).toList());
    assertEquals(80, calls.stream().mapToLong(CallNode::accesses).sum());
    assertEquals(3, calls.stream().mapToLong(CallNode::calls).sum());
  }

  /** All that may be wrong of a function may be so in the part that is inlined into it. */
  @Test
  void errorsAreThoseOfTheFunctionsAround() {
    Sampling sampling =
        new Sampling(
            "auto",
            0.5,
            40,
            0,
            0,
            errors(0.01),
            List.of(errors(0.01), errors(0.02)),
            List.of(),
            List.of(errors(0.1), errors(0.2), errors(0.3)),
            Optional.empty());
    LocalityProfile profile = new LocalityProfile("test", List.of(process(Optional.of(sampling))));
    ProcessProfile process = Inlining.on(profile).mainProcess();
    Sampling inlined = process.sampling().orElseThrow();
    assertEquals(errors(0.01), inlined.whole());
    assertEquals(
        List.of(0.06, 0.0233, 0.02),
        inlined.functions().stream()
            .map(error -> Math.round(1e4 * error.temporal(Granularity.WORD)) / 1e4)
            .toList());
    assertEquals(
        List.of(0.1, 0.0, 0.0, 0.2, 0.3),
        inlined.calls().stream().map(error -> error.temporal(Granularity.WORD)).toList());
    assertEquals(process.attribution().calls().size(), inlined.calls().size());
  }

  private static ScoreErrors errors(double size) {
    return new ScoreErrors(10, 1000, List.of(size, size), List.of(size, size), 0);
  }

  private static String path(ProcessProfile process, CallNode node) {
    String name = process.functions().get(node.function()).name();
    return node.parent() < 0
        ? name
        : name + " < " + path(process, process.attribution().calls().get(node.parent()));
  }

  @Test
  void withoutInlinedFunctionsNothingChanges() {
    LocalityProfile once = Inlining.on(new LocalityProfile("test", List.of(process())));
    assertEquals(3, once.mainProcess().functions().size());
    assertEquals(once.mainProcess().sites(), Inlining.on(once).mainProcess().sites());
    assertEquals(once.mainProcess().attribution(), Inlining.on(once).mainProcess().attribution());
  }
}
