package org.tslmap.collector.imports;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

/** Lackey's text, text in columns, ChampSim's records, and how files are known and unpacked. */
class TextTracesTest {
  private static final String LACKEY =
      """
      ==12== Lackey, an example Valgrind tool
      ==12==
      I  04001090,3
       S 1ffeffe8,8
      I  04001093,5
       L 0400ab10,4
       M 1ffeffe0,8
      I  04001093,5
       L 0400ab14,4
       M 1ffeffe0,8
      ==12==
      """;

  @TempDir private Path folder;

  @Test
  void lackeysLinesAreAccessesInOrder() throws IOException {
    try (Imported trace = Imported.of(new LackeyTrace(), false, write("l.txt", LACKEY))) {
      assertEquals(
          List.of(
              "S 1ffeffe8,8 by 4001090",
              "L 400ab10,4 by 4001093",
              "L 1ffeffe0,8 by 4001093",
              "S 1ffeffe0,8 by 4001093",
              "L 400ab14,4 by 4001093",
              "L 1ffeffe0,8 by 4001093",
              "S 1ffeffe0,8 by 4001093"),
          trace.accesses.stream().map(TextTracesTest::shown).toList());
      assertEquals(2, trace.stream.symbols().blockCount(), "an instruction is defined once");
    }
  }

  private static String shown(Imported.Access access) {
    return "%s %x,%d by %x"
        .formatted(
            access.site().store() ? "S" : "L",
            access.address(),
            access.site().size(),
            access.site().instruction());
  }

