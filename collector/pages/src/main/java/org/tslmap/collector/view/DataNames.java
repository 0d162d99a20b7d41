package org.tslmap.collector.view;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.tslmap.collector.lookup.ProfiledData;
import org.tslmap.collector.wire.Site;
import org.tslmap.collector.wire.SymbolTables;
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

  private final Map<Long, String> files = new HashMap<>();
  private final ProfiledData data;
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
    this.data = new ProfiledData(process);
    for (SiteProfile site : process.sites()) {
      files.put(site.instruction(), process.fileOf(site));
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
    Optional<DataObject> variable = data.at(address);
    Site site = symbols.site(siteId);
    if (variable.isPresent()) {
      long offset = address - variable.get().address();
      return variable.get().name() + index(variable.get(), offset, site.size());
    }
    Optional<String> block = blocks.get().flatMap(heap -> heap.name(address, access, site.size()));
    if (block.isPresent()) {
      return block.get();
    }
    List<DataObject> touched = data.of(site).stream().map(data::object).toList();
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
   * The index of an element, such as [3][0], and how far into it; nothing for a simple variable. Of
   * a type that is not known, elements are as large as the access.
   */
  static String index(DataObject object, long offset, int accessBytes) {
    long element = object.elementBytes();
    if (object.type().isEmpty()
        && element <= 0
        && accessBytes > 0
        && object.bytes() > accessBytes) {
      return element(offset, accessBytes);
    }
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

  /** An element of so many bytes, and how far into it. */
  static String element(long offset, long bytes) {
    String rest = offset % bytes == 0 ? "" : " + %,d B".formatted(offset % bytes);
    return ": element [%d] of %d B%s".formatted(offset / bytes, bytes, rest);
  }
}
