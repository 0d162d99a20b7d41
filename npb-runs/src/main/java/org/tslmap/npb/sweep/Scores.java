package org.tslmap.npb.sweep;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
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
 * @param counted accesses among them that a filter had counted and not scored
 * @param loads loads among them
 * @param stores stores among them
 * @param processes measured processes
 * @param at scores by the key of their granularity
 */
public record Scores(
    long accesses,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) Long counted,
    long loads,
    long stores,
    int processes,
    @JsonAnyGetter @JsonAnySetter Map<String, At> at) {

  /** Scores of a file that has none are empty; what has no count counted nothing. */
  public Scores {
    counted = counted == null ? 0L : counted;
    at = at == null ? Map.of() : at;
  }

  /** Nothing measured. */
  public static final Scores NONE = new Scores(0, 0L, 0, 0, 0, Map.of());

  /**
   * Scores at one granularity.
   *
   * @param footprintBytes memory that was touched
   * @param values scores by their keys; those that are not known are not there
   */
  public record At(long footprintBytes, @JsonAnyGetter @JsonAnySetter Map<String, Double> values) {

    /** The value of a score; NaN if it is not known. */
    public double of(Score score) {
      return values.getOrDefault(score.key(), Double.NaN);
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
        double value = score.of(stream.histograms(), granularity, parameters);
        if (!Double.isNaN(value)) {
          values.put(score.key(), value);
        }
      }
      long bytes = stream.footprint().at(granularity) << parameters.shift(granularity);
      at.put(granularity.key(), new At(bytes, values));
    }
    return new Scores(
        stream.totals().accesses(),
        stream.totals().counted(),
        stream.totals().loads(),
        stream.totals().stores(),
        profile.processes().size(),
        at);
  }

  /** What was scored, the finest first. */
  public List<Granularity> granularities() {
    return Arrays.stream(Granularity.values()).filter(g -> at.containsKey(g.key())).toList();
  }

  /** Accesses that were scored, and are in the trace if there is one. */
  public long recorded() {
    return accesses - counted;
  }

  /** Whether scores stand for all accesses; else there are none. */
  public boolean known() {
    return at.values().stream().anyMatch(scores -> !scores.values().isEmpty());
  }

  /** Scores at a granularity; none are known if nothing was measured there. */
  public At at(Granularity granularity) {
    return at.getOrDefault(granularity.key(), new At(0, Map.of()));
  }
}
