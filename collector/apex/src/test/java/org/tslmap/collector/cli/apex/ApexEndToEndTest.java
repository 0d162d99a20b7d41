package org.tslmap.collector.cli.apex;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.tslmap.apexmap.Machine;
import org.tslmap.apexmap.Surface;
import org.tslmap.apexmap.SurfaceFile;
import org.tslmap.apexmap.placement.Calibration;
import org.tslmap.apexmap.placement.LocalityShares;
import org.tslmap.collector.cli.CapturedCommand;
import org.tslmap.collector.cli.MadeUpSurface;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProfileJson;

/** The commands that measure, profile and predict, on the smallest things there are. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ApexEndToEndTest {

  private Path folder;
  private String surface;
  private String run;

  @BeforeAll
  void prepare(@TempDir Path temporary) throws Exception {
    folder = temporary;
    Path file = folder.resolve("made-up.json");
    MadeUpSurface.of(Machine.current()).write(file);
    surface = file.toString();
    Kernels kernels = Kernels.compile(Files.createDirectory(folder.resolve("kernels")));
    Kernels.Profiled spmv = kernels.profile(new Kernels.Timing("spmv", 4096, 0.01, 0.01, 0.01));
    Path profile = folder.resolve("spmv.json");
    ProfileJson.write(spmv.profile(), profile);
    run = profile.toString();
  }

  @Test
  void aSmallGridIsMeasuredAndKept() throws IOException {
    Path out = folder.resolve("small.json");
    CapturedCommand measure =
        tslmap(
            "measure",
            "--quick",
            "--words",
            "512,4096",
            "--alpha",
            "0.1,1",
            "--length",
            "1,64",
            "--operation",
            "read",
            "--dependence",
            "independent",
            "--out",
            out.toString());
    assertEquals(0, measure.status(), measure.err());
    SurfaceFile measured = SurfaceFile.read(out);
    assertEquals(List.of(512L, 4096L), measured.surfaces().stream().map(Surface::words).toList());
    Surface first = measured.surfaces().get(0);
    assertEquals(List.of(0.1, 1.0), first.alphas());
    assertEquals(List.of(1, 64), first.lengths());
    assertTrue(measured.machine().sameAs(Machine.current()));
    assertTrue(measure.out().contains("independent read, M = 2^9 words (4.00 KiB)"), measure.out());
    assertTrue(measure.out().contains("noise: "), measure.out());
    assertTrue(measure.out().contains("spread of a point's repeats: "), measure.out());
    assertTrue(
        Pattern.compile("(\\d+) of \\1 measurements, 0:00 left").matcher(measure.err()).find(),
        measure.err());
    assertFalse(measure.out().contains("agreement"), "there was no earlier file");

    CapturedCommand again =
        tslmap(
            "measure",
            "--quick",
            "--words",
            "512",
            "--alpha",
            "0.1,1",
            "--length",
            "1,64",
            "--operation",
            "read",
            "--dependence",
            "independent",
            "--out",
            out.toString());
    assertTrue(again.out().contains("agreement with the earlier " + out), again.out());
  }

  @Test
  void whatTheMachineDoesNotHaveIsRefusedBeforeAnythingIsWritten() {
    Path out = folder.resolve("never.json");
    CapturedCommand memory =
        tslmap(
            "measure",
            "--words",
            "1099511627776",
            "--alpha",
            "1",
            "--length",
            "1",
            "--out",
            out.toString());
    assertEquals(1, memory.status());
    assertEquals(1, memory.err().lines().count(), memory.err());
    assertTrue(memory.err().contains("M = 1099511627776 words needs"), memory.err());
    CapturedCommand threads = tslmap("measure", "--threads", "1000", "--out", out.toString());
    assertEquals(1, threads.status());
    assertTrue(threads.err().contains("1000 threads"), threads.err());
    assertFalse(Files.exists(out));
    CapturedCommand nowhere =
        tslmap("measure", "--out", folder.resolve("no/such/file.json").toString());
    assertEquals(1, nowhere.status());
    assertTrue(nowhere.err().contains("expected a folder for"), nowhere.err());
  }

  /** The probe's two corners, and one step towards temporal locality. */
  @Test
  void theProbeHasTheLocalityThatItsParametersSay() throws IOException {
    Path out = folder.resolve("calibration.json");
    CapturedCommand calibrate =
        tslmap("calibrate", "--alpha", "0.01,1", "--length", "1,256", "--out", out.toString());
    assertEquals(0, calibrate.status(), calibrate.err());
    assertTrue(calibrate.out().contains("largest difference: words TL 0.0"), calibrate.out());
    Calibration calibration = Calibration.read(out);
    assertEquals(4, calibration.rows().size());
    assertTrue(calibration.largestTemporalDifference(Granularity.WORD) < 0.02, "TL");
    assertTrue(calibration.largestSpatialDifference(Granularity.WORD) < 0.02, "SL");
    long n = MetricParameters.defaults().n();
    LocalityShares none = calibration.rows().get(2).word();
    assertEquals(0, none.temporalLocality(n), 0.1, "alpha = 1, L = 1");
    assertEquals(0, none.spatialLocality(), 0.01, "alpha = 1, L = 1");
    LocalityShares spatial = calibration.rows().get(3).word();
    assertTrue(spatial.spatialLocality() > 0.98, "alpha = 1, L = 256");
    LocalityShares temporal = calibration.rows().get(0).word();
    assertTrue(
        temporal.temporalLocality(n) > none.temporalLocality(n) + 0.3, "TL grows as alpha falls");
  }

  @Test
  void aStoredRunIsPredicted() throws IOException {
    CapturedCommand predict =
        tslmap("predict", run, "--surface", surface, "--native-seconds", "1", "--format", "json");
    assertEquals(0, predict.status(), predict.err());
    assertEquals("", predict.err(), "a surface of this machine needs no warning");
    JsonNode json = new ObjectMapper().readTree(predict.out());
    assertTrue(json.get("isolated").asBoolean());
    assertEquals(1, json.get("measuredSeconds").asDouble());
    assertEquals("not-known", json.get("verdict").asText(), "microseconds of accesses in a second");
    double limits = 0;
    for (JsonNode limit : json.get("limits")) {
      limits += limit.asDouble();
    }
    assertEquals(json.get("seconds").get("mixture").asDouble(), limits, 1e-12);
    long accesses = 0;
    double seconds = 0;
    for (JsonNode function : json.get("functions")) {
      accesses += function.get("accesses").asLong();
      seconds += function.get("seconds").get("mixture").asDouble();
    }
    assertEquals(json.get("accesses").asLong(), accesses);
    assertEquals(json.get("seconds").get("mixture").asDouble(), seconds, 1e-12);
    assertTrue(seconds > 0);

    CapturedCommand text = tslmap("predict", run, "--surface", surface, "--native-seconds", "1");
    assertTrue(text.out().contains("kernel_spmv"), text.out());
    assertTrue(text.out().contains("not-known: "), text.out());
  }

  @Test
  void theProgramIsTimedAgain() {
    CapturedCommand predict = tslmap("predict", run, "--surface", surface, "--measure", "2");
    assertEquals(0, predict.status(), predict.err());
    assertTrue(predict.out().contains("\nmeasured "), predict.out());
    assertTrue(
        predict.err().contains("the profile is of a part of the program (--tsl-fn=kernel_spmv)"),
        predict.err());
  }

  @Test
  void ranksAreNotTimedAsOneProgram() throws IOException {
    LocalityProfile alone = ProfileJson.read(Path.of(run));
    Path ranks = folder.resolve("ranks.json");
    ProfileJson.write(new LocalityProfile(alone.generator(), alone.processes(), 2), ranks);
    CapturedCommand predict =
        tslmap("predict", ranks.toString(), "--surface", surface, "--measure", "2");
    assertEquals(1, predict.status());
    assertTrue(predict.err().contains("the run has MPI ranks; start them"), predict.err());
    assertEquals(0, tslmap("predict", ranks.toString(), "--surface", surface).status());
  }

  @Test
  void aSurfaceOfAnotherMachineIsNamedBesideThisOne() throws IOException {
    Machine here = Machine.current();
    Machine other =
        new Machine(
            "elsewhere",
            "Another Processor",
            here.processors() + 1,
            1000,
            here.caches(),
            here.pageBytes(),
            "never",
            "another kernel",
            "unknown",
            here.memoryBytes());
    Path file = folder.resolve("other.json");
    MadeUpSurface.of(other).write(file);
    CapturedCommand predict = tslmap("predict", run, "--surface", file.toString());
    assertEquals(0, predict.status(), predict.err());
    assertEquals(1, predict.err().lines().count(), predict.err());
    assertTrue(predict.err().contains("Another Processor"), predict.err());
    assertTrue(predict.err().contains(here.description()), predict.err());
  }

  @Test
  void runsArePlacedAndDrawn() throws IOException {
    CapturedCommand place = tslmap("place", run, "--top", "1", "--format", "json");
    assertEquals(0, place.status(), place.err());
    JsonNode places = new ObjectMapper().readTree(place.out()).at("/runs/0/places");
    assertEquals(2, places.size(), "the whole and one function");
    double sum = 0;
    for (JsonNode part : places.get(0).at("/mixture/parts")) {
      sum += part.get("share").asDouble();
    }
    assertEquals(1, sum, 1e-9);
    CapturedCommand text = tslmap("place", run);
    assertTrue(text.out().contains("single point: alpha = "), text.out());

    Path picture = folder.resolve("with-run.png");
    CapturedCommand plot =
        tslmap("plot", surface, run, "--words", "2097152", "--out", picture.toString());
    assertEquals(0, plot.status(), plot.err());
    assertTrue(Files.size(picture) > 10_000);
  }

  @Test
  void kernelsAreValidated() throws IOException {
    Path rows = folder.resolve("rows.csv");
    CapturedCommand validate =
        tslmap(
            "validate",
            "--surface",
            surface,
            "--kernels",
            "copy,chase,update",
            "--words",
            "4096",
            "--out",
            rows.toString());
    assertEquals(0, validate.status(), validate.err());
    assertTrue(validate.out().contains("median error"), validate.out());
    List<String> lines = Files.readAllLines(rows);
    assertEquals("kernel,accesses,measured_seconds,method,predicted_seconds,error", lines.get(0));
    assertEquals(1 + 3 * 4, lines.size(), "three kernels by four methods");

    CapturedCommand unknown =
        tslmap("validate", "--surface", surface, "--kernels", "copy,frobnicate");
    assertEquals(2, unknown.status());
    assertTrue(unknown.err().contains("found frobnicate"), unknown.err());
  }

  private static CapturedCommand tslmap(String... arguments) {
    String[] all = new String[arguments.length + 1];
    all[0] = "apex";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    return CapturedCommand.tslmap(all);
  }
}
