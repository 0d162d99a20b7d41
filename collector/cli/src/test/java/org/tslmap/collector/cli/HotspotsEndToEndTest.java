package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tslmap.collector.hotspots.AccessPattern;
import org.tslmap.collector.hotspots.CacheLevel;
import org.tslmap.collector.hotspots.Finding;
import org.tslmap.collector.hotspots.HotspotSettings;
import org.tslmap.collector.hotspots.Hotspots;
import org.tslmap.locality.profile.ProfileJson;

/**
 * Programs with one classical problem each, through Valgrind, against a cache of 64 lines in 8
 * sets: the function, the variable, the line, the step and the remedy are named, and programs
 * without a problem have no hotspot.
 */
class HotspotsEndToEndTest {

  private static final HotspotSettings SETTINGS =
      new HotspotSettings(List.of(new CacheLevel("L1", 4096, 8)), 0.01);

  /** The same with a second cache, as behind every real one. */
  private static final HotspotSettings TWO_CACHES =
      new HotspotSettings(
          List.of(new CacheLevel("L1", 4096, 8), new CacheLevel("L2", 256 << 10, 16)), 0.01);

  @EmptyFolder private Path folder;

  private List<Finding> hotspots(String kernel) throws IOException, InterruptedException {
    return hotspots(kernel, SETTINGS);
  }

  private List<Finding> hotspots(String kernel, HotspotSettings settings)
      throws IOException, InterruptedException {
    Files.createDirectories(folder.resolve("hotspots"));
    TestPrograms programs = new TestPrograms(folder);
    String program = programs.compile("hotspots/" + kernel + ".c", "-pthread").toString();
    Path out = folder.resolve("run");
    CapturedCommand run =
        CapturedCommand.tslmap(
            "run", "--quiet", "--trace", "none", "--out", "" + out, "--", program);
    assertEquals("", run.err());
    return Hotspots.of(ProfileJson.read(out.resolve("profile.json")), settings).findings();
  }

