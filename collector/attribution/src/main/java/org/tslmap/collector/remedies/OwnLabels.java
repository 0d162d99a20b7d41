package org.tslmap.collector.remedies;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.tslmap.collector.attribution.sharing.AccessLabels;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.locality.layout.Remedy;

/** Which labels belong to a remedy's data, and to its accesses. */
final class OwnLabels {
  private static final int UNSEEN = -2;
  private static final int NONE = -1;
  private static final int OWN = 1 << 30;

  private final Remedy remedy;
  private final SymbolTables symbols;
  private final Map<Integer, Integer> targets = new HashMap<>();
  private int[] known = new int[0];

  OwnLabels(Remedy remedy, SymbolTables symbols) {
    this.remedy = remedy;
    this.symbols = symbols;
    for (int i = 0; i < remedy.targets().size(); i++) {
      targets.put(remedy.targets().get(i).object(), i);
    }
  }

  /** The number of the target that a label's accesses go to; -1 for none. */
  int target(int label, AccessLabels labels) {
    if (label >= known.length) {
      int before = known.length;
      known = Arrays.copyOf(known, Math.max(label + 1, 2 * before));
      Arrays.fill(known, before, known.length, UNSEEN);
    }
    if (known[label] == UNSEEN) {
      int target = targets.getOrDefault(labels.object(label), NONE);
      boolean own =
          target != NONE
              && remedy.instructions().contains(symbols.site(labels.site(label)).instruction());
      known[label] = own ? target | OWN : target;
    }
    return known[label] == NONE ? NONE : known[label] & ~OWN;
  }

  /** Whether a label that {@link #target} was asked for belongs to the remedy's accesses. */
  boolean isOwn(int label) {
    return label < known.length && known[label] >= OWN;
  }
}
