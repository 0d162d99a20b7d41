package org.tslmap.locality.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.tslmap.locality.Footprint;
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
        Optional.empty());
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
