package org.tslmap.collector.session;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.tslmap.collector.attribution.AttributionResult;
import org.tslmap.collector.attribution.EstimatedFootprint;
import org.tslmap.collector.attribution.Estimates;
import org.tslmap.locality.SampleEstimator;
import org.tslmap.locality.profile.DataAccess;
import org.tslmap.locality.profile.Footprints;
import org.tslmap.locality.profile.FunctionInfo;
import org.tslmap.locality.profile.Grouping;
import org.tslmap.locality.profile.SiteProfile;

/** What the parts of a process touched, in each grouping. */
final class CountedFootprints {
  private final AttributionResult attributed;
  private final List<FunctionInfo> functions;
  private final List<SiteProfile> sites;
  private final List<DataAccess> accesses;
  private final List<Integer> labels;

  /**
   * Those of the accesses of a process.
   *
   * @param accesses what sites did to objects
   * @param labels the engine's label of each of these
   */
  CountedFootprints(
      AttributionResult attributed,
      List<FunctionInfo> functions,
      List<SiteProfile> sites,
      List<DataAccess> accesses,
      List<Integer> labels) {
    this.attributed = attributed;
    this.functions = functions;
    this.sites = sites;
    this.accesses = accesses;
    this.labels = labels;
  }

  /**
   * The footprints of all parts.
   *
   * @param calls who called whom
   */
  Footprints all(CountedCalls calls) {
    Map<Grouping, List<Footprints.Part>> parts = new EnumMap<>(Grouping.class);
    for (Grouping grouping : Grouping.values()) {
      parts.put(grouping, parts(grouping));
    }
    return new Footprints(parts, calls.footprints(functions));
  }

  /** The footprints of data objects in a sampled stream; those of other parts are not known. */
  Footprints sampled(Estimates estimates) {
    List<Footprints.Part> parts =
        parts(Grouping.OBJECT).stream()
            .map(
                part ->
                    new Footprints.Part(
                        part.access(),
                        estimates.footprint(accesses.get(part.access()).object(), part.footprint()),
                        Math.max(part.oneOf(), SampleEstimator.LINES)))
            .toList();
    return new Footprints(Map.of(Grouping.OBJECT, parts), List.of());
  }

  private List<Footprints.Part> parts(Grouping grouping) {
    Map<Object, Integer> groups = new HashMap<>();
    List<Integer> firsts = new ArrayList<>();
    int[] groupOf = new int[attributed.labelCount()];
    // Labels of which no access was scored are of the whole alone.
    Arrays.fill(groupOf, grouping == Grouping.WHOLE && !accesses.isEmpty() ? 0 : -1);
    for (int i = 0; i < accesses.size(); i++) {
      if (labels.get(i) == CountedSites.NO_LABEL) {
        continue;
      }
      DataAccess access = accesses.get(i);
      Object key =
          grouping.keyOf(functions, access.site(), sites.get(access.site()), access.object());
      int group = groups.computeIfAbsent(key, k -> groups.size());
      if (group == firsts.size()) {
        firsts.add(i);
      }
      groupOf[labels.get(i)] = group;
    }
    List<EstimatedFootprint> footprints = attributed.footprints(groupOf, firsts.size());
    List<Footprints.Part> parts = new ArrayList<>();
    for (int group = 0; group < footprints.size(); group++) {
      EstimatedFootprint one = footprints.get(group);
      parts.add(new Footprints.Part(firsts.get(group), one.footprint(), one.oneOf()));
    }
    return parts;
  }
}
