package org.tslmap.collector.view;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.tslmap.collector.wire.Site;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.locality.profile.AccessKind;
import org.tslmap.locality.profile.DataAccess;
import org.tslmap.locality.profile.DataObject;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.SiteProfile;

/**
 * What the data at an address is called, as far as a profile knows: variables with a fixed address
 * by that, with the index into an array; and where a site only ever touched one thing, that.
 */
final class DataNames {
  private record Place(long instruction, int index, boolean store) {}

  private final TreeMap<Long, DataObject> fixed = new TreeMap<>();
  private final Map<Place, List<DataObject>> bySite = new HashMap<>();
  private final SymbolTables symbols;

  DataNames(ProcessProfile process, SymbolTables symbols) {
    this.symbols = symbols;
    List<DataObject> objects = process.attribution().objects();
    for (DataObject object : objects) {
      if (object.address() != 0 && object.bytes() > 0) {
        fixed.put(object.address(), object);
      }
    }
    for (DataAccess access : process.attribution().accesses()) {
      SiteProfile site = process.sites().get(access.site());
      Place place = new Place(site.instruction(), site.index(), site.kind() == AccessKind.STORE);
      bySite.computeIfAbsent(place, p -> new ArrayList<>()).add(objects.get(access.object()));
    }
  }

  /** The name of what this site accesses at this address, or nothing. */
  String of(int siteId, long address) {
    Map.Entry<Long, DataObject> below = fixed.floorEntry(address);
    if (below != null && address - below.getKey() < below.getValue().bytes()) {
      return below.getValue().name() + index(below.getValue(), address - below.getKey());
    }
    Site site = symbols.site(siteId);
    List<DataObject> touched =
        bySite.getOrDefault(new Place(site.instruction(), site.index(), site.store()), List.of());
    return touched.size() == 1 && !touched.get(0).equals(DataObject.UNKNOWN)
        ? touched.get(0).name()
        : "";
  }

  /**
   * The index of an element, such as [3][0], and how far into it; nothing for a simple variable.
   */
  static String index(DataObject object, long offset) {
    long element = object.elementBytes();
    if (element <= 0 || offset < 0) {
      return offset == 0 ? "" : " + " + offset;
    }
    StringBuilder text = new StringBuilder();
    long rest = offset / element;
    List<Long> dimensions = object.dimensions();
    for (int i = 0; i < dimensions.size(); i++) {
      long below = 1;
      for (int k = i + 1; k < dimensions.size(); k++) {
        below *= Math.max(1, dimensions.get(k));
      }
      text.append('[').append(rest / below).append(']');
      rest %= below;
    }
    long within = offset % element;
    return within == 0 ? text.toString() : text.append(" + ").append(within).toString();
  }
}
