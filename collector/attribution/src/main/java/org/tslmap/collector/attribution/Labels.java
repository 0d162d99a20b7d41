package org.tslmap.collector.attribution;

import java.util.Arrays;
import org.tslmap.collector.attribution.sharing.AccessLabels;

/** What labels mean, as far as who counts them has been told. */
final class Labels implements AccessLabels {
  private int[] sites = new int[1024];
  private int[] objects = new int[1024];
  private int[] functions = new int[1024];
  private boolean[] stores = new boolean[1024];
  private int[] bytes = new int[1024];
  private int count;

  /** Adds the next label. */
  void add(int site, int object, int function, boolean store, int size) {
    if (count == sites.length) {
      sites = Arrays.copyOf(sites, 2 * count);
      objects = Arrays.copyOf(objects, 2 * count);
      functions = Arrays.copyOf(functions, 2 * count);
      stores = Arrays.copyOf(stores, 2 * count);
      bytes = Arrays.copyOf(bytes, 2 * count);
    }
    sites[count] = site;
    objects[count] = object;
    functions[count] = function;
    stores[count] = store;
    bytes[count] = size;
    count++;
  }

  @Override
  public boolean isStore(int label) {
    return stores[label];
  }

  @Override
  public int site(int label) {
    return sites[label];
  }

  @Override
  public int object(int label) {
    return objects[label];
  }

  /** How many labels there are. */
  int count() {
    return count;
  }

  /** How many bytes an access with the label has. */
  int bytes(int label) {
    return bytes[label];
  }

  /** The function that makes the accesses. */
  int function(int label) {
    return functions[label];
  }
}
