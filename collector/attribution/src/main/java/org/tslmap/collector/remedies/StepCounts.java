package org.tslmap.collector.remedies;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.tslmap.locality.profile.StrideShare;

/**
 * Counts the commonest steps from one access to the next of each thread.
 *
 * <p>More steps than there is room for push out the rarest, whose count the new one inherits
 * (Metwally, Agrawal and El Abbadi, "Efficient computation of frequent and top-k elements in data
 * streams", ICDT 2005); what was inherited is not counted in the end.
 */
public final class StepCounts {
  private static final int ROOM = 16;
  private static final int SHOWN = 5;
  private static final long NOWHERE = -1;

  private final long[] steps = new long[ROOM];
  private final long[] counts = new long[ROOM];
  private final long[] inherited = new long[ROOM];
  private int used;

  /** The last address of each thread. */
  private long[] last = new long[0];

  StepCounts() {}

  void add(int thread, long address) {
    if (thread >= last.length) {
      int known = last.length;
      last = Arrays.copyOf(last, thread + 1);
      Arrays.fill(last, known, last.length, NOWHERE);
    }
    if (last[thread] != NOWHERE) {
      step(address - last[thread]);
    }
    last[thread] = address;
  }

  private void step(long step) {
    int rarest = 0;
    for (int i = 0; i < used; i++) {
      if (steps[i] == step) {
        counts[i]++;
        return;
      }
      rarest = counts[i] < counts[rarest] ? i : rarest;
    }
    if (used < ROOM) {
      rarest = used++;
    }
    steps[rarest] = step;
    inherited[rarest] = counts[rarest];
    counts[rarest]++;
  }

  /** The five commonest, commonest first. */
  public List<StrideShare> commonest() {
    List<StrideShare> shares = new ArrayList<>();
    for (int i = 0; i < used; i++) {
      shares.add(new StrideShare(steps[i], counts[i] - inherited[i]));
    }
    shares.sort(
        Comparator.comparingLong(StrideShare::count)
            .reversed()
            .thenComparingLong(StrideShare::bytes));
    return List.copyOf(shares.subList(0, Math.min(SHOWN, shares.size())));
  }
}
