package org.tslmap.locality;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The C engine, the labelling pass, the codec of event words and filter files under
 * AddressSanitizer and UBSan: against naive references in C, on streams and operations with random
 * shapes and parameters, and on damaged blocks. A failure is an access out of bounds, undefined
 * behaviour, a wrong result, or a word that did not come back.
 */
class NativeCheckTest {

  private static final Path MODULE = Path.of("").toAbsolutePath();

  /** What a check ends with when the processor lacks what it would check. */
  private static final int UNAVAILABLE = 3;

  private record Outcome(int status, String output) {}

  private static Outcome run(String... command) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command).directory(MODULE.toFile());
    Process process = builder.redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Outcome(process.waitFor(), output);
  }

  @BeforeAll
  static void build() throws IOException, InterruptedException {
    Outcome built = run("make", "-s", "-j2", "check");
    assertEquals(0, built.status, "make check failed:\n" + built.output);
  }

  @Execution(ExecutionMode.CONCURRENT)
  @ParameterizedTest
  @ValueSource(strings = {"portable", "avx2", "avx512"})
  void streamsEqualTheReference(String variant) throws IOException, InterruptedException {
    for (String seed : List.of("1", "20260101")) {
      Outcome checked = run("target/native/engine_check", variant, seed, "40");
      assumeTrue(checked.status != UNAVAILABLE, checked.output);
      assertEquals(0, checked.status, checked.output);
      assertEquals("40 streams equal, " + variant + "\n", checked.output);
    }
  }

  @Execution(ExecutionMode.CONCURRENT)
  @ParameterizedTest
  @CsvSource({
    "space, 200",
    "segments, 2",
    "gaps, 20",
    "bursts, 20",
    "vast, 1",
    "touched, 1000",
    "contexts, 200",
    "disorder, 1",
    "many, 1",
    "strides, 100",
    "events, 1000",
    "calls, 100",
    "paths, 2",
    "cells, 50",
    "walk, 10",
    "depends, 2"
  })
  void thePassEqualsTheReferences(String part, int rounds)
      throws IOException, InterruptedException {
    for (String seed : List.of("1", "20260101")) {
      Outcome checked = run("target/native/pass_check", part, seed, String.valueOf(rounds));
      assertEquals(0, checked.status, checked.output);
      assertEquals(rounds + " rounds equal, " + part + "\n", checked.output);
    }
  }

  @Test
  void packedEventWordsComeBackAndDamageDoesNoHarm() throws IOException, InterruptedException {
    for (String seed : List.of("1", "20260101")) {
      Outcome checked = run("target/native/codec_check", seed, "100");
      assertEquals(0, checked.status, checked.output);
      assertEquals("100 streams came back\n", checked.output);
    }
  }

  /** What fuzzers have found once must not come back; collector/FUZZING.md says more. */
  @ParameterizedTest
  @ValueSource(strings = {"codec", "pass", "rules"})
  void keptInputsOfFuzzersDoNoHarm(String fuzzer) throws IOException, InterruptedException {
    Outcome built = run("make", "-s", "target/native/inputs_" + fuzzer);
    assertEquals(0, built.status, built.output);
    Outcome checked =
        run("sh", "-c", "target/native/inputs_%1$s src/test/fuzz/%1$s/*".formatted(fuzzer));
    assertEquals(0, checked.status, checked.output);
    assertTrue(checked.output.matches("(?s).*\n[1-9][0-9]* inputs\n"), checked.output);
  }

  /** What is checked as a whole, without arguments. */
  @Execution(ExecutionMode.CONCURRENT)
  @ParameterizedTest
  @ValueSource(strings = {"sample_check", "caches_check", "wide_check", "rules_check"})
  void allHolds(String check) throws IOException, InterruptedException {
    Outcome checked = run("target/native/" + check);
    assertEquals(0, checked.status, checked.output);
  }

  @Test
  void theEngineNeedsNoLibc() throws IOException, InterruptedException {
    // The Valgrind tool links these objects without libc and libgcc.
    Outcome undefined = run("sh", "-c", "nm -u target/native/tsl_*.o | awk 'NF==2 {print $2}'");
    List<String> foreign =
        undefined.output.lines().filter(name -> !name.startsWith("tsl_")).toList();
    assertEquals(List.of(), foreign);
  }
}
