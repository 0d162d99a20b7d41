package org.tslmap.apexmap.placement;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tslmap.apexmap.MeasuredCost;
import org.tslmap.apexmap.ProbePoint;
import org.tslmap.apexmap.ProbeSetting;
import org.tslmap.apexmap.Surface;
import org.tslmap.locality.Footprint;
import org.tslmap.locality.Histograms;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.AccessTotals;
import org.tslmap.locality.profile.ScoredStream;

/** A program stands on the surface of its own memory. */
class OwnSurfaceTest {

  private static Surface surface(long words, int stride) {
    return new Surface(
        ProbeSetting.DEFAULT,
        words,
        stride,
        List.of(1.0),
        List.of(1),
        List.of(new MeasuredCost(new ProbePoint(words, 1, stride, 1.0), 1, 0, 0.01, 5)));
  }

  private static ScoredStream touching(long words) {
    MetricParameters parameters = MetricParameters.defaults();
    return new ScoredStream(
        parameters,
        AccessTotals.NONE,
        new Footprint(words, words / 8),
        Histograms.empty(parameters),
        List::of,
        List::of);
  }

  /** 82,688 words are the 646 KiB of a small matrix multiplication. */
  @ParameterizedTest
  @CsvSource({"1, 512", "512, 512", "513, 131072", "82688, 131072", "40000000, 33554432"})
  void theLeastThatHoldsWhatItTouches(long touched, long own) {
    List<Surface> measured =
        List.of(surface(512, 1), surface(1 << 17, 1), surface(1 << 25, 1), surface(1 << 20, 2));
    assertEquals(own, OwnSurface.words(measured, measured.get(2), touching(touched)));
  }
}
