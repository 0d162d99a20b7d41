package org.tslmap.collector.view;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.tslmap.collector.density.AddressMap;
import org.tslmap.collector.store.StoredTrace;
import org.tslmap.collector.wire.Mapping;
import org.tslmap.locality.profile.DataObject;
import org.tslmap.locality.profile.ProcessProfile;

/** What regions of memory are called: the mapped files in them, and what else is known. */
final class RegionNames {
  private static final int MOST_NAMES = 3;

  private final List<Mapping> mappings;
  private final List<DataObject> objects;

  RegionNames(ProcessProfile process, Optional<StoredTrace> trace) {
    this.mappings = trace.map(StoredTrace::mappings).orElse(List.of());
    this.objects = process.attribution().objects();
  }

  /** A name for a region, perhaps several names, or nothing. */
  String of(AddressMap.Region region) {
    Set<String> names = new LinkedHashSet<>();
    for (Mapping mapping : mappings) {
      if (mapping.mapped()
          && !mapping.path().isEmpty()
          && overlaps(mapping.start(), mapping.bytes(), region)) {
        names.add(mapping.path().substring(mapping.path().lastIndexOf('/') + 1));
      }
    }
    for (DataObject object : objects) {
      if (object.address() != 0 && overlaps(object.address(), object.bytes(), region)) {
        names.add(object.name());
      }
    }
    List<String> first = new ArrayList<>(names);
    return names.size() <= MOST_NAMES
        ? String.join(", ", names)
        : String.join(", ", first.subList(0, MOST_NAMES)) + ", ...";
  }

  private static boolean overlaps(long start, long bytes, AddressMap.Region region) {
    return start < region.end() && region.start() < start + bytes;
  }
}
