package org.tslmap.collector.cli;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** Names that a mistyped one may have meant. */
final class NearNames {

  private static final int MOST = 3;

  private NearNames() {}

  /**
   * The nearest names, the best first: one edit for every three letters of the longer one, and at
   * least one.
   */
  static List<String> of(String mistyped, Collection<String> names) {
    return names.stream()
        .filter(
            name ->
                edits(mistyped, name)
                    <= Math.max(1, Math.max(mistyped.length(), name.length()) / 3))
        .sorted(
            Comparator.<String>comparingInt(name -> edits(mistyped, name))
                .thenComparing(Comparator.naturalOrder()))
        .limit(MOST)
        .toList();
  }

  /** Letters put in, taken out or replaced, and neighbours exchanged (optimal string alignment). */
  private static int edits(String one, String other) {
    int[][] edits = new int[one.length() + 1][other.length() + 1];
    for (int i = 0; i <= one.length(); i++) {
      for (int j = 0; j <= other.length(); j++) {
        if (i == 0 || j == 0) {
          edits[i][j] = i + j;
          continue;
        }
        boolean same = one.charAt(i - 1) == other.charAt(j - 1);
        int least = edits[i - 1][j - 1] + (same ? 0 : 1);
        least = Math.min(least, 1 + Math.min(edits[i - 1][j], edits[i][j - 1]));
        if (i > 1
            && j > 1
            && one.charAt(i - 1) == other.charAt(j - 2)
            && one.charAt(i - 2) == other.charAt(j - 1)) {
          least = Math.min(least, edits[i - 2][j - 2] + 1);
        }
        edits[i][j] = least;
      }
    }
    return edits[one.length()][other.length()];
  }
}
