package org.tslmap.collector.attribution;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.tslmap.collector.wire.Site;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.locality.pass.AccessPass;

/**
 * The site and the object of each label that a pass gives to accesses, as far as those who count
 * them have been told.
 */
final class CellLabels {
  private static final int AT_ONCE = 1024;

  private final AccessPass pass;
  private final SymbolTables symbols;
  private final int[] added = new int[2 * AT_ONCE];
  private int[] pairs = new int[2 * AT_ONCE];
  private int count;

  /** Labels below a number by site and object, once one was asked for. */
  private final Map<Long, Integer> labelOf = new HashMap<>();

  private int indexed;

  CellLabels(AccessPass pass, SymbolTables symbols) {
    this.pass = pass;
    this.symbols = symbols;
  }

  /** Tells in a batch what the labels mean that the pass has made since. */
  void define(Batch batch) {
    int more = pass.labels(count, added);
    while (more > 0) {
      reserve(more);
      System.arraycopy(added, 0, pairs, 2 * count, 2 * more);
      for (int i = count; i < count + more; i++) {
        Site site = symbols.site(site(i));
        batch.define(site(i), object(i), site.function(), site.store(), site.size());
      }
      count += more;
      more = pass.labels(count, added);
    }
  }

  /** The label of a site and an object, one that neither the pass nor the engine has if need be. */
  int label(int site, int object) {
    for (; indexed < count; indexed++) {
      labelOf.putIfAbsent(key(site(indexed), object(indexed)), indexed);
    }
    return labelOf.computeIfAbsent(
        key(site, object),
        key -> {
          reserve(1);
          pairs[2 * count] = site;
          pairs[2 * count + 1] = object;
          return count++;
        });
  }

  private static long key(int site, int object) {
    return (long) site << Integer.SIZE | object;
  }

  private void reserve(int more) {
    if (2 * (count + more) > pairs.length) {
      pairs = Arrays.copyOf(pairs, Math.max(2 * pairs.length, 2 * (count + more)));
    }
  }

  /** How many labels there are; they are numbered from 0. */
  int count() {
    return count;
  }

  int site(int label) {
    return pairs[2 * label];
  }

  int object(int label) {
    return pairs[2 * label + 1];
  }
}
