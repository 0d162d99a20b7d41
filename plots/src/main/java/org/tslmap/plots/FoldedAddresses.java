package org.tslmap.plots;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Touched memory without what lies between: bands of blocks, one for each piece of memory with a
 * name, stand one upon the other in the order of their addresses. A band is as high as it has
 * blocks, but high enough for its name, and no higher if hardly any access goes there; where
 * addresses jump between two bands there is a gap.
 */
final class FoldedAddresses {

  /** Bands further apart than this are shown with a gap. */
  private static final long NEAR_BYTES = 1 << 16;

  private static final String OTHERS = ", …";
  private static final double GAP = 5;
  private static final double LEAST_HEIGHT = 17;
  private static final double SHARE_OF_LEAST = 0.6;
  private static final int RELUCTANCE = 4;

  /** With less than this share of the accesses a piece gets no more room than its name needs. */
  private static final double FAINT = 0.004;

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
  private final double faint;

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
    long total = Arrays.stream(weights).sum();
    joinFaint(pieces, total);
    joinAlike(pieces, blocks, blockBytes);
    while (pieces.size() > most) {
      joinLightest(pieces, blocks, blockBytes);
    }
    faint = FAINT * total;
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

  /** Makes one piece of neighbours that are hardly accessed at all, as a program's start leaves. */
  private static void joinFaint(List<Piece> pieces, long total) {
    for (int i = pieces.size() - 2; i >= 0; i--) {
      if (Math.max(pieces.get(i).weight(), pieces.get(i + 1).weight()) < FAINT * total) {
        join(pieces, i);
      }
    }
  }

  /** Makes one piece of neighbours that would have the same name. */
  private static void joinAlike(List<Piece> pieces, long[] blocks, long blockBytes) {
    for (int i = pieces.size() - 2; i >= 0; i--) {
      Piece upper = pieces.get(i + 1);
      boolean alike = plain(pieces.get(i).name()).equals(plain(upper.name()));
      if (alike && !isFar(blocks, blockBytes, upper.first())) {
        join(pieces, i);
      }
    }
  }

  private static String plain(String name) {
    return name.endsWith(OTHERS) ? name.substring(0, name.length() - OTHERS.length()) : name;
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
    join(pieces, best);
  }

  private static void join(List<Piece> pieces, int best) {
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
    String name = heavier.name();
    return name.isEmpty() || name.endsWith(OTHERS) ? name : name + OTHERS;
  }

  private void place(List<Piece> pieces, long[] blocks, long blockBytes, double height) {
    double gaps = 0;
    for (Piece piece : pieces) {
      gaps += isAfterGap(piece, blocks, blockBytes) ? GAP : 0;
    }
    double least =
        pieces.isEmpty() ? 0 : Math.min(LEAST_HEIGHT, (height - gaps) / pieces.size() / 2);
    int large = pieces.stream().filter(this::isLarge).mapToInt(Piece::count).sum();
    double shared = Math.max(0, height - gaps - least * pieces.size()) / Math.max(1, large);
    double at = 0;
    for (Piece piece : pieces) {
      boolean afterGap = isAfterGap(piece, blocks, blockBytes);
      at += afterGap ? GAP : 0;
      double top = at + least + (isLarge(piece) ? shared * piece.count() : 0);
      bands.add(new Band(piece, at, top, afterGap));
      at = top;
    }
  }

  private boolean isLarge(Piece piece) {
    return piece.weight() >= faint;
  }

  private static boolean isAfterGap(Piece piece, long[] blocks, long blockBytes) {
    return piece.first() > 0 && isFar(blocks, blockBytes, piece.first());
  }

  /** The bands from the lowest address upwards. */
  List<Band> bands() {
    return bands;
  }
}
