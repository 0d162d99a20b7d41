package org.tslmap.locality.profile;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The loops that a process's accesses were in: of each function a forest of nested loops.
 *
 * @param loops loops with accesses, in themselves or in loops inside them; outer ones come before
 *     inner ones
 * @param ofSites the number of each access site's innermost loop, -1 where it is in none; empty
 *     when loops were not looked for
 */
public record LoopForest(List<CodeLoop> loops, List<Integer> ofSites) {

  /** Loops were not looked for. */
  public static final LoopForest NONE = new LoopForest(List.of(), List.of());

  /** Keeps the lists unmodifiable. */
  public LoopForest {
    loops = List.copyOf(loops);
    ofSites = List.copyOf(ofSites);
  }

  /** Whether loops were looked for. */
  public boolean isKnown() {
    return !ofSites.isEmpty();
  }

  /** The number of a site's innermost loop, -1 if it is in none or nobody looked. */
  public int of(int site) {
    return isKnown() ? ofSites.get(site) : -1;
  }

  /** A loop and those around it, innermost first; none for -1. */
  public List<CodeLoop> nest(int loop) {
    List<CodeLoop> nest = new ArrayList<>();
    for (int at = loop; at >= 0; at = loops.get(at).parent()) {
      nest.add(loops.get(at));
    }
    return nest;
  }

  /**
   * A loop in words: "the loop at 41-44 inside the loop at 39".
   *
   * @return empty for -1
   */
  public Optional<String> describe(int loop) {
    return loop < 0 ? Optional.empty() : Optional.of(describe(nest(loop)));
  }

  /**
   * The same of a nest. Loops of one line, as a function has them that was inlined, are counted: "3
   * nested loops at 16".
   *
   * @param nest innermost first, at least one loop
   */
  public static String describe(List<CodeLoop> nest) {
    StringBuilder words = new StringBuilder();
    for (int i = 0; i < nest.size(); ) {
      String place = place(nest, i);
      int end = i + 1;
      while (end < nest.size() && place(nest, end).equals(place)) {
        end++;
      }
      words.append(i == 0 ? "" : " inside ");
      words.append(end - i == 1 ? "the loop at " : (end - i) + " nested loops at ").append(place);
      i = end;
    }
    return words.toString();
  }

  /**
   * Where a loop of a nest is: the innermost from its first to its last line, others by where they
   * begin.
   */
  private static String place(List<CodeLoop> nest, int depth) {
    return depth == 0 ? nest.get(0).lines() : nest.get(depth).beginning();
  }

  /**
   * Checks that everything refers to what exists.
   *
   * @throws IllegalArgumentException saying what does not
   */
  void check(int functions, int sites) {
    if (isKnown() && ofSites.size() != sites) {
      throw new IllegalArgumentException(
          "loops are told for %d sites, but there are %d sites".formatted(ofSites.size(), sites));
    }
    for (int i = 0; i < loops.size(); i++) {
      CodeLoop loop = loops.get(i);
      if (loop.function() < 0 || loop.function() >= functions) {
        throw new IllegalArgumentException(
            "loop %d refers to function %d, but there are %d functions"
                .formatted(i, loop.function(), functions));
      }
      if (loop.parent() < -1 || loop.parent() >= i) {
        throw new IllegalArgumentException(
            "loop %d is inside loop %d, which should come before it".formatted(i, loop.parent()));
      }
    }
    for (int loop : ofSites) {
      if (loop < -1 || loop >= loops.size()) {
        throw new IllegalArgumentException(
            "a site is in loop %d, but there are %d loops".formatted(loop, loops.size()));
      }
    }
  }
}
