package org.tslmap.collector.view;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.tslmap.collector.wire.Site;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.locality.profile.AccessKind;
import org.tslmap.locality.profile.DataAccess;
import org.tslmap.locality.profile.DataClass;
import org.tslmap.locality.profile.DataObject;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.SiteProfile;

/**
 * What the data at an address is called, as far as a profile knows: variables with a fixed address
 * by that, with the index into an array; heap blocks by who allocated them; and where a site only
 * ever touched one thing, or one of few, that.
 */
final class DataNames {
  /** A site that touched more things than this has none of their names. */
  private static final int MOST_NAMES = 3;

  private record Place(long instruction, int index, boolean store) {}

  private final Map<Long, String> files = new HashMap<>();
  private final TreeMap<Long, DataObject> fixed = new TreeMap<>();
  private final Map<Place, List<DataObject>> bySite = new HashMap<>();
  private final SymbolTables symbols;
  private final Supplier<Optional<HeapBlocks>> blocks;

  /**
   * The names of one process.
   *
   * @param blocks its heap blocks, as soon as they are known
   */
  DataNames(ProcessProfile process, SymbolTables symbols, Supplier<Optional<HeapBlocks>> blocks) {
    this.symbols = symbols;
    this.blocks = blocks;
    List<DataObject> objects = process.attribution().objects();
    for (DataObject object : objects) {
      if (object.address() != 0 && object.bytes() > 0) {
        fixed.put(object.address(), object);
      }
    }
    for (SiteProfile site : process.sites()) {
      files.put(site.instruction(), process.fileOf(site));
    }
    for (DataAccess access : process.attribution().accesses()) {
      SiteProfile site = process.sites().get(access.site());
      Place place = new Place(site.instruction(), site.index(), site.kind() == AccessKind.STORE);
      bySite.computeIfAbsent(place, p -> new ArrayList<>()).add(objects.get(access.object()));
    }
  }

  /** The source file of a site's line, which may be inlined code. */
  String file(int siteId) {
    Site site = symbols.site(siteId);
    String known = files.get(site.instruction());
    return known == null ? symbols.function(site.function()).file() : known;
  }

  /**
   * The name of what is accessed, or nothing.
   *
   * @param siteId who accesses it
   * @param access how many accesses came before
   */
  String of(int siteId, long address, long access) {
    Map.Entry<Long, DataObject> below = fixed.floorEntry(address);
    if (below != null && address - below.getKey() < below.getValue().bytes()) {
      return below.getValue().name() + index(below.getValue(), address - below.getKey());
    }
    Site site = symbols.site(siteId);
    Optional<HeapBlocks> heap = blocks.get();
    Optional<HeapBlocks.Block> block = heap.flatMap(all -> all.find(address, access));
    if (block.isPresent()) {
      return heap.orElseThrow().name(block.get(), address, site.size());
    }
    List<DataObject> touched =
        bySite.getOrDefault(new Place(site.instruction(), site.index(), site.store()), List.of());
    return touched.size() <= MOST_NAMES && !touched.contains(DataObject.UNKNOWN)
        ? touched.stream().map(DataNames::name).distinct().collect(Collectors.joining(" or "))
        : "";
  }

  private static String name(DataObject object) {
    return object.kind() == DataClass.STACK_VARIABLE && !object.function().isEmpty()
        ? object.name() + " in " + object.function()
        : object.name();
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
