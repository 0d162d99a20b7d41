package org.tslmap.collector.attribution;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.tslmap.locality.pass.AccessPass;
import org.tslmap.locality.profile.StrideShare;

/** The commonest strides of a cell. */
final class CellStrides {
  private static final int SHOWN = 5;

  /** Of a cell's strides these are all counted; of more, some are. */
  private static final long COUNTED = 1 << 15;

  private CellStrides() {}

  /**
   * The five commonest strides, commonest first. They are estimates for cells with more than 32768.
   *
   * @param accesses how many the cell has in all
   * @param estimates whether more or fewer have come than are scored
   * @return none of a cell that the pass does not know
   */
  static List<StrideShare> of(AccessPass pass, int cell, long accesses, boolean estimates) {
    if (cell >= pass.labels()) {
      return List.of();
    }
    long[] triples = new long[3 * AccessPass.STRIDE_PLACES];
    long counted = pass.strides(cell, triples);
    List<StrideShare> strides = new ArrayList<>();
    for (int at = 0; at < triples.length; at += 3) {
      long sure = triples[at + 1] - triples[at + 2];
      if (sure > 0) {
        strides.add(new StrideShare(triples[at], sure));
      }
    }
    strides.sort(
        Comparator.comparingLong(StrideShare::count)
            .reversed()
            .thenComparingLong(StrideShare::bytes));
    List<StrideShare> shown = strides.subList(0, Math.min(SHOWN, strides.size()));
    if (counted < COUNTED && !(estimates && counted > 0)) {
      return List.copyOf(shown);
    }
    double scale = (accesses - 1.0) / counted;
    return shown.stream()
        .map(one -> new StrideShare(one.bytes(), Math.round(one.count() * scale)))
        .toList();
  }
}
