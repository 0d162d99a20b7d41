package org.tslmap.collector.pictures;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import org.tslmap.collector.density.DensityFile;
import org.tslmap.collector.density.DensityLevel;
import org.tslmap.collector.density.MemoryOrigins;
import org.tslmap.plots.AddressTimeDensity;

/**
 * Addresses over time of one process.
 *
 * @param subject which process
 * @param origins what it used its memory for
 * @param level the counts, in memory
 * @param firstAccess number of the access that the first column begins with
 * @param time accesses from there to the end, counted or not
 */
record ProcessAddresses(
    DensityFile.Subject subject,
    MemoryOrigins origins,
    DensityLevel level,
    long firstAccess,
    long time) {

  /** As fine as a large picture needs it; at least half as many where there are so many. */
  private static final int MOST_COLUMNS = 4096;

  private static final int MOST_ROWS = 4096;

  /** Takes over counts and makes them no finer than needed. */
  static ProcessAddresses of(
      DensityFile.Subject subject,
      MemoryOrigins origins,
      DensityLevel level,
      long firstAccess,
      long time)
      throws IOException {
    return new ProcessAddresses(
        subject, origins, level.coarsened(MOST_COLUMNS, MOST_ROWS), firstAccess, time);
  }

  /** Of all that a file holds. */
  static ProcessAddresses of(DensityFile file) throws IOException {
    List<DensityLevel> levels = file.levels();
    DensityLevel chosen = levels.get(0);
    for (DensityLevel level : levels) {
      if (level.columns() > MOST_COLUMNS / 2) {
        chosen = level;
      }
    }
    return of(file.subject(), file.origins(), chosen, 0, file.subject().accesses());
  }

  /** The counts by ascending blocks, with the names of these. */
  AddressTimeDensity named(MemoryNames names) {
    int count = level.blocks().length;
    long[] blocks = level.blocks().clone();
    Arrays.sort(blocks);
    int[] places = new int[count]; // by row
    int[] sites = new int[count];
    for (int row = 0; row < count; row++) {
      places[row] = Arrays.binarySearch(blocks, level.blocks()[row]);
      sites[places[row]] = level.sites()[row];
    }
    return new AddressTimeDensity(
        firstAccess,
        time,
        level.accessesPerColumn(),
        level.blockBytes(),
        blocks,
        new NumberedNames(names, blocks, level.blockBytes(), sites, origins).names(),
        visitor -> {
          try {
            level.visit(
                0,
                level.columns(),
                (column, row, loads, stores) -> visitor.cell(column, places[row], loads, stores));
          } catch (IOException e) {
            throw new UncheckedIOException(e); // it is all in memory
          }
        });
  }
}
