package org.tslmap.apexmap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is written is read back bit for bit, and what is no surface is named and refused. */
class SurfaceFileTest {

  @TempDir Path folder;
  private Path file;
  private SurfaceFile surfaces;

  @BeforeEach
  void write() throws IOException {
    file = folder.resolve("surface.json");
    surfaces =
        Surfaces.file(
            List.of(
                Surfaces.surface(
                    ProbeSetting.DEFAULT,
                    1 << 20,
                    1,
                    List.of(0.001, 1.0 / 3),
                    List.of(1, 64),
                    point -> Math.PI / point.length() * point.alpha()),
                Surfaces.surface(
                    new ProbeSetting(Operation.UPDATE, Dependence.DEPENDENT, 2, true, true),
                    1L << 33,
                    512,
                    List.of(1.0),
                    List.of(1, 2, 4),
                    ProbePoint::length)));
    surfaces.write(file);
  }

  @Test
  void whatIsWrittenIsReadBack() throws IOException {
    assertEquals(surfaces, SurfaceFile.read(file));
    try (Stream<Path> files = Files.list(folder)) {
      assertEquals(List.of(file), files.toList(), "nothing beside the file is left");
    }
  }

  @Test
  void rowsOfTablesAreLinesToBeFoundIn() throws IOException {
    assertTrue(Files.readString(file).contains("\"lengths\" : [1,64]"), Files.readString(file));
  }

  @Test
  void aKeyTwiceOrTextBehindTheEndIsRefused() throws IOException {
    String text = Files.readString(file);
    refused(text.replaceFirst("\\{", "{\"format\": \"x\","), "'format'", " at line ");
    refused(text + "{}", "no readable", " at line ");
  }

  private void refused(String content, String... parts) throws IOException {
    Files.writeString(file, content);
    String message =
        assertThrows(ApexFileException.class, () -> SurfaceFile.read(file)).getMessage();
    assertTrue(message.startsWith(file.toString()), message);
    assertFalse(message.contains("\n"), message);
    for (String part : parts) {
      assertTrue(message.contains(part), message);
    }
  }

  @Test
  void cutFilesAreRefused() throws IOException {
    String whole = Files.readString(file);
    for (int length : new int[] {1, 100, whole.length() / 2, whole.length() - 3}) {
      refused(whole.substring(0, length), "measure again", "line");
    }
    refused("", "no format");
  }

  @Test
  void foreignFilesAreRefused() throws IOException {
    refused("{}", "is no surface", "tslmap-surface", "no format");
    refused("[1, 2]", "is no surface");
    refused("{\"format\": \"something\"}", "\"something\"");
    refused("This is text", "is no readable surface");
  }

  @Test
  void newerFilesAreRefused() throws IOException {
    refused(
        Files.readString(file).replace("\"schemaVersion\" : 5", "\"schemaVersion\" : 6"),
        "schema version 6",
        "reads 1 to 5");
  }

  @Test
  void filesFromBeforeTheCoreWasMeasuredAreRead() throws IOException {
    String whole = Files.readString(file);
    Files.writeString(
        file,
        whole
            .replace("\"schemaVersion\" : 5", "\"schemaVersion\" : 1")
            .replaceFirst("\"core\" : \\{[^}]*\\}[^}]*\\}[^}]*\\}[^}]*\\},", ""));
    assertFalse(Files.readString(file).contains("core\""), Files.readString(file));
    SurfaceFile read = SurfaceFile.read(file);
    assertFalse(read.core().known());
    assertEquals(surfaces.surfaces(), read.surfaces());
    refused(
        whole.replaceFirst("\"core\" : \\{[^}]*\\}[^}]*\\}[^}]*\\}[^}]*\\},", ""),
        "property 'core'");
  }

  @Test
  void filesFromBeforeFirstTouchesWereMeasuredAreRead() throws IOException {
    String without = Files.readString(file).replaceFirst(",\\s*\"firstTouch\" : [0-9.]+", "");
    refused(without, "property 'firstTouch'");
    Files.writeString(file, without.replace("\"schemaVersion\" : 5", "\"schemaVersion\" : 2"));
    CoreCosts read = SurfaceFile.read(file).core();
    assertEquals(0, read.firstTouch());
    assertEquals(surfaces.core().window(), read.window());
  }

  @Test
  void filesFromBeforeChainsThatBeginAnewWereMeasuredAreRead() throws IOException {
    String without = Files.readString(file).replaceFirst(",\\s*\"waiting\" : \\{[^}]*\\}", "");
    refused(without, "property 'waiting'");
    Files.writeString(file, without.replace("\"schemaVersion\" : 5", "\"schemaVersion\" : 3"));
    CoreCosts read = SurfaceFile.read(file).core();
    assertEquals(Map.of(), read.waiting());
    assertEquals(surfaces.core().firstTouch(), read.firstTouch());
  }

  @Test
  void damagedFilesAreRefused() throws IOException {
    String whole = Files.readString(file);
    refused(whole.replace("\"words\" : 1048576", "\"words\" : 1048575"), "divide M");
    refused(whole.replace("\"nanoseconds\" : [[", "\"nanoseconds\" : [[-"), "more than 0 ns");
    refused(whole.replace("\"repeats\" : [[", "\"repeats\" : [[1],["), "table");
    refused(whole.replace("\"lengths\" : [1,64]", "\"lengths\" : [64,1]"), "lengths should rise");
    refused(whole.replace("\"machine\"", "\"engine\""), "property 'machine'");
    refused(whole.replace("\"READ\"", "\"PEEK\""), "PEEK");
    refused(whole.replace("\"measured\" : \"2026", "\"measured\" : \"yesterday"), "yesterday");
    refused(whole + "{}", "line");
  }

  @Test
  void csvHasALineForEachPoint() throws IOException {
    StringBuilder csv = new StringBuilder();
    SurfaceCsv.write(surfaces, csv);
    List<String> lines = csv.toString().lines().toList();
    assertEquals(1 + 4 + 3, lines.size());
    assertEquals(
        "words,stride,operation,dependence,threads,shared,huge_pages,alpha,length,nanoseconds,"
            + "cycles,spread,repeats",
        lines.get(0));
    assertEquals("8589934592,512,UPDATE,DEPENDENT,2,true,true,1.0,4,4.0,10.4,", prefix(lines, 7));
    StringBuilder ratios = new StringBuilder();
    SurfaceCsv.write(SurfaceRatio.of(surfaces, surfaces), ratios);
    assertEquals(
        "8589934592,512,UPDATE,DEPENDENT,2,true,true,1.0,4,1.0",
        ratios.toString().lines().toList().get(7));
  }

  private static String prefix(List<String> lines, int line) {
    return lines.get(line).replaceAll("[^,]*,[^,]*$", "");
  }
}