  @Test
  void fetchesCountOnRequest() throws IOException {
    try (Imported trace = Imported.of(new LackeyTrace(), true, write("l.txt", LACKEY))) {
      assertEquals(
          List.of("L 4001090,3 by 4001090", "S 1ffeffe8,8 by 4001090", "L 4001093,5 by 4001093"),
          trace.accesses.stream().limit(3).map(TextTracesTest::shown).toList());
      assertEquals(10, trace.accesses.size());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          'I  04001090,3\\n S 1ffeffe8,8\\nhello world\\n' | line 3 | 'hello world'
          'I  04001090,3\\n S 1ffeffe8,\\n'               | line 2 | ' S 1ffeffe8,'
          'I  04001090,3\\n X 1ffeffe8,8\\n'              | line 2 | ' X 1ffeffe8,8'
          'I  04001090,3\\n S fffffffffffffffff,8\\n'     | line 2 | ' S fffffffffffffffff,8'
          """)
  void anotherLineIsNamed(String text, String line, String found) throws IOException {
    Path file = write("l.txt", text.replace("\\n", "\n"));
    ImportException refused =
        assertThrows(ImportException.class, () -> Imported.of(new LackeyTrace(), false, file));
    assertTrue(refused.getMessage().contains(line + ": expected Lackey's"), refused.getMessage());
    assertTrue(refused.getMessage().contains("'" + found + "'"), refused.getMessage());
  }

  @Test
  void cutLineIsNamed() throws IOException {
    Path file = write("l.txt", "I  04001090,3\n S 1ffe");
    ImportException refused =
        assertThrows(ImportException.class, () -> Imported.of(new LackeyTrace(), false, file));
    assertEquals(
        file
            + ", byte 14: line 2: expected a whole line, found the end of the file; it is cut: copy"
            + " it again",
        refused.getMessage());
  }

  @Test
  void columnsAreTakenAsNamed() throws IOException {
    Path file =
        write(
            "c.csv", "# who,what,where\n7,R,0x10,ignored,0x4000\n7,W,18,x,4008\n9;S;10;y;0x1\n\n");
    try (Imported trace =
        Imported.of(Formats.columns("thread,kind,size,-,address:hex"), false, file)) {
      assertEquals(
          List.of("1 L 4000,16 by 0", "1 S 4008,18 by 0", "2 S 1,10 by 0"),
          trace.accesses.stream().map(a -> a.thread() + " " + shown(a)).toList());
    }
  }

  @Test
  void accessesWithoutInstructionsShareABlock() throws IOException {
    Path file = write("c.txt", "100\n200\n300\n".repeat(1000));
    try (Imported trace = Imported.of(Formats.columns("address"), false, file)) {
      assertEquals(3000, trace.accesses.size());
      assertEquals(1, trace.stream.symbols().blockCount());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          address,address | found twice address
          kind,size       | expected a column 'address'
          address,colour  | expected thread, pc, kind, address, size or -, found 'colour'
          ''              | found ''
          """)
  void layoutsThatAreNoneAreRefused(String layout, String message) {
    ImportException refused = assertThrows(ImportException.class, () -> Formats.columns(layout));
    assertTrue(refused.getMessage().contains(message), refused.getMessage());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          '1 R'      | line 2: expected 3 columns, found fewer
          '1 R zz'   | line 2: expected a number for address (:hex for hexadecimal ones), found 'zz'
          '1 Q 100'  | line 2: expected a kind of access (L, R or 0; S, W or 1; M; I, F or 2), found 'Q'
          """)
  void rowsThatDoNotFitAreNamed(String row, String message) throws IOException {
    Path file = write("c.txt", "1 R 0x100\n" + row + "\n");
    ImportException refused =
        assertThrows(
            ImportException.class,
            () -> Imported.of(Formats.columns("thread,kind,address"), false, file));
    assertTrue(refused.getMessage().contains(message), refused.getMessage());
  }

  @Test
  void champSimsLoadsComeBeforeItsStores() throws IOException {
    Path file = folder.resolve("t.champsim.xz");
    try (OutputStream out = new XZOutputStream(Files.newOutputStream(file), new LZMA2Options(0))) {
      out.write(instruction(0x4000, 0x9000, 0x100, 0x200));
      out.write(instruction(0x4004, 0, 0x108, 0));
    }
    try (Imported trace = Imported.of(Formats.of(file), false, file)) {
      assertEquals(
          List.of("L 100,8 by 4000", "L 200,8 by 4000", "S 9000,8 by 4000", "L 108,8 by 4004"),
          trace.accesses.stream().map(TextTracesTest::shown).toList());
    }
  }

  /** 64 zeros, packed for a dictionary of 1 GiB. */
  @Test
  void anXzFileThatWantsMuchMemoryIsRefused() throws IOException {
    Path file = folder.resolve("t.xz");
    Files.write(
        file,
        HexFormat.of()
            .parseHex(
                "fd377a585a0000016922de3602002101240000005e1fc7f9e0003f00065d00006e58469800000000"
                    + "36638d7500011e4064cb1b829042990d010000000001595a"));
    ImportException refused = assertThrows(ImportException.class, () -> TraceBytes.head(file));
    assertTrue(refused.getMessage().contains("of memory would be needed"), refused.getMessage());
  }

  @Test
  void cutChampSimTraceIsNamed() throws IOException {
    Path file = folder.resolve("t.champsim");
    byte[] one = instruction(0x4000, 0x9000, 0x100, 0x200);
    Files.write(file, ByteBuffer.allocate(100).put(one).put(one, 0, 36).array());
    ImportException refused =
        assertThrows(ImportException.class, () -> Imported.of(Formats.of(file), false, file));
    assertTrue(
        refused.getMessage().contains("byte 64: expected 64 bytes for an instruction, found 36"),
        refused.getMessage());
  }

  private static byte[] instruction(long address, long store, long load, long load2) {
    ByteBuffer bytes = ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putLong(0, address).putLong(16, store).putLong(32, load).putLong(40, load2);
    return bytes.array();
  }

  @Test
  void packedFilesAreKnownByTheirContent() throws IOException {
    Path file = folder.resolve("anything");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write(LACKEY.getBytes(StandardCharsets.US_ASCII));
    }
    assertEquals("lackey", Formats.of(file).name());
  }

  @ParameterizedTest
  @CsvSource({"'', an empty file", "some text, something else"})
  void filesThatAreNoTracesAreRefused(String content, String found) throws IOException {
    Path file = write("none", content);
    ImportException refused = assertThrows(ImportException.class, () -> Formats.of(file));
    assertTrue(
        refused
            .getMessage()
            .contains("expected a trace of lackey, drmemtrace, champsim, found " + found),
        refused.getMessage());
  }

  @Test
  void addressesOfTheKernelAreLeftOutAndCounted() throws IOException {
    Path file = write("c.txt", "0x100\n0xffffffff81000000\n0x108\n");
    try (Imported trace = Imported.of(Formats.columns("address"), false, file)) {
      assertEquals(2, trace.accesses.size());
      assertEquals(1, trace.outside());
    }
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }
}
