package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.tslmap.collector.cli.AttributedRun.loads;
import static org.tslmap.collector.cli.AttributedRun.named;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.tslmap.locality.profile.AccessKind;
import org.tslmap.locality.profile.DataClass;
import org.tslmap.locality.profile.DataObject;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.ProfileJson;
import org.tslmap.locality.profile.View;

/** Threads that ask again and again are told from threads that work. */
class WaitingEndToEndTest {
  private static final Predicate<DataObject> VALUES = named(DataClass.STATIC, "v");
  private static final Predicate<DataObject> TURN = named(DataClass.STATIC, "turn");

  @EmptyFolder private Path folder;

  private static long waiting(ProcessProfile process) {
    return process.waiting().stream().mapToLong(i -> process.sites().get(i).accesses()).sum();
  }

  @Test
  void loopsWithPauseAreReportedAndLeftOutOnDemand() throws IOException, InterruptedException {
    TestPrograms programs = new TestPrograms(folder);
    Path program = programs.compile("asking.c", "-O2", "-pthread");
    AttributedRun run = AttributedRun.of(folder, List.of(), List.of(program.toString()));
    ProcessProfile process = run.main();
    Set<String> functions = new TreeSet<>();
    process
        .waiting()
        .forEach(i -> functions.add(process.functionOf(process.sites().get(i)).name()));
    assertEquals(Set.of("main", "worker"), functions);
    // Besides, the turn is read by both exchanges of 20 steps; compilers may ask once before a
    // loop.
    long asked = loads(process, "main", TURN) + loads(process, "worker", TURN);
    assertTrue(waiting(process) > 0 && waiting(process) <= asked);
    assertTrue(asked - waiting(process) <= 2 * 2 * 2 * 20);
    assertTrue(
        process.waiting().stream().allMatch(i -> process.sites().get(i).kind() == AccessKind.LOAD));

    TestPrograms.Result report =
        programs.tslmap("report", run.folder().toString(), "--format", "json");
    JsonNode said = new ObjectMapper().readTree(report.out()).get("waiting");
    assertEquals(waiting(process), said.get("accesses").asLong());
    double share = (double) waiting(process) / process.totals().accesses();
    assertEquals(share, said.get("share").asDouble(), 1e-12);
    assertEquals(2, said.get("functions").size());
    String text = programs.tslmap("report", run.folder().toString()).out();
    assertTrue(text.contains("\nwaiting     %,d accesses".formatted(waiting(process))), text);
    assertEquals(share > 0.1, text.contains("do no work but wait"), text);

    Path work = folder.resolve("work");
    TestPrograms.Result replayed =
        programs.tslmap(
            "replay", "--waiting", "out", "--out", work.toString(), run.folder().toString());
    assertEquals(0, replayed.status(), replayed.err());
    ProcessProfile others = ProfileJson.read(work.resolve("profile.json")).mainProcess();
    assertEquals(process.totals().accesses() - waiting(process), others.totals().accesses());
    assertEquals(List.of(), others.waiting());
    assertEquals(
        asked - waiting(process), loads(others, "main", TURN) + loads(others, "worker", TURN));
    assertEquals(View.ISOLATED, others.view());
    assertEquals(List.of("--waiting=out"), others.selection());
    for (String function : List.of("main", "worker")) {
      assertTrue(loads(others, function, VALUES) >= 20 * 4096 / 2);
      assertEquals(loads(process, function, VALUES), loads(others, function, VALUES));
    }
  }

  @Test
  void aProgramThatNeverWaitsHasNone() throws IOException, InterruptedException {
    TestPrograms programs = new TestPrograms(folder);
    Path program = programs.compile("loops.c", "-O2");
    AttributedRun run = AttributedRun.of(folder, List.of(), List.of(program.toString()));
    assertEquals(List.of(), run.main().waiting());
    assertFalse(run.err().contains("\nwaiting"), run.err());
    Path again = folder.resolve("again");
    TestPrograms.Result replayed =
        programs.tslmap(
            "replay", "--waiting", "out", "--out", again.toString(), run.folder().toString());
    assertEquals(0, replayed.status(), replayed.err());
    assertEquals(run.main(), ProfileJson.read(again.resolve("profile.json")).mainProcess());
  }
}
