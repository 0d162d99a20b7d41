package org.tslmap.locality.score;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.Optional;
import org.tslmap.locality.Footprint;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.Histograms;
import org.tslmap.locality.LocalityHistogram;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.ScoreErrors;

/**
 * Scores in JSON: an object for each granularity, with a key for each score.
 *
 * @param out where to, inside an object
 * @param parameters what the histograms were counted with
 * @param withHistograms whether the histograms themselves are written, too
 */
public record ScoreFields(JsonGenerator out, MetricParameters parameters, boolean withHistograms) {

  /**
   * Writes the objects; a score that is not known, since accesses were only counted, is null.
   *
   * @param footprint if it is known
   * @param errors how far sampled scores may be off, if they are
   * @throws IOException if it cannot be written
   */
  public void write(
      Histograms histograms, Optional<Footprint> footprint, Optional<ScoreErrors> errors)
      throws IOException {
    for (Granularity granularity : parameters.granularities()) {
      LocalityHistogram histogram = histograms.at(granularity);
      out.writeObjectFieldStart(granularity.key());
      for (Score score : Score.values()) {
        if (score.hasError()) {
          score(score, score.of(histograms, granularity, parameters));
        }
      }
      if (errors.isPresent()) {
        intervals(histograms, errors.get(), granularity);
      }
      for (Score score : Score.values()) {
        if (!score.hasError()) {
          score(score, score.of(histograms, granularity, parameters));
        }
      }
      if (footprint.isPresent()) {
        out.writeNumberField(Measure.FOOTPRINT.key(), footprint.get().at(granularity));
      }
      if (withHistograms) {
        array("reuse", histogram.reuse());
        array("strides", histogram.strides());
      }
      out.writeEndObject();
    }
  }

  private void score(Score score, double value) throws IOException {
    if (Double.isNaN(value)) {
      out.writeNullField(score.key());
    } else {
      out.writeNumberField(score.key(), value);
    }
  }

  private void intervals(Histograms histograms, ScoreErrors errors, Granularity granularity)
      throws IOException {
    for (Score score : Score.values()) {
      if (score.hasError()) {
        out.writeFieldName(score.intervalKey());
        double value = score.of(histograms, granularity, parameters);
        if (Double.isNaN(value)) {
          out.writeNull();
        } else {
          double[] interval = ScoreErrors.interval(value, score.error(errors, granularity));
          out.writeArray(interval, 0, interval.length);
        }
      }
    }
  }

  private void array(String key, long[] values) throws IOException {
    out.writeFieldName(key);
    out.writeArray(values, 0, values.length);
  }
}
