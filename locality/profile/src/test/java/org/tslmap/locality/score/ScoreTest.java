package org.tslmap.locality.score;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.tslmap.locality.LocalityHistogram;
import org.tslmap.locality.MetricParameters;

/** The list of scores, and that README.md says the same of them. */
class ScoreTest {

  @Test
  void readmeHasEveryMeasure() throws IOException {
    StringBuilder table =
        new StringBuilder(
            """
            | key | keyword | heading | what | formula | better | at most | margin | tells |
            |---|---|---|---|---|---|---|---|---|
            """);
    for (Measure measure : Measure.all()) {
      table.append(
          "| `%s` | `%s` | %s | %s | `%s` | %s | %s | %s | %s |\n"
              .formatted(
                  measure.key(),
                  measure.keyword(),
                  measure.heading().replace("*", "\\*"),
                  measure.name(),
                  measure.formula(),
                  measure.better().name().toLowerCase(Locale.ROOT),
                  Double.isInfinite(measure.maximum()) ? "" : "1",
                  measure.margin(),
                  measure.about()));
    }
    String readme = Files.readString(Path.of("../README.md"));
    assertTrue(
        readme.contains(table), () -> "expected this table in locality/README.md:\n" + table);
  }

  @Test
  void keysAndHeadingsDiffer() {
    List<Measure> all = Measure.all();
    assertEquals(all.size(), all.stream().map(Measure::key).distinct().count());
    assertEquals(all.size(), all.stream().map(Measure::heading).distinct().count());
  }

  @Test
  void scoresAreTheHistograms() {
    MetricParameters parameters = MetricParameters.defaults();
    LocalityHistogram histogram = new LocalityHistogram(parameters.imax());
    histogram.addCold(1);
    histogram.addReuse(0, 1);
    histogram.addReuse(1, 2);
    histogram.addStride(0, 2);
    histogram.addStride(2, 1);
    histogram.addStride(parameters.imax(), 1);
    Map.of(
            Score.TL, 3 / 4.0,
            Score.SL, 0.5 / 4,
            Score.SL_NON_ZERO, 0.5 / 2,
            Score.ZERO_STRIDE_SHARE, 2 / 4.0,
            Score.COLD_SHARE, 1 / 4.0)
        .forEach(
            (score, value) -> assertEquals(value, score.of(histogram, parameters), score.key()));
    for (Score score : Score.values()) {
      assertEquals(0.0, score.of(new LocalityHistogram(2), parameters), score.key());
    }
    assertEquals(List.of(Score.TL, Score.SL, Score.SL_NON_ZERO), Score.brief());
  }
}
