package org.tslmap.apexmap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The probe in C under AddressSanitizer and UBSan against a naive one, word by word; what its
 * compiled kernels are made of; and the program that only makes the accesses.
 */
class NativeCheckTest {

  private static final Path MODULE = Path.of("").toAbsolutePath();

  private record Outcome(int status, String output) {}

  private static Outcome run(String... command) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command).directory(MODULE.toFile());
    Process process = builder.redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Outcome(process.waitFor(), output);
  }

  @Test
  void patternsTouchWhatTheyDemand() throws IOException, InterruptedException {
    Outcome built = run("make", "-s", "check");
    assertEquals(0, built.status, "make check failed:\n" + built.output);
    for (String seed : List.of("1", "20260101")) {
      Outcome checked = run("target/native/probe_check", seed, "200");
      assertEquals(0, checked.status, checked.output);
      assertEquals("200 patterns as demanded\n", checked.output);
    }
  }

  @Test
  void timedLoopsAreScalar() throws IOException, InterruptedException {
    Outcome code = run("objdump", "-d", "target/native/tsl_kernel.o");
    assertEquals(0, code.status, code.output);
    assertTrue(code.output.contains("<read_1>") && code.output.contains("ret"), code.output);
    List<String> vectors = code.output.lines().filter(line -> line.matches(".*[xyz]mm.*")).toList();
    assertEquals(List.of(), vectors);
  }

  @Test
  void theStreamProgramMakesItsVisits() throws IOException, InterruptedException {
    for (String operation : List.of("read", "write", "update")) {
      Outcome made = run("target/native/apex-stream", "1024", "8", "2", "0.5", "5000", operation);
      assertEquals(0, made.status, made.output);
      assertTrue(made.output.startsWith("5000 visits"), made.output);
    }
  }

  @Test
  void theStreamProgramRefusesWhatIsNoPattern() throws IOException, InterruptedException {
    refused("M should be 1 to 4194304", "8388608", "1", "1", "1", "1", "read");
    refused("L times STRIDE should divide M", "1024", "3", "1", "1", "1", "read");
    refused("L times STRIDE should divide M", "1024", "4294967296", "4294967296", "1", "1", "read");
    refused("ALPHA should be greater than 0", "1024", "1", "1", "0", "1", "read");
    refused("ALPHA should be greater than 0", "1024", "1", "1", "nan", "1", "read");
    refused("STARTS should be at least 1", "1024", "1", "1", "1", "-1", "read");
    refused("read, write or update", "1024", "1", "1", "1", "1", "swap");
    refused("six arguments");
  }

  private static void refused(String reason, String... arguments)
      throws IOException, InterruptedException {
    String[] command = new String[arguments.length + 1];
    command[0] = "target/native/apex-stream";
    System.arraycopy(arguments, 0, command, 1, arguments.length);
    Outcome outcome = run(command);
    assertEquals(2, outcome.status, outcome.output);
    assertTrue(outcome.output.contains(reason), outcome.output);
  }
}
