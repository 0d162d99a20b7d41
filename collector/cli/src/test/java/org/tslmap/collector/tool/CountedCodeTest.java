package org.tslmap.collector.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tslmap.locality.profile.CallNode;
import org.tslmap.locality.profile.FunctionProfile;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.SiteProfile;
import org.tslmap.locality.profile.ThreadFunction;
import org.tslmap.locality.profile.View;

/** Functions that are counted make as many accesses as when they are recorded. */
class CountedCodeTest {
  @TempDir private Path folder;
  private TracedPrograms programs;

  @BeforeEach
  void start() {
    programs = new TracedPrograms(folder);
  }

  private List<ProcessProfile> run(String... arguments) throws IOException, InterruptedException {
    TracedPrograms.Received received = programs.receive(arguments);
    assertTrue(received.profile().complete(), received.profile().problems().toString());
    return received.profile().processes();
  }

  private static Map<List<Object>, Long> sites(ProcessProfile process, Path program) {
    Map<List<Object>, Long> sites = new TreeMap<>((a, b) -> a.toString().compareTo(b.toString()));
    for (SiteProfile site : process.sites()) {
      if (process.functionOf(site).object().equals(program.toString())) {
        sites.put(
            List.of(site.instruction(), site.kind(), site.index(), site.size()), site.accesses());
      }
    }
    return sites;
  }

  @ParameterizedTest
  @CsvSource({
    "calls, --tsl-skip-fn=inner",
    "calls, --tsl-skip-obj=*",
    "guarded, --tsl-skip-obj=*",
    "string, --tsl-skip-obj=*",
    "avx, --tsl-skip-obj=*",
    "atomic, --tsl-skip-obj=*",
    "family, --tsl-skip-obj=family",
  })
  void everySiteMakesAsManyAccesses(String name, String option)
      throws IOException, InterruptedException {
    Path program = programs.compile(name + ".c", "-static");
    List<ProcessProfile> full = run("--trace-children=no", program.toString());
    List<ProcessProfile> counted = run("--trace-children=no", option, program.toString());

    assertEquals(full.size(), counted.size(), "processes");
    for (int i = 0; i < full.size(); i++) {
      assertEquals(sites(full.get(i), program), sites(counted.get(i), program), name);
      assertEquals(full.get(i).totals().accesses(), counted.get(i).totals().accesses());
      assertEquals(counted.get(i).totals().accesses(), counted.get(i).totals().toolAccesses());
      assertEquals(View.PARTIAL, counted.get(i).view());
      assertTrue(counted.get(i).totals().counted() > 0, "nothing was counted");
    }
  }

  @Test
  void recordedFunctionsKeepTheirScoresAndCountedOnesHaveNone()
      throws IOException, InterruptedException {
    Path program = programs.compile("calls.c", "-static", "-fno-optimize-sibling-calls");
    ProcessProfile process = run("--tsl-skip-fn=inner", program.toString()).get(0);

    for (FunctionProfile row : process.functionProfiles()) {
      boolean isInner = row.function().name().equals("inner");
      assertEquals(isInner ? 0 : 1, row.histograms().scoredShare(), row.function().name());
      assertEquals(!isInner, row.histograms().tellScores(), row.function().name());
    }
    long calls =
        process.attribution().calls().stream()
            .filter(node -> node.function() >= 0)
            .filter(node -> process.functions().get(node.function()).name().equals("inner"))
            .mapToLong(CallNode::calls)
            .sum();
    assertEquals(4, calls, "calls of inner");
  }

  @Test
  void threadsAreToldApart() throws IOException, InterruptedException {
    Path program = programs.compile("threads.c", "-pthread");
    Map<Integer, Long> full = accessesByThread(run(program.toString()).get(0), program);
    Map<Integer, Long> counted =
        accessesByThread(run("--tsl-skip-obj=threads", program.toString()).get(0), program);
    assertEquals(3, full.size(), "threads");
    // Which of the two threads runs first, and has the lower number, is not known.
    assertEquals(full.get(1), counted.get(1));
    assertEquals(
        full.values().stream().sorted().toList(), counted.values().stream().sorted().toList());
  }

  /** Accesses of the program's own functions. */
  private static Map<Integer, Long> accessesByThread(ProcessProfile process, Path program) {
    Map<Integer, Long> accesses = new TreeMap<>();
    for (ThreadFunction row : process.attribution().threadFunctions()) {
      if (process.functions().get(row.function()).object().equals(program.toString())) {
        accesses.merge(row.thread(), row.loads() + row.stores(), Long::sum);
      }
    }
    return accesses;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SCOREP_REGION_NAMES_BEGIN EXCLUDE inn* SCOREP_REGION_NAMES_END | inner",
        "SCOREP_REGION_NAMES_BEGIN EXCLUDE * INCLUDE outer SCOREP_REGION_NAMES_END | all but outer",
        "SCOREP_FILE_NAMES_BEGIN EXCLUDE *calls.c SCOREP_FILE_NAMES_END | file",
        "SCOREP_REGION_NAMES_BEGIN EXCLUDE MANGLED _ZN12*9read_gridEv SCOREP_REGION_NAMES_END | grid",
      })
  void filterFilesChoose(String text, String what) throws IOException, InterruptedException {
    Path filter = Files.writeString(folder.resolve("filter.txt"), text);
    Path program = programs.compile("calls.c", "-static", "-fno-optimize-sibling-calls");
    ProcessProfile process = run("--tsl-filter=" + filter, program.toString()).get(0);
    for (FunctionProfile row : process.functionProfiles()) {
      String name = row.function().name();
      boolean own = row.function().object().equals(program.toString());
      boolean excluded =
          switch (what) {
            case "inner" -> name.startsWith("inn");
            case "all but outer" -> !name.equals("outer");
            case "file" -> row.function().file().endsWith("calls.c");
            default -> name.contains("read_grid");
          };
      assertTrue(own || !excluded || what.equals("all but outer"), name);
      assertEquals(excluded, row.histograms().counted() > 0, name);
    }
    assertFalse(process.functionProfiles().isEmpty());
    assertEquals(process.totals().accesses(), process.totals().toolAccesses());
  }

  @Test
  void wrongFilesAndRulesWithoutAMatchAreSaid() throws IOException, InterruptedException {
    Path program = programs.compile("calls.c", "-static");
    Path filter =
        Files.writeString(
            folder.resolve("filter.txt"),
            "SCOREP_REGION_NAMES_BEGIN\nEXCLUDE no_such int f(int, long)\nSCOREP_REGION_NAMES_END\n");
    List<String> log =
        programs
            .valgrind("tslmap", "--tsl-out=null", "--tsl-filter=" + filter, program.toString())
            .log();
    assertTrue(log.stream().anyMatch(l -> l.contains("matches no_such")), log.toString());
    assertTrue(log.stream().anyMatch(l -> l.contains("f(int,\\ long)")), log.toString());

    Files.writeString(filter, "SCOREP_REGION_NAMES_BEGIN\nEXCULDE f\n");
    TracedPrograms.Run wrong =
        programs.valgrind("tslmap", "--tsl-filter=" + filter, program.toString());
    assertEquals(1, wrong.status());
    assertTrue(wrong.log().toString().contains("line 2: expected"), wrong.log().toString());
    TracedPrograms.Run none =
        programs.valgrind("tslmap", "--tsl-filter=/no/such/file", program.toString());
    assertTrue(none.log().toString().contains("cannot read this file"), none.log().toString());
  }
}
