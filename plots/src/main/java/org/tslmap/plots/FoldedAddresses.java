package org.tslmap.plots;

import java.util.ArrayList;
import java.util.List;

/**
 * Touched memory without what lies between: bands of blocks, one for each piece of memory with a
 * name, stand one upon the other in the order of their addresses. A band is as high as it has
 * blocks, but high enough for its name; where addresses jump between two bands there is a gap.
 */
final class FoldedAddresses {

  /** Bands further apart than this are shown with a gap. */
  private static final long NEAR_BYTES = 1 << 16;

  private static final double GAP = 5;
  private static final double LEAST_HEIGHT = 17;
  private static final double SHARE_OF_LEAST = 0.6;
  private static final int RELUCTANCE = 4;

  /**
   * Neighbouring blocks of one name.
   *
   * @param first index of its first block
   * @param count its blocks
   * @param name what lies there, may be empty
   * @param weight decides which bands keep their own name when there are too many
   */
  record Piece(int first, int count, String name, long weight) {}

  /**
   * A piece and its place.
   *
   * @param piece what is there
   * @param bottom its lower end, from 0 at the bottom
   * @param top its upper end
   * @param afterGap whether there is a gap below it
   */
  record Band(Piece piece, double bottom, double top, boolean afterGap) {
    /** The lower end of one of its blocks. */
    double bottomOf(int block) {
      return bottom + (top - bottom) * (block - piece.first()) / piece.count();
    }
  }

  private final List<Band> bands = new ArrayList<>();

  /**
   * Folds.
   *
   * @param blocks numbers of touched blocks, ascending
   * @param blockBytes bytes of a block
   * @param names what lies in each block
   * @param weights accesses of each block
   * @param height how high all bands are together
   */
  FoldedAddresses(long[] blocks, long blockBytes, String[] names, long[] weights, double height) {
    List<Piece> pieces = pieces(blocks, blockBytes, names, weights);
    int most = Math.max(1, (int) (SHARE_OF_LEAST * height / (LEAST_HEIGHT + GAP)));
    while (pieces.size() > most) {
      joinLightest(pieces, blocks, blockBytes);
    }
    place(pieces, blocks, blockBytes, height);
  }

  private static List<Piece> pieces(
      long[] blocks, long blockBytes, String[] names, long[] weights) {
    List<Piece> pieces = new ArrayList<>();
    int first = 0;
    long weight = 0;
    for (int i = 0; i < blocks.length; i++) {
      weight += weights[i];
      boolean last =
          i + 1 == blocks.length
              || !names[i].equals(names[i + 1])
              || isFar(blocks, blockBytes, i + 1);
      if (last) {
        pieces.add(new Piece(first, i + 1 - first, names[i], weight));
        first = i + 1;
        weight = 0;
      }
    }
    return pieces;
  }

  private static boolean isFar(long[] blocks, long blockBytes, int i) {
    return blocks[i] - blocks[i - 1] - 1 > NEAR_BYTES / blockBytes;
  }

  /** Makes one piece of the two neighbours with the least weight, rather across no gap. */
  private static void joinLightest(List<Piece> pieces, long[] blocks, long blockBytes) {
    int best = 0;
    double least = Double.MAX_VALUE;
    for (int i = 0; i + 1 < pieces.size(); i++) {
      Piece upper = pieces.get(i + 1);
      double weight = 1.0 + Math.min(pieces.get(i).weight(), upper.weight());
      if (isFar(blocks, blockBytes, upper.first())) {
        weight *= RELUCTANCE;
      }
      if (weight < least) {
        least = weight;
        best = i;
      }
    }
    Piece lower = pieces.get(best);
    Piece upper = pieces.remove(best + 1);
    Piece heavier = lower.weight() >= upper.weight() ? lower : upper;
    pieces.set(
        best,
        new Piece(
            lower.first(),
            lower.count() + upper.count(),
            joined(lower, upper, heavier),
            lower.weight() + upper.weight()));
  }

  private static String joined(Piece lower, Piece upper, Piece heavier) {
    if (lower.name().equals(upper.name())) {
      return lower.name();
    }
    String others = ", …";
    String name = heavier.name();
    return name.isEmpty() || name.endsWith(others) ? name : name + others;
  }

  private void place(List<Piece> pieces, long[] blocks, long blockBytes, double height) {
    double gaps = 0;
    for (Piece piece : pieces) {
      gaps += isAfterGap(piece, blocks, blockBytes) ? GAP : 0;
    }
    double least =
        pieces.isEmpty() ? 0 : Math.min(LEAST_HEIGHT, (height - gaps) / pieces.size() / 2);
    double shared = Math.max(0, height - gaps - least * pieces.size()) / blocks.length;
    double at = 0;
    for (Piece piece : pieces) {
      boolean afterGap = isAfterGap(piece, blocks, blockBytes);
      at += afterGap ? GAP : 0;
      double top = at + least + shared * piece.count();
      bands.add(new Band(piece, at, top, afterGap));
      at = top;
    }
  }

  private static boolean isAfterGap(Piece piece, long[] blocks, long blockBytes) {
    return piece.first() > 0 && isFar(blocks, blockBytes, piece.first());
  }

  /** The bands from the lowest address upwards. */
  List<Band> bands() {
    return bands;
  }
}
