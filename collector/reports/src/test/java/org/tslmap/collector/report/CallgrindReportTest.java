package org.tslmap.collector.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tslmap.locality.profile.LocalityProfile;

/** Valgrind's own callgrind_annotate reads the export and finds our counts in it. */
class CallgrindReportTest {

  @TempDir private Path folder;

  private Path export() throws IOException {
    Report report =
        Report.of(
            new LocalityProfile("tslmap 1", List.of(AttributedProfile.process(true))),
            RowSelection.ALL,
            List.of());
    Path file = folder.resolve("callgrind.out.1");
    try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(file))) {
      CallgrindReport.write(report, List.of(new CacheSize(48 << 10)), out);
    }
    return file;
  }

  private String annotated(String... options) throws IOException, InterruptedException {
    List<String> command = new java.util.ArrayList<>(List.of("callgrind_annotate"));
    command.addAll(List.of("--threshold=100", "--auto=no", "--show-percs=no"));
    command.addAll(List.of(options));
    command.add(export().toString());
    Path output = folder.resolve("annotated");
    int status =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start()
            .waitFor();
    String text = Files.readString(output);
    assertEquals(0, status, text);
    assertTrue(!text.contains("WARNING"), text);
    return text;
  }

  /**
   * Loads, stores, first touches, far reuse, strides 0, 1, more, none, weights of TL and SL,
   * misses.
   */
  @Test
  void totalsAreOurs() throws Exception {
    assertLine(annotated(), "245 60 15 210 80 225 0 0 1,840 2,250,000 225  PROGRAM TOTALS");
  }

  @Test
  void functionsHaveTheirOwnAccesses() throws Exception {
    String text = annotated();
    assertLine(text, "200 0 0 200 0 200 0 0 0 2,000,000 200  /src/p.c:work(int) [/bin/p]");
    assertLine(text, "40 50 0 10 80 10 0 0 1,840 100,000 10  /src/q.c:leaf [/lib/q.so]");
    assertLine(text, "0 10 10 0 0 10 0 0 0 100,000 10  /src/p.c:main [/bin/p]");
    assertLine(text, "5 0 5 0 0 5 0 0 0 50,000 5  ???:??? [???]");
  }

  @Test
  void inclusiveAccessesCountRecursionOnce() throws Exception {
    String text = annotated("--inclusive=yes");
    assertLine(text, "240 60 10 210 80 220 0 0 1,840 2,200,000 220  /src/p.c:main [/bin/p]");
    assertLine(text, "240 50 0 210 80 210 0 0 1,840 2,100,000 210  /src/p.c:work(int) [/bin/p]");
    assertLine(text, "40 50 0 10 80 10 0 0 1,840 100,000 10  /src/q.c:leaf [/lib/q.so]");
  }

  @Test
  void callsHaveTheirNumbers() throws Exception {
    String text = annotated("--tree=both");
    assertTrue(text.contains("/src/p.c:work(int) (3x) [/bin/p]"), text);
    assertTrue(text.contains("/src/q.c:leaf (10x) [/lib/q.so]"), text);
    assertTrue(text.contains("/src/p.c:work(int) (2x) [/bin/p]"), text);
  }

  @Test
  void theFileSaysWhatItIs() throws Exception {
    List<String> lines = Files.readAllLines(export());
    assertTrue(lines.contains("version: 1"));
    assertTrue(lines.contains("creator: tslmap 1"));
    assertTrue(lines.contains("cmd: ./p x"));
    assertTrue(lines.contains("positions: instr line"));
    assertTrue(lines.contains("events: Ld St Cold Far Str0 Str1 StrN StrX TlW SlW Miss32K"));
    assertTrue(lines.contains("event: Acc = Ld + St : Accesses"));
    assertTrue(lines.contains("0x20 8 200 0 0 200 0 200 0 0 0 2000000 200"));
    int call = lines.indexOf("calls=3 0x0 7");
    assertEquals("0x18 4 240 50 0 210 80 210 0 0 1840 2100000 210", lines.get(call + 1));
  }

  private static void assertLine(String text, String expected) {
    String wanted = expected.replaceAll(" +", " ");
    assertTrue(
        text.lines().map(line -> line.strip().replaceAll(" +", " ")).anyMatch(wanted::equals),
        () -> wanted + " is not among\n" + text);
  }
}
