package org.tslmap.collector.pictures;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.tslmap.collector.density.MemoryOrigins;
import org.tslmap.collector.lookup.ProfiledData;
import org.tslmap.collector.wire.Site;
import org.tslmap.locality.profile.DataAccess;
import org.tslmap.locality.profile.DataClass;
import org.tslmap.locality.profile.DataObject;
import org.tslmap.locality.profile.ProcessProfile;

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

  /** Variables of libraries have names of their own from this many bytes on. */
  private static final long OF_NOTE = 16384;

  private final Map<Integer, Site> sites;
  private final String program;
  private final MappedNames mapped;
  private final ProfiledData data;

  DataNames(ProcessProfile process, MemoryOrigins origins) {
    this.sites = origins.sites();
    this.program = process.identity().executable();
    this.mapped = new MappedNames(origins.mappings());
    this.data = new ProfiledData(process);
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

  /** What a site (nearly) always touched. */
  private Optional<DataObject> touchedBy(Site site) {
    List<DataAccess> accesses = data.of(site);
    long all = accesses.stream().mapToLong(DataAccess::accesses).sum();
    return accesses.stream()
        .max(Comparator.comparingLong(DataAccess::accesses))
        .filter(most -> most.object() != 0 && most.accesses() >= NEARLY_ALL * all)
        .map(data::object)
        .filter(object -> object.kind() != DataClass.MAPPED);
  }

  @Override
  public String nameOf(long start, long bytes, int site) {
    Optional<DataObject> variable = Optional.empty();
    long most = 1;
    for (DataObject object : data.between(start, start + bytes)) {
      long end = Math.min(start + bytes, object.address() + object.bytes());
      long overlap = end - Math.max(start, object.address());
      if (overlap >= most) {
        most = overlap;
        variable = Optional.of(object);
      }
    }
    return variable
        .or(() -> touchedBy(sites.get(site)))
        .map(this::name)
        .orElseGet(() -> mapped.nameOf(start, bytes, site));
  }
}
