package org.tslmap.collector.wire;

import java.util.ArrayList;
import java.util.List;

/**
 * How much a stream held, counted exactly.
 *
 * @param blocks executed blocks
 * @param words event words, headers included
 * @param threadWords event words that are thread headers
 * @param loads loads that happened
 * @param stores stores that happened
 */
public record StreamTotals(long blocks, long words, long threadWords, long loads, long stores) {
  /** Nothing yet. */
  public static final StreamTotals NONE = new StreamTotals(0, 0, 0, 0, 0);

  /** Loads and stores together. */
  public long accesses() {
    return loads + stores;
  }

  /**
   * What differs from the totals the tool sent, such as "loads: sent 5, decoded 4"; empty when all
   * agree.
   *
   * @param countedLoads loads that came as counts, besides
   * @param countedStores stores likewise
   */
  public String differenceFrom(End end, long countedLoads, long countedStores) {
    List<String> differences = new ArrayList<>();
    compare(differences, "blocks", end.blocks(), blocks);
    compare(differences, "words", end.words(), words);
    compare(differences, "thread words", end.threadWords(), threadWords);
    compare(differences, "loads", end.loads(), loads);
    compare(differences, "stores", end.stores(), stores);
    compare(differences, "counted loads", end.countedLoads(), countedLoads);
    compare(differences, "counted stores", end.countedStores(), countedStores);
    return String.join("; ", differences);
  }

  private static void compare(List<String> differences, String what, long sent, long decoded) {
    if (sent != decoded) {
      differences.add("%s: sent %d, decoded %d".formatted(what, sent, decoded));
    }
  }
}
