package org.tslmap.collector.cli.apex;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tslmap.collector.cli.MeasurementException;
import org.tslmap.locality.LocalityHistogram;
import org.tslmap.locality.profile.AccessTotals;

/** The kernels compute what they should, and make the accesses that their code shows. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KernelsTest {

  private static final long WORDS = 4096;

  private Kernels kernels;

  @BeforeAll
  void compile(@TempDir Path folder)
      throws IOException, InterruptedException, MeasurementException {
    kernels = Kernels.compile(folder);
  }

  @Test
  void allGiveTheRightResult() throws IOException, InterruptedException, MeasurementException {
    List<String> names = kernels.names();
    assertTrue(names.size() >= 14, names + "");
    for (String name : names) {
      Kernels.Timing timing = kernels.time(name, WORDS, "small");
      assertEquals(name, timing.name());
      assertTrue(
          timing.least() <= timing.seconds() && timing.seconds() <= timing.greatest(), timing + "");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "copy, 4096, 4096, 1",
    "scale, 4096, 4096, 1",
    "add, 8192, 4096, 1",
    "triad, 8192, 4096, 1",
    "dot, 8192, 0, 1",
    "transpose, 4096, 4096, 0.5"
  })
  void theAccessesAreThoseOfTheCode(String name, long loads, long stores, double locality)
      throws IOException, InterruptedException, MeasurementException {
    Kernels.Profiled profiled = kernels.profile(new Kernels.Timing(name, WORDS, 0.01, 0.01, 0.01));
    assertEquals(2, profiled.calls());
    AccessTotals totals = profiled.profile().merged().totals();
    // A call's return address is loaded by the return.
    assertEquals(2 * (loads + 1), totals.loads());
    assertEquals(2 * stores, totals.stores());
    LocalityHistogram word = profiled.profile().merged().histograms().word();
    assertEquals(locality, word.spatialLocality(), 0.02);
    assertEquals(0.5, word.coldShare(), 0.02, "the second call finds everything again");
  }

  @Test
  void aChaseIsOneCycleAndHasNoSpatialLocality()
      throws IOException, InterruptedException, MeasurementException {
    Kernels.Profiled profiled =
        kernels.profile(new Kernels.Timing("chase", WORDS, 0.01, 0.01, 0.01));
    LocalityHistogram word = profiled.profile().merged().histograms().word();
    assertEquals(WORDS + 1, word.cold() + 0L, "each word, and the return");
    assertEquals(WORDS, word.reuse()[1 + 11] + word.reuse()[1 + 12], 2.0, "all words between");
    assertTrue(word.spatialLocality() < 0.1, word.spatialLocality() + "");
  }

  @Test
  void aWrongSizeIsRefused() {
    MeasurementException refused =
        assertThrows(MeasurementException.class, () -> kernels.time("copy", 3, "small"));
    assertTrue(refused.getMessage().contains("WORDS (64 to"), refused.getMessage());
  }
}
