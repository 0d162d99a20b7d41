package org.tslmap.collector.view;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.tslmap.collector.density.AddressMap;
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

  private static final String ANONYMOUS = "anonymous memory";

  private record Named(long start, long end, String name) {
    long overlap(AddressMap.Region region) {
      return Math.min(end, region.end()) - Math.max(start, region.start());
    }
  }

  private final List<Named> files = new ArrayList<>();
  private final List<Named> variables = new ArrayList<>();

  RegionNames(ProcessProfile process, Optional<StoredTrace> trace) {
    trace.map(StoredTrace::mappings).orElse(List.of()).forEach(this::map);
    for (DataObject object : process.attribution().objects()) {
      if (object.address() != 0) {
        long end = object.address() + object.bytes();
        variables.add(new Named(object.address(), end, object.name()));
      }
    }
  }

  /** What is mapped takes the place of what was there. */
  private void map(Mapping mapping) {
    long start = mapping.start();
    long end = start + mapping.bytes();
    List<Named> left = new ArrayList<>();
    for (Named file : files) {
      if (file.end() <= start || file.start() >= end) {
        left.add(file);
        continue;
      }
      if (file.start() < start) {
        left.add(new Named(file.start(), start, file.name()));
      }
      if (file.end() > end) {
        left.add(new Named(end, file.end(), file.name()));
      }
    }
    files.clear();
    files.addAll(left);
    if (mapping.mapped()) {
      String path = mapping.path();
      String name = path.isEmpty() ? ANONYMOUS : path.substring(path.lastIndexOf('/') + 1);
      files.add(new Named(start, end, name));
    }
  }

  /** A name for a region, perhaps several names, or nothing. */
  String of(AddressMap.Region region) {
    Map<String, Long> bytes = new HashMap<>();
    for (Named named : variables) {
      add(bytes, named, region);
    }
    for (Named named : files) {
      add(bytes, named, region);
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
    for (List<Named> all : List.of(variables, files)) {
      for (Named named : all) {
        for (AddressMap.Region region : map.regions()) {
          if (named.overlap(region) > 0) {
            double from = map.place(Math.max(named.start(), region.start()));
            double to = map.place(Math.min(named.end(), region.end()));
            if (to - from >= LEAST_LENGTH) {
              parts.add(new Part(named.name(), from, to));
            }
          }
        }
      }
    }
    parts.sort(Comparator.comparingDouble((Part part) -> part.from() - part.to()));
    return parts.subList(0, Math.min(MOST_PARTS, parts.size()));
  }

  private static void add(Map<String, Long> bytes, Named named, AddressMap.Region region) {
    long overlap = named.overlap(region);
    if (overlap > 0) {
      bytes.merge(named.name(), overlap, Long::sum);
    }
  }
}
