package org.tslmap.collector.cli.apex;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tslmap.apexmap.Machine;
import org.tslmap.collector.cli.CapturedCommand;
import org.tslmap.collector.cli.MadeUpSurface;

/** What the commands show of a file of surfaces, and how they refuse files that are none. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SurfaceCommandsTest {

  private Path folder;
  private String surface;

  @BeforeAll
  void write(@TempDir Path temporary) throws IOException {
    folder = temporary;
    Path file = folder.resolve("surface.json");
    MadeUpSurface.of(Machine.current()).write(file);
    surface = file.toString();
  }

  @Test
  void apexAlonePrintsItsHelp() {
    CapturedCommand help = CapturedCommand.tslmap("apex");
    assertEquals(0, help.status());
    assertTrue(help.out().contains("Usage: tslmap apex"), help.out());
    assertTrue(CapturedCommand.tslmap("--help").out().contains("  apex "), "the overview lists it");
  }

  @Test
  void aTableHasARowForEachAlpha() {
    CapturedCommand show =
        tslmap("show", surface, "--words", "512", "--stride", "1", "--operation", "read");
    assertEquals(0, show.status(), show.err());
    assertTrue(
        show.out()
            .contains(
                "independent read, M = 2^9 words (4.00 KiB), stride 1, 1 thread, small pages"),
        show.out());
    assertEquals(2, show.out().lines().filter(line -> line.startsWith("    0.001 ")).count());
  }

  @Test
  void csvHasALineForEachPoint() {
    CapturedCommand show =
        tslmap("show", surface, "--format", "csv", "--words", "33554432", "--stride", "1");
    assertEquals(0, show.status(), show.err());
    long points = 3 * 2 * 5 * 5;
    assertEquals(1 + points, show.out().lines().count(), "3 operations, 2 dependences");
    assertTrue(
        show.out().contains("33554432,1,READ,INDEPENDENT,1,false,false,0.5,16,"), show.out());
  }

  @Test
  void jsonIsTheFile() throws IOException {
    CapturedCommand show = tslmap("show", surface, "--format", "json");
    assertEquals(Files.readString(Path.of(surface)).strip(), show.out().strip());
  }

  @Test
  void aPictureIsDrawn() throws IOException {
    Path picture = folder.resolve("surface.png");
    CapturedCommand plot = tslmap("plot", surface, "--out", picture.toString());
    assertEquals(0, plot.status(), plot.err());
    BufferedImage image = ImageIO.read(picture.toFile());
    assertEquals(1200, image.getWidth());
    assertEquals(800, image.getHeight());
    long colours =
        IntStream.range(0, 1200 * 800)
            .map(i -> image.getRGB(i % 1200, i / 1200))
            .distinct()
            .count();
    assertTrue(colours > 100, colours + " colours");
  }

  @Test
  void aSurfaceThatIsNotThereIsNamedBesideThoseThatAre() {
    CapturedCommand show = tslmap("show", surface, "--words", "7");
    assertEquals(1, show.status());
    assertTrue(show.err().startsWith("tslmap: there is no such surface"), show.err());
    assertTrue(show.err().contains("M = 2^9 words"), show.err());
  }

  @Test
  void aMissingFileSaysHowToMakeIt() {
    String missing = folder.resolve("missing.json").toString();
    CapturedCommand show = tslmap("show", missing);
    assertEquals(1, show.status());
    assertEquals(1, show.err().lines().count(), show.err());
    assertTrue(show.err().contains("tslmap apex measure --out " + missing), show.err());
  }

  @ParameterizedTest
  @ValueSource(strings = {"show", "plot"})
  void foreignAndCutFilesAreOneLine(String name) throws IOException {
    Path foreign = Files.writeString(folder.resolve("foreign.json"), "{\"a\": 1}");
    assertRefused(tslmap(name, foreign.toString()), foreign);
    byte[] whole = Files.readAllBytes(Path.of(surface));
    Path cut = Files.write(folder.resolve("cut.json"), Arrays.copyOf(whole, whole.length / 2));
    assertRefused(tslmap(name, cut.toString()), cut);
    Path text = Files.write(folder.resolve("text"), "hello".getBytes(StandardCharsets.UTF_8));
    assertRefused(tslmap(name, text.toString()), text);
  }

  @Test
  void aFileDoesNotDifferFromItself() {
    CapturedCommand compare = tslmap("compare", surface, surface, "--operation", "update");
    assertEquals(0, compare.status(), compare.err());
    assertTrue(
        compare.out().contains("differ by 0.0% at the median, 0.0% at nine of ten, 0.0% at the"),
        compare.out());
  }

  @Test
  void memorySizesCompareAsARatio() {
    CapturedCommand compare =
        tslmap(
            "compare",
            surface,
            surface,
            "--words",
            "512",
            "--with-words",
            "33554432",
            "--stride",
            "1",
            "--operation",
            "read",
            "--dependence",
            "independent",
            "--format",
            "csv");
    assertEquals(0, compare.status(), compare.err());
    // 1 + 57.9 sqrt(alpha) against 1 + 0.226 sqrt(alpha), both with 0.3 more, at alpha 1 and L 1
    double ratio = (1.3 + Math.sqrt(1 << 25) / 100) / (1.3 + Math.sqrt(512) / 100);
    String line =
        compare.out().lines().filter(row -> row.contains(",1.0,1,")).findFirst().orElseThrow();
    assertEquals(ratio, Double.parseDouble(line.substring(line.lastIndexOf(',') + 1)), 1e-9);
  }

  @Test
  void surfacesWithoutACounterpartAreSaidToBe() {
    CapturedCommand compare = tslmap("compare", surface, surface, "--with-words", "3");
    assertEquals(1, compare.status());
    assertTrue(compare.err().contains("has no surface with the operation"), compare.err());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "measure --alpha 1.5 | alpha should be greater than 0 and at most 1, but is 1.5",
        "measure --alpha 0 | alpha should be greater than 0 and at most 1, but is 0.0",
        "measure --words 1000 --length 64 | L = 64, stride = 1, M = 1000 words",
        "measure --operation swap | expected one of [read, write, update]",
        "measure --threads 0 | at least one thread",
        "calibrate --alpha 2 | alpha should be greater than 0 and at most 1, but is 2.0",
        "calibrate --words 1000 --length 64 | L = 64, stride = 1, M = 1000 words",
        "calibrate --words 8388608 | --words expects 1 to 4194304, but found 8388608",
        "compare one | Missing required parameter: 'SECOND'",
        "place x --words 1000 | --words expects a power of two, but found 1000",
        "predict x --native-seconds -1 | --native-seconds expects more than 0, but found -1.0",
        "predict x --native-seconds 1 --measure 2 | exclude each other",
        "predict x --measure 0 | --measure expects 1 or more, but found 0",
        "validate --out rows.txt | ends in .csv or .json, but found rows.txt",
        "validate --words 3 | --words expects 64 to 400000000, but found 3",
        "frobnicate | there is no command 'frobnicate'",
      })
  void wrongUsageIsCode2AndSaysWhatIsExpected(String line, String expected) {
    CapturedCommand wrong = tslmap(line.split(" "));
    assertEquals(2, wrong.status(), wrong.err());
    assertTrue(wrong.err().contains(expected.strip()), wrong.err());
    assertTrue(wrong.err().lines().count() <= 4, "not the whole help: " + wrong.err());
  }

  private static void assertRefused(CapturedCommand refused, Path file) {
    assertEquals(1, refused.status());
    assertEquals(1, refused.err().lines().count(), refused.err());
    assertTrue(refused.err().contains(file.toString()), refused.err());
  }

  private static CapturedCommand tslmap(String... arguments) {
    String[] all = new String[arguments.length + 1];
    all[0] = "apex";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    return CapturedCommand.tslmap(all);
  }
}
