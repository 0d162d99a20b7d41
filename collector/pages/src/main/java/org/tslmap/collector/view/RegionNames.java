package org.tslmap.collector.view;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.tslmap.collector.density.AddressMap;
import org.tslmap.collector.lookup.ProfiledData;
import org.tslmap.collector.memory.Ranges;
import org.tslmap.collector.store.StoredTrace;
import org.tslmap.collector.wire.Mapping;
import org.tslmap.locality.profile.DataObject;
import org.tslmap.locality.profile.ProcessProfile;

/** What regions of memory are called: the mapped files in them, and what else is known. */
final class RegionNames {
  private static final int MOST_NAMES = 3;

  /** A name must stand for this part of its region. */
  private static final double LEAST_SHARE = 0.1;

  /** A part is worth a name from this length on the address map's line on. */
  private static final double LEAST_LENGTH = 0.001;

  private static final int MOST_PARTS = 300;

  /** Variables, then what is mapped at the end. */
  private final List<Ranges.Range<String>> named = new ArrayList<>();

  RegionNames(ProcessProfile process, Optional<StoredTrace> trace) {
    for (DataObject object : new ProfiledData(process).fixed()) {
      long end = object.address() + object.bytes();
      named.add(new Ranges.Range<>(object.address(), end, object.name()));
    }
    for (Ranges.Range<Mapping> range :
        Ranges.of(trace.map(StoredTrace::mappings).orElse(List.of())).all()) {
      named.add(new Ranges.Range<>(range.start(), range.end(), range.what().shortName()));
    }
  }

  /** A name for a region, perhaps several names, or nothing. */
  String of(AddressMap.Region region) {
    Map<String, Long> bytes = new HashMap<>();
    for (Ranges.Range<String> range : named) {
      long overlap = range.overlap(region.start(), region.end());
      if (overlap > 0) {
        bytes.merge(range.what(), overlap, Long::sum);
      }
    }
    double least = LEAST_SHARE * (region.end() - region.start());
    return bytes.entrySet().stream()
        .filter(name -> name.getValue() >= least)
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .limit(MOST_NAMES)
        .map(Map.Entry::getKey)
        .collect(Collectors.joining(", "));
  }

  /**
   * A variable or file in a region.
   *
   * @param name its name
   * @param from where it begins on the address map's line
   * @param to where it ends there
   */
  record Part(String name, double from, double to) {}

  /** The largest variables and files on the map, each where it is. */
  List<Part> parts(AddressMap map) {
    List<Part> parts = new ArrayList<>();
    for (Ranges.Range<String> range : named) {
      for (AddressMap.Region region : map.regions()) {
        if (range.overlap(region.start(), region.end()) > 0) {
          double from = map.place(Math.max(range.start(), region.start()));
          double to = map.place(Math.min(range.end(), region.end()));
          if (to - from >= LEAST_LENGTH) {
            parts.add(new Part(range.what(), from, to));
          }
        }
      }
    }
    parts.sort(Comparator.comparingDouble((Part part) -> part.from() - part.to()));
    return parts.subList(0, Math.min(MOST_PARTS, parts.size()));
  }
}
