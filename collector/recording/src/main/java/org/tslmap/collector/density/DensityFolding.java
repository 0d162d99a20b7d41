package org.tslmap.collector.density;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Makes a coarser level of a finer one by adding neighbours together; no count is lost. */
final class DensityFolding {
  /** A level has at most so many columns before another, coarser one is made of it. */
  static final int FEW_COLUMNS = 1024;

  private static final int FEW_ROWS = 4096;

  private DensityFolding() {}

  /**
   * Adds columns and blocks together.
   *
   * @param level the finer one
   * @param columns how many of its columns become one
   * @param shift by how many powers of two its blocks grow
   */
  static DensityLevel fold(DensityLevel level, int columns, int shift) throws IOException {
    int[] rows = new int[level.blocks().length];
    long[] blocks = foldRows(level.blocks(), rows, shift);
    List<byte[]> tiles = new ArrayList<>();
    int[] sites = new int[blocks.length];
    for (int row = 0; row < rows.length; row++) {
      sites[rows[row]] = level.sites()[row];
    }
    DensityColumn column = new DensityColumn();
    column.grow(blocks.length);
    int folded = (level.columns() + columns - 1) / columns;
    CellBuffer buffer = new CellBuffer();
    int[] at = {0};
    level.visit(
        0,
        level.columns(),
        (from, row, loads, stores) -> {
          for (; at[0] < from / columns; at[0]++) {
            next(column, buffer, tiles, at[0]);
          }
          column.add(rows[row], loads, stores);
        });
    for (; at[0] < folded; at[0]++) {
      next(column, buffer, tiles, at[0]);
    }
    if (buffer.size() > 0) {
      tiles.add(buffer.take());
    }
    return new DensityLevel(
        level.accessesPerColumn() * columns,
        level.shift() + shift,
        blocks,
        sites,
        folded,
        tiles::get);
  }

  private static void next(
      DensityColumn column, CellBuffer buffer, List<byte[]> tiles, int number) {
    column.pack(buffer);
    if (number % DensityLevel.TILE_COLUMNS == DensityLevel.TILE_COLUMNS - 1) {
      tiles.add(buffer.take());
    }
  }

  /** Gives each row its new one, and the new rows their blocks. */
  private static long[] foldRows(long[] blocks, int[] rows, int shift) {
    if (shift == 0) {
      Arrays.setAll(rows, row -> row);
      return blocks;
    }
    Map<Long, Integer> known = new HashMap<>();
    long[] folded = new long[blocks.length];
    for (int row = 0; row < blocks.length; row++) {
      int fresh = known.size();
      Integer old = known.putIfAbsent(blocks[row] >>> shift, fresh);
      rows[row] = old == null ? fresh : old;
      folded[rows[row]] = blocks[row] >>> shift;
    }
    return Arrays.copyOf(folded, known.size());
  }

  /** The level and ever coarser ones, down to one of few columns. */
  static List<DensityLevel> pyramid(DensityLevel finest) throws IOException {
    List<DensityLevel> levels = new ArrayList<>(List.of(finest));
    for (DensityLevel level = finest; level.columns() > FEW_COLUMNS; ) {
      int rows = level.blocks().length;
      level = fold(level, 4, rows > 4 * FEW_ROWS ? 2 : rows > FEW_ROWS ? 1 : 0);
      levels.add(level);
    }
    return levels;
  }
}
