package org.tslmap.collector.lookup;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.tslmap.collector.wire.Site;
import org.tslmap.locality.profile.AccessKind;
import org.tslmap.locality.profile.DataAccess;
import org.tslmap.locality.profile.DataObject;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.SiteProfile;

/**
 * What a profile knows of the data at an address: variables with a fixed place by that, other
 * things, such as heap blocks and stacks, by the site that accesses them.
 */
public final class ProfiledData {

  /**
   * What tells a site of a trace from others, and is the same in the profile.
   *
   * @param instruction address of the instruction
   * @param index which of its accesses
   * @param store whether it is a store
   */
  public record Place(long instruction, int index, boolean store) {
    /** Of a site of a trace. */
    public static Place of(Site site) {
      return new Place(site.instruction(), site.index(), site.store());
    }

    /** Of a site of a profile. */
    public static Place of(SiteProfile site) {
      return new Place(site.instruction(), site.index(), site.kind() == AccessKind.STORE);
    }
  }

  private final List<DataObject> objects;
  private final TreeMap<Long, DataObject> fixed = new TreeMap<>(Long::compareUnsigned);
  private final Map<Place, List<DataAccess>> bySite = new HashMap<>();

  /** Of one process. */
  public ProfiledData(ProcessProfile process) {
    objects = process.attribution().objects();
    for (DataObject object : objects) {
      if (object.address() != 0 && object.bytes() > 0) {
        fixed.put(object.address(), object);
      }
    }
    for (DataAccess access : process.attribution().accesses()) {
      bySite
          .computeIfAbsent(Place.of(process.sites().get(access.site())), place -> new ArrayList<>())
          .add(access);
    }
  }

  /** All variables that have a fixed place, by address. */
  public Collection<DataObject> fixed() {
    return fixed.values();
  }

  /** The variable with a fixed place that has an address. */
  public Optional<DataObject> at(long address) {
    return Optional.ofNullable(fixed.floorEntry(address))
        .map(Map.Entry::getValue)
        .filter(object -> address - object.address() < object.bytes());
  }

  /** Variables with a fixed place that may reach into a part of memory, by address. */
  public Collection<DataObject> between(long start, long end) {
    Long first = fixed.floorKey(start);
    return fixed.subMap(first == null ? start : first, true, end, false).values();
  }

  /** What a site of a trace accessed, as far as the profile says. */
  public List<DataAccess> of(Site site) {
    return bySite.getOrDefault(Place.of(site), List.of());
  }

  /** What was accessed. */
  public DataObject object(DataAccess access) {
    return objects.get(access.object());
  }
}