  /** What the first line of the advice on the last run says, behind its percentage. */
  private String advice(String caches) {
    String page =
        CapturedCommand.tslmap("advise", "--cache", caches, "" + folder.resolve("run")).out();
    return Pattern.compile("1. bad patterns\\n +[\\d.]+%  (.*)|nothing is wrong")
        .matcher(page)
        .results()
        .findFirst()
        .map(line -> line.group(1) == null ? line.group() : line.group(1))
        .orElse(page);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "column       | COLUMN_WALK     | multiply  | b                | 12 | 576  | interchange",
        "heap-column  | STRIDED_WALK    | sums      | m = malloc in main.* | 12 | 4800 | interchange",
        "transpose    | TRANSPOSE       | flip      | out              | 10 | 1600 | tile",
        "conflict     | COLUMN_WALK     | sums      | m                | 12 | 256  | interchange",
        "tiled-conflict | SET_CONFLICT  | flip      | out              | 13 | 512  | pad each row of out",
        "members      | STRUCT_WALK     | main      | particles        | 15 | 64   | structure of arr",
        "rows         | RANDOM_PROBES   | look      | table            | 15 | 8    | in address order",
        "structs      | STRUCT_WALK     | weigh     | particles        | 14 | 64   | structure of arr",
        "strided      | STRIDED_WALK    | sample    | data             | 10 | 64   | layout",
        "sweep        | REPEATED_SWEEP  | relax     | field            | 9  | 8    | time tiling",
        "passes       | LATER_PASS      | total     | field            | 16 | 8    | fuse",
        "probes       | RANDOM_PROBES   | look      | table            | 12 | 0    | partition",
        "gather       | GATHER          | product   | x                | 12 | 0    | reorder x",
        "scatter      | SCATTER         | histogram | counts           | 11 | 0    | partition keys",
        "list         | POINTER_CHASE   | walk      | .*malloc in main.* | 1[67] | 0 | array or pool",
        "parallel     | PARALLEL_ARRAYS | find      | 'keys|values'    | 1[34] | 0 | merge them",
      })
  void theProblemIsNamed(
      String kernel,
      AccessPattern pattern,
      String function,
      String object,
      String line,
      long stride,
      String remedy)
      throws IOException, InterruptedException {
    List<Finding> findings = hotspots(kernel);
    assertFalse(findings.isEmpty());
    Finding first = findings.get(0);
    assertEquals(pattern, first.pattern(), findings.toString());
    assertEquals(function, first.function());
    assertTrue(first.object().matches(object), first.object());
    assertTrue(first.places().get(0).matches(kernel + "\\.c:" + line), first.places().toString());
    assertEquals(stride, first.stride());
    assertTrue(first.sentence().contains(remedy), first.sentence());
    assertEquals(
        pattern.label() + ": " + function, advice("4K:8").replaceFirst(" (and|\\().*", ""));
    List<String> others =
        findings.stream()
            .filter(f -> f.nanoseconds() > first.nanoseconds() / 4)
            .filter(f -> f.pattern() != pattern && !f.pattern().isNote())
            .map(Finding::sentence)
            .toList();
    assertEquals(List.of(), others, "nothing else is nearly as bad");
  }

  @Test
  void whatCostsTimeComesFirstAndNotWhatMakesMostAccesses()
      throws IOException, InterruptedException {
    Finding first = hotspots("rare-chase").get(0);
    assertEquals(AccessPattern.POINTER_CHASE, first.pattern());
    assertEquals("walk", first.function());
    assertTrue(first.accesses() < 20_000, "a small part of more than five million");
  }

  @Test
  void falseSharingIsNamed() throws IOException, InterruptedException {
    Finding first = hotspots("false-sharing").get(0);
    assertEquals(AccessPattern.FALSE_SHARING, first.pattern());
    assertTrue(advice("4K:8").startsWith("false sharing: count ("));
    assertEquals("count", first.function());
    assertEquals("counters", first.object());
    assertEquals(List.of("false-sharing.c:16"), first.places());
    assertTrue(first.sentence().contains("pad each thread's part"), first.sentence());
    assertTrue(first.accesses() >= 1_600_000, "each load and store of both threads");
    assertTrue(first.sentence().contains("threads 2, 3 use different words"), first.sentence());
  }

  @Test
  void trueSharingIsNamed() throws IOException, InterruptedException {
    Finding first = hotspots("true-sharing").get(0);
    assertEquals(AccessPattern.TRUE_SHARING, first.pattern());
    assertTrue(advice("4K:8").startsWith("true sharing: serve ("));
    assertEquals("serve", first.function());
    assertEquals("served", first.object());
    assertEquals(List.of("true-sharing.c:16"), first.places());
    assertTrue(first.accesses() >= 1_600_000, "each load and store of both threads");
    assertTrue(first.sentence().contains("threads 2, 3 use the same words"), first.sentence());
    assertTrue(first.sentence().contains("give each thread its own copy"), first.sentence());
  }

  @Test
  void deepRecursionIsNamed() throws IOException, InterruptedException {
    List<Finding> findings = hotspots("recursion");
    Finding first = findings.get(0);
    assertEquals(AccessPattern.DEEP_STACK, first.pattern(), findings.toString());
    assertEquals("depth", first.function());
    assertEquals("path", first.object());
    assertTrue(first.places().contains("recursion.c:8"), first.places().toString());
    assertTrue(first.sentence().contains("recurse less deeply"), first.sentence());
    assertEquals(List.of(), findings.stream().skip(1).filter(f -> !f.pattern().isNote()).toList());
  }

  /** Where variables of the environment lie is not the program's choice. */
  @Test
  void theEnvironmentHasNoLayoutToMend() throws IOException, InterruptedException {
    Files.createDirectories(folder.resolve("hotspots"));
    String program = new TestPrograms(folder).compile("hotspots/environment.c").toString();
    List<String> arguments = new ArrayList<>(List.of("run", "--quiet", "--trace", "none"));
    arguments.addAll(List.of("--out", "" + folder.resolve("run"), "--", "/usr/bin/env"));
    IntStream.range(0, 100).forEach(i -> arguments.add("VARIABLE" + i + "=1"));
    arguments.add(program);
    CapturedCommand run = CapturedCommand.tslmap(arguments.toArray(String[]::new));
    assertEquals(0, run.status(), run.err());
    assertEquals("nothing is wrong", advice("4K:8"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"tiled", "small", "own-lines", "shallow"})
  void whatIsWellBehavedHasNoHotspot(String kernel) throws IOException, InterruptedException {
    assertEquals(List.of(), hotspots(kernel, TWO_CACHES));
    assertEquals("nothing is wrong", advice("4K:8,256K:16"));
  }

  @Test
  void streamingOnceIsOnlyANote() throws IOException, InterruptedException {
    List<Finding> findings = hotspots("stream");
    assertEquals(1, findings.size(), findings.toString());
    assertEquals(AccessPattern.STREAM_ONCE, findings.get(0).pattern());
    assertEquals("total", findings.get(0).function());
    assertEquals("data", findings.get(0).object());
  }
}
