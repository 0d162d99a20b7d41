package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.tslmap.collector.cli.TestPrograms.Result;
import org.tslmap.collector.pictures.PictureKind;

/** {@code tslmap plot} on a real run: every kind, parts, several runs, and what is refused. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PlotEndToEndTest {

  private Path folder;
  private TestPrograms programs;

  @BeforeAll
  void record(@EmptyFolder Path temporary) throws IOException, InterruptedException {
    folder = temporary;
    programs = new TestPrograms(folder);
    String counts = programs.compile("counts.S", "-nostdlib", "-static").toString();
    assertEquals(7, tslmap("run", "--out", "run", "--", counts).status());
    assertEquals(7, tslmap("run", "--trace", "none", "--out", "bare", "--", counts).status());
    assertFalse(Files.exists(folder.resolve("run/plots")), "nobody has looked");
    assertFalse(Files.exists(folder.resolve("run/density")), "nobody has looked");
  }

  @Test
  void everyKindIsDrawnInBothForms() throws IOException, InterruptedException {
    Result plot = tslmap("plot", "run", "--format", "png,svg", "--size", "900x600", "--out", "all");
    assertEquals(0, plot.status(), plot.err());
    assertEquals("", plot.err());
    for (PictureKind kind : PictureKind.values()) {
      Path png = folder.resolve("all/" + kind.label() + ".png");
      BufferedImage image = ImageIO.read(png.toFile());
      assertEquals(900, image.getWidth(), kind.label());
      assertEquals(600, image.getHeight(), kind.label());
      String svg = Files.readString(folder.resolve("all/" + kind.label() + ".svg"));
      assertTrue(svg.contains(": counts</title>"), kind.label());
      assertTrue(plot.out().contains("all/" + kind.label() + ".png"), plot.out());
    }
  }

  @Test
  void partsAreDrawn() throws IOException, InterruptedException {
    Result function = tslmap("plot", "run", "--fn", "swee*", "--out", "function");
    assertEquals(0, function.status(), function.err());
    assertEquals(
        List.of(
            "address-time-swee_.png", "misses-swee_.png", "reuse-swee_.png", "strides-swee_.png"),
        files("function"));
    Result time =
        tslmap(
            "plot",
            "run",
            "--kind",
            "address-time",
            "--from",
            "100",
            "--to",
            "0.5k",
            "--thread",
            "1",
            "--format",
            "svg",
            "--out",
            "time");
    assertEquals(0, time.status(), time.err());
    assertEquals(List.of("address-time-thread1-100-500.svg"), files("time"));
    assertTrue(
        Files.readString(folder.resolve("time/address-time-thread1-100-500.svg"))
            .contains("<title>Addresses over time of thread 1, accesses 100 to 500: counts"));

    List<List<String>> pictures = new ArrayList<>();
    for (String option : List.of("--data", "--region")) {
      Result memory =
          tslmap("plot", "run", option, "cell", "--format", "svg", "--out", option.substring(2));
      assertEquals(0, memory.status(), memory.err());
      pictures.add(
          Files.readAllLines(folder.resolve(option.substring(2) + "/address-time-cell.svg")));
    }
    assertEquals(pictures.get(0).size(), pictures.get(1).size());
    assertEquals(
        2,
        IntStream.range(0, pictures.get(0).size())
            .filter(line -> !pictures.get(0).get(line).equals(pictures.get(1).get(line)))
            .count(),
        "only the title differs, as text and as drawn");
    assertEquals(List.of("address-time-cell.svg"), files("region"), "a profile has no more");
  }

  @Test
  void whatWasRecordedIsDrawnAsFromTheTrace() throws IOException, InterruptedException {
    String counts = folder.resolve("counts").toString();
    String traced = "traced/counts";
    String recorded = "recorded/counts";
    assertEquals(7, tslmap("run", "--out", traced, "--", counts).status());
    assertEquals(
        7, tslmap("run", "--plots", "--trace", "none", "--out", recorded, "--", counts).status());
    assertTrue(Files.exists(folder.resolve(recorded + "/plots/strides.png")), "--plots");
    for (String run : List.of(traced, recorded)) {
      Result plot = tslmap("plot", run, "--kind", "address-time", "--format", "svg");
      assertEquals(0, plot.status(), plot.err());
    }
    assertEquals(
        Files.readString(folder.resolve(traced + "/plots/address-time.svg")),
        Files.readString(folder.resolve(recorded + "/plots/address-time.svg")));
    Result part = tslmap("plot", recorded, "--kind", "address-time", "--thread", "1");
    assertEquals(1, part.status());
    assertTrue(part.err().contains("record the run with --trace full"), part.err());
  }

  @Test
  void severalRunsAreCompared() throws IOException, InterruptedException {
    Result plot = tslmap("plot", "run", "bare", "--out", "several");
    assertEquals(0, plot.status(), plot.err());
    assertEquals(List.of("plane.png", "scores.png"), files("several"));
  }

  @Test
  void withoutATraceTheRestIsDrawn() throws IOException, InterruptedException {
    Result plot = tslmap("plot", "bare", "--out", "rest");
    assertEquals(0, plot.status(), plot.err());
    assertTrue(plot.err().contains("address-time is not drawn: bare has neither a trace nor"));
    assertEquals(PictureKind.values().length - 1, files("rest").size());
    Result asked = tslmap("plot", "bare", "--kind", "address-time");
    assertEquals(1, asked.status());
    assertTrue(asked.err().contains("record it with --trace full, or with --plots"), asked.err());
    assertEquals(1, asked.err().lines().count(), asked.err());
  }

  @Test
  void whatIsCountedFromATraceIsKept() throws IOException, InterruptedException {
    String counts = folder.resolve("counts").toString();
    assertEquals(7, tslmap("run", "--out", "kept", "--", counts).status());
    assertEquals(0, tslmap("plot", "kept", "--kind", "address-time").status());
    try (Stream<Path> files = Files.list(folder.resolve("kept"))) {
      assertEquals(
          List.of("density", "plots", "profile.json", "run.json", "trace"),
          files.map(file -> file.getFileName().toString()).sorted().toList());
    }
    RunFolders.delete(folder.resolve("kept/trace"));
    Result again = tslmap("plot", "kept", "--kind", "address-time", "--out", "again");
    assertEquals(0, again.status(), again.err());
    assertEquals(
        -1,
        Files.mismatch(
            folder.resolve("kept/plots/address-time.png"),
            folder.resolve("again/address-time.png")));
  }

  @Test
  void aTraceThatReachedItsLimitBeforeTheFirstAccessIsNotDrawn()
      throws IOException, InterruptedException {
    String counts = folder.resolve("counts").toString();
    String[] run = {"run", "-q", "--trace-limit", "3k", "--out", "limited", "--", counts};
    assertEquals(7, tslmap(run).status());
    Result plot = tslmap("plot", "limited", "--kind", "address-time");
    assertEquals(1, plot.status());
    assertTrue(plot.err().contains("the trace of limited has no access; "), plot.err());
  }

  @Test
  void whatCannotBeDrawnIsRefused() throws IOException, InterruptedException {
    assertRefused(2, "expected some of address-time, reuse", "plot", "run", "--kind", "nothing");
    assertRefused(2, "such as 1200x800", "plot", "run", "--size", "big");
    assertRefused(2, "png, svg", "plot", "run", "--format", "gif");
    assertRefused(2, "is drawn of one run", "plot", "run", "bare", "--kind", "reuse");
    assertRefused(2, "is drawn of whole runs", "plot", "run", "--kind", "plane", "--fn", "sweep");
    assertRefused(2, "several runs are drawn whole", "plot", "run", "bare", "--thread", "1");
    assertRefused(2, "--to: expected an access behind", "plot", "run", "--from", "5", "--to", "5");
    assertRefused(1, "name one with --out", "plot", "run", "bare");
    assertRefused(
        1,
        "has no access of function nothing",
        "plot",
        "run",
        "--kind",
        "reuse",
        "--fn",
        "nothing");
    assertRefused(
        1,
        "has no access of function nothing",
        "plot",
        "run",
        "--kind",
        "address-time",
        "--fn",
        "nothing");
    assertRefused(
        1,
        "does not hold the histograms of function sweep, accesses 5 to the end",
        "plot",
        "run",
        "--kind",
        "strides",
        "--fn",
        "sweep",
        "--from",
        "5");
    assertRefused(1, "has no phase Z", "plot", "run", "--kind", "address-time", "--phase", "Z");
  }

  private void assertRefused(int status, String message, String... arguments)
      throws IOException, InterruptedException {
    Result result = tslmap(arguments);
    assertTrue(result.err().contains(message), String.join(" ", arguments) + ": " + result.err());
    assertEquals(status, result.status(), result.err());
  }

  private Result tslmap(String... arguments) throws IOException, InterruptedException {
    return programs.tslmap(arguments);
  }

  private List<String> files(String name) throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve(name))) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }
}
