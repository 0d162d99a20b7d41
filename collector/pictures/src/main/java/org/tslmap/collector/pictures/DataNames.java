package org.tslmap.collector.pictures;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.tslmap.collector.density.MemoryOrigins;
import org.tslmap.collector.wire.Site;
import org.tslmap.locality.profile.AccessKind;
import org.tslmap.locality.profile.DataAccess;
import org.tslmap.locality.profile.DataClass;
import org.tslmap.locality.profile.DataObject;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.SiteProfile;

/**
 * Names memory after the data a profile knows: variables by their address, other things, such as
 * heap blocks, by a site that touched them among the last, if it (nearly) always touched the same.
 * The rest is named after what was mapped there.
 */
final class DataNames implements MemoryNames {

  /** The name of stacks. */
  static final String ON_STACK = "stack";

  /** A site stands for a thing if it has at least this share of the site's accesses. */
  private static final double NEARLY_ALL = 0.95;

  private record Place(long instruction, int index, boolean store) {}

  /** Variables of libraries have names of their own from this many bytes on. */
  private static final long OF_NOTE = 16384;

  private final Map<Integer, Site> sites;
  private final String program;
  private final MappedNames mapped;
  private final TreeMap<Long, DataObject> fixed = new TreeMap<>(Long::compareUnsigned);
  private final Map<Place, String> bySite = new HashMap<>();

  DataNames(ProcessProfile process, MemoryOrigins origins) {
    this.sites = origins.sites();
    this.program = process.identity().executable();
    this.mapped = new MappedNames(origins.mappings());
    List<DataObject> objects = process.attribution().objects();
    for (DataObject object : objects) {
      if (object.address() != 0 && object.bytes() > 0 && object.kind() != DataClass.MAPPED) {
        fixed.put(object.address(), object);
      }
    }
    Map<Integer, List<DataAccess>> ofSite = new HashMap<>();
    for (DataAccess access : process.attribution().accesses()) {
      ofSite.computeIfAbsent(access.site(), site -> new ArrayList<>()).add(access);
    }
    ofSite.forEach(
        (site, accesses) -> {
          DataAccess most =
              accesses.stream().max(Comparator.comparingLong(DataAccess::accesses)).orElseThrow();
          SiteProfile profile = process.sites().get(site);
          DataObject object = objects.get(most.object());
          boolean known = most.object() != 0 && object.kind() != DataClass.MAPPED;
          if (known && most.accesses() >= NEARLY_ALL * profile.accesses()) {
            bySite.put(
                new Place(
                    profile.instruction(), profile.index(), profile.kind() == AccessKind.STORE),
                name(object));
          }
        });
  }

  /**
   * Variables of frames share the stack, so they are not told apart there; small ones of libraries
   * say less than the library's name.
   */
  private String name(DataObject object) {
    if (object.kind() == DataClass.STACK || object.kind() == DataClass.STACK_VARIABLE) {
      return ON_STACK;
    }
    boolean ofLibrary =
        (object.kind() == DataClass.STATIC || object.kind() == DataClass.THREAD_LOCAL)
            && !object.object().equals(program);
    if (ofLibrary && object.bytes() < OF_NOTE) {
      return object.object().substring(object.object().lastIndexOf('/') + 1);
    }
    return object.name();
  }

  @Override
  public String nameOf(long start, long bytes, int site) {
    String best = "";
    long most = 0;
    Map.Entry<Long, DataObject> variable = fixed.lowerEntry(start + bytes);
    while (variable != null) {
      long end = variable.getKey() + variable.getValue().bytes();
      long from = Math.max(start, variable.getKey());
      long overlap = Math.min(start + bytes, end) - from;
      if (overlap > most) {
        most = overlap;
        best = name(variable.getValue());
      }
      boolean before = Long.compareUnsigned(variable.getKey(), start) <= 0;
      variable = before ? null : fixed.lowerEntry(variable.getKey());
    }
    if (!best.isEmpty()) {
      return best;
    }
    Site last = sites.get(site);
    String bySite =
        this.bySite.getOrDefault(new Place(last.instruction(), last.index(), last.store()), "");
    return bySite.isEmpty() ? mapped.nameOf(start, bytes, site) : bySite;
  }
}
