package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.tslmap.locality.LoadDependence;
import org.tslmap.locality.profile.AccessKind;
import org.tslmap.locality.profile.Operations;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.ProfileJson;
import org.tslmap.locality.profile.SiteProfile;

/** Loops of known structure, through Valgrind: so many of their loads wait for one that missed. */
class DependenceEndToEndTest {
  private static final double WITHIN = 0.02;
  private static final double LEVELS = 8;
  private static final double FORESTS = 1024;
  private static final double ROWS = 4096;
  private static final double ELEMENTS = 1 << 15;

  /** By function: the share of its loads. */
  private static final Map<String, Double> EXPECTED = new LinkedHashMap<>();

  static {
    double probes = LEVELS / (LEVELS + 1);
    EXPECTED.put("chase", 1.0);
    EXPECTED.put("walk", 1.0);
    EXPECTED.put("walk_lines", 1.0);
    EXPECTED.put("gather", 0.0);
    EXPECTED.put("fan_out", 8.0 / 10);
    EXPECTED.put("gather_rows", 0.0);
    EXPECTED.put("filter", 0.0);
    EXPECTED.put("join", 1.0 / 10);
    EXPECTED.put("probe", 0.0);
    EXPECTED.put("count", 0.0);
    EXPECTED.put("sweep_and_chase", 1.0 / 2);
    EXPECTED.put("lookup", 2.0 / 3);
    EXPECTED.put("search", probes * (LEVELS - 1) / LEVELS);
    EXPECTED.put("search_by_branches", probes / 2);
    EXPECTED.put("descend", 3 * (LEVELS - 1) / (3 * LEVELS + 2));
    EXPECTED.put("descend_by_moves", 3 * (LEVELS - 1) / (3 * LEVELS + 2));
    EXPECTED.put("triad", 0.0);
    EXPECTED.put("stencil", 0.0);
    EXPECTED.put("reduce", 0.0);
    EXPECTED.put("reduce_rows", 0.0);
  }

  @EmptyFolder private Path folder;

  private ProcessProfile run(String options) throws IOException, InterruptedException {
    TestPrograms programs = new TestPrograms(folder);
    String program = programs.compile("dependence.c", "-O2").toString();
    Path out = folder.resolve("run");
    TestPrograms.Result run =
        programs.measure("" + out, "--quiet --trace none " + options, program);
    assertEquals(0, run.status(), run.err());
    return ProfileJson.read(out.resolve("profile.json")).mainProcess();
  }

  private static long mispredicted(ProcessProfile process, String function) {
    return Operations.byFunction(List.of(process)).entrySet().stream()
        .filter(row -> row.getKey().name().equals(function))
        .mapToLong(row -> row.getValue().mispredicted().orElseThrow())
        .sum();
  }

  private static Stream<SiteProfile> loads(ProcessProfile process, String function) {
    return process.sites().stream()
        .filter(site -> site.kind() == AccessKind.LOAD)
        .filter(site -> process.functionOf(site).name().equals(function));
  }

  private static long loadsOf(ProcessProfile process, String function) {
    return loads(process, function).mapToLong(SiteProfile::accesses).sum();
  }

  private static LoadDependence dependence(ProcessProfile process, String function) {
    return loads(process, function)
        .flatMap(site -> site.dependence().stream())
        .reduce(LoadDependence.NONE, LoadDependence::plus);
  }

  private static double dependentShare(ProcessProfile process, String function) {
    long loads = loadsOf(process, function);
    assertTrue(loads > 0, function);
    return (double) dependence(process, function).dependent() / loads;
  }

  @Test
  void theShareOfDependentLoadsIsThatOfTheStructure() throws IOException, InterruptedException {
    ProcessProfile process = run("--sample off");
    EXPECTED.forEach(
        (function, share) ->
            assertEquals(share, dependentShare(process, function), WITHIN, function));
    assertEquals(1, dependence(process, "chase").deeperShare(), WITHIN, "a chain");
    assertEquals(1, dependence(process, "walk_lines").deeperShare(), WITHIN, "a chain");
    assertEquals(1.0 / 8, dependence(process, "fan_out").deeperShare(), WITHIN, "a tree");
    assertEquals(1, dependence(process, "search_by_branches").blockedShare(), 5 * WITHIN);
    assertEquals(1, dependence(process, "descend_by_moves").deeperShare(), WITHIN, "a chain");
    assertEquals(0.5, dependence(process, "descend_by_moves").blockedShare(), 5 * WITHIN);
    assertEquals(0, dependence(process, "chase").blocked());
    assertEquals(0, dependence(process, "count").blocked(), WITHIN * ELEMENTS);
    assertEquals(0.5 * ELEMENTS, mispredicted(process, "count"), 0.05 * ELEMENTS);
    assertTrue(mispredicted(process, "reduce_rows") < 0.01 * ROWS, "the end of each row");
    assertEquals(0.5 * ELEMENTS, mispredicted(process, "filter"), 0.05 * ELEMENTS);
  }

  /** The counted function runs for the first time when most accesses are left out of the stream. */
  @Test
  void functionsAreCountedBesideSamples() throws IOException, InterruptedException {
    ProcessProfile process = run("--skip-fn descend");
    assertEquals(FORESTS * (3 * LEVELS + 2) + 1, loadsOf(process, "descend"));
    assertTrue(loads(process, "descend").allMatch(site -> site.dependence().isEmpty()));
  }

  /** Of some functions only the first accesses are recorded, and the others only counted. */
  @Test
  void recordedLoadsTellOfThoseThatAreCounted() throws IOException, InterruptedException {
    ProcessProfile process =
        run(
            "--sample off --skip-fn chase --skip-fn sweep_and_chase --skip-fn *memset*"
                + " --skip-fn tree --count-after 16384");
    assertEquals(3 * ELEMENTS + 2, loadsOf(process, "chase"));
    assertEquals(1, dependentShare(process, "chase"), WITHIN);
    assertEquals(0.5, dependentShare(process, "sweep_and_chase"), WITHIN);
  }
}
