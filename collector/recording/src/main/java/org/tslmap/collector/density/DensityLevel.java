package org.tslmap.collector.density;

import java.io.IOException;
import java.util.Arrays;

/**
 * Loads and stores of each block of memory in each column, a stretch of time, at one resolution.
 *
 * @param accessesPerColumn accesses of a column; the last may have fewer
 * @param shift a block has 2 to the power of this many bytes
 * @param blocks number of the block that each row stands for; times its bytes it is its address.
 *     Rows are in the order in which blocks were first accessed
 * @param sites an access site that accessed each row's block among the last
 * @param columns how many columns there are
 * @param tiles packed columns, {@value #TILE_COLUMNS} to a tile
 */
public record DensityLevel(
    long accessesPerColumn, int shift, long[] blocks, int[] sites, int columns, Tiles tiles) {

  /** Columns in each tile but the last. */
  public static final int TILE_COLUMNS = 64;

  /** Where packed columns come from. */
  @FunctionalInterface
  interface Tiles {
    /** The columns of one tile, as {@link CellBuffer} packs them. */
    byte[] tile(int number) throws IOException;
  }

  /** Takes cells. */
  @FunctionalInterface
  public interface Visitor {
    /**
     * Takes one cell; one of its counts is not 0.
     *
     * @param column which column
     * @param row which row, an index of {@link DensityLevel#blocks}
     * @param loads loads of the block in that time
     * @param stores stores likewise
     */
    void cell(int column, int row, long loads, long stores);
  }

  /** Bytes of a block. */
  public long blockBytes() {
    return 1L << shift;
  }

  /** The first columns by themselves. */
  DensityLevel first(int count) {
    return new DensityLevel(accessesPerColumn, shift, blocks, sites, count, tiles);
  }

  /**
   * The same counts in memory, with neighbours added together until there are at most so many
   * columns and rows.
   *
   * @throws IOException if a tile cannot be read or is damaged
   */
  public DensityLevel coarsened(int mostColumns, int mostRows) throws IOException {
    int factor = 1;
    while ((columns + factor - 1) / factor > mostColumns) {
      factor *= 2;
    }
    int moreShift = 0;
    while (rows(moreShift) > mostRows) {
      moreShift++;
    }
    return DensityFolding.fold(this, factor, moreShift);
  }

  private long rows(int moreShift) {
    return Arrays.stream(blocks).map(block -> block >>> moreShift).distinct().count();
  }

  /** How many tiles there are. */
  int tileCount() {
    return (columns + TILE_COLUMNS - 1) / TILE_COLUMNS;
  }

  /**
   * Visits the cells of some columns, in their order.
   *
   * @param from the first column
   * @param to the one behind the last
   * @throws IOException if a tile cannot be read or is damaged
   */
  public void visit(int from, int to, Visitor visitor) throws IOException {
    int end = Math.min(to, columns);
    for (int tile = from / TILE_COLUMNS; tile * TILE_COLUMNS < end; tile++) {
      CellCursor cursor = new CellCursor(tiles.tile(tile));
      int column = tile * TILE_COLUMNS;
      try {
        while (column < end && cursor.nextColumn()) {
          if (column >= from) {
            while (cursor.nextCell()) {
              visitor.cell(column, cursor.row(), cursor.loads(), cursor.stores());
            }
          }
          column++;
        }
      } catch (IndexOutOfBoundsException e) {
        throw new IOException(
            "tile %d of a density file is damaged: expected cells of %d rows; delete the file"
                .formatted(tile, blocks.length),
            e);
      }
    }
  }
}
