package org.tslmap.npb.sweep;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ScoredStream;
import org.tslmap.locality.score.Score;

/**
 * The scores of a run, its processes added together.
 *
 * @param accesses loads and stores, 0 when nothing was measured
 * @param loads loads among them
 * @param stores stores among them
 * @param processes measured processes
 * @param at scores by the key of their granularity
 */
public record Scores(
    long accesses,
    long loads,
    long stores,
    int processes,
    @JsonAnyGetter @JsonAnySetter Map<String, At> at) {

  /** Scores of a file that has none are empty. */
  public Scores {
    at = at == null ? Map.of() : at;
  }

  /** Nothing measured. */
  public static final Scores NONE = new Scores(0, 0, 0, 0, Map.of());

  /**
   * Scores at one granularity.
   *
   * @param footprintBytes memory that was touched
   * @param values scores by their keys
   */
  public record At(long footprintBytes, @JsonAnyGetter @JsonAnySetter Map<String, Double> values) {

    /** The value of a score; 0 if it was not measured. */
    public double of(Score score) {
      return values.getOrDefault(score.key(), 0.0);
    }
  }

  /** Those of a profile. */
  static Scores of(LocalityProfile profile) {
    ScoredStream stream = profile.merged();
    MetricParameters parameters = stream.parameters();
    Map<String, At> at = new LinkedHashMap<>();
    for (Granularity granularity : parameters.granularities()) {
      Map<String, Double> values = new LinkedHashMap<>();
      for (Score score : Score.values()) {
        values.put(score.key(), score.of(stream.histograms().at(granularity), parameters));
      }
      long bytes = stream.footprint().at(granularity) << parameters.shift(granularity);
      at.put(granularity.key(), new At(bytes, values));
    }
    return new Scores(
        stream.totals().accesses(),
        stream.totals().loads(),
        stream.totals().stores(),
        profile.processes().size(),
        at);
  }

  /** What was scored, the finest first. */
  public List<Granularity> granularities() {
    return Arrays.stream(Granularity.values()).filter(g -> at.containsKey(g.key())).toList();
  }

  /** Scores at a granularity; all 0 if nothing was measured there. */
  public At at(Granularity granularity) {
    return at.getOrDefault(granularity.key(), new At(0, Map.of()));
  }
}
