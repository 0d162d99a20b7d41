package org.tslmap.collector.density;

import java.util.Arrays;

/** Loads and stores of each row in one column that is being added up. */
final class DensityColumn {
  private final RowMarks marks = new RowMarks();
  private long[] counts = new long[0]; // by row: loads, stores
  private int cells;

  /** Reserves capacity for this many rows. */
  void grow(int rows) {
    if (2 * rows > counts.length) {
      counts = Arrays.copyOf(counts, Math.max(2 * rows, 2 * counts.length));
      marks.grow(counts.length / 2);
    }
  }

  /** Adds to a row's counts; at least one of these is not 0. */
  void add(int row, long moreLoads, long moreStores) {
    int cell = 2 * row;
    if ((counts[cell] | counts[cell + 1]) == 0) {
      marks.mark(row);
      cells++;
    }
    counts[cell] += moreLoads;
    counts[cell + 1] += moreStores;
  }

  /** Writes the column, which is empty afterwards. */
  void pack(CellBuffer buffer) {
    buffer.column(cells);
    cells = 0;
    marks.take(
        row -> {
          int cell = 2 * row;
          buffer.cell(row, counts[cell], counts[cell + 1]);
          counts[cell] = 0;
          counts[cell + 1] = 0;
        });
  }
}
