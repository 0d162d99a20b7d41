package org.tslmap.collector.density;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Places touched memory on a line from 0 to 1 and leaves out what was never touched: regions stand
 * one behind the other in the order of their addresses, with small gaps between. A region's length
 * grows with its bytes, but small ones get enough to be seen beside large ones.
 */
public final class AddressMap {
  /** Blocks no further apart than this belong to one region. */
  private static final long NEAR_BYTES = 1L << 16;

  private static final int MOST_REGIONS = 192;
  private static final double LEAST_SHARE = 0.02;
  private static final double ALL_LEAST_SHARES = 0.5;
  private static final double GAP = 0.006;
  private static final double ALL_GAPS = 0.15;

  /**
   * A range of memory.
   *
   * @param start first address
   * @param end the one behind the last
   * @param from where it begins on the line
   * @param to where it ends on the line
   */
  public record Region(long start, long end, double from, double to) {}

  private final List<Region> regions;
  private final long[] starts;

  private AddressMap(List<Region> regions) {
    this.regions = List.copyOf(regions);
    this.starts = regions.stream().mapToLong(Region::start).toArray();
  }

  /** The map of the memory that a density knows. */
  public static AddressMap of(DensityLevel level) {
    long[] blocks = level.blocks().clone();
    Arrays.sort(blocks);
    List<long[]> ranges = new ArrayList<>();
    for (long block : blocks) {
      long start = block << level.shift();
      long end = start + level.blockBytes();
      if (!ranges.isEmpty() && start - ranges.get(ranges.size() - 1)[1] <= NEAR_BYTES) {
        ranges.get(ranges.size() - 1)[1] = end;
      } else {
        ranges.add(new long[] {start, end});
      }
    }
    return of(ranges);
  }

  /** The map of these ranges, each a first address and the one behind the last, in order. */
  static AddressMap of(List<long[]> ranges) {
    List<long[]> near = new ArrayList<>(ranges);
    while (near.size() > MOST_REGIONS) {
      near = joined(near);
    }
    int count = near.size();
    double gap = count < 2 ? 0 : Math.min(GAP, ALL_GAPS / (count - 1));
    double least = count == 0 ? 0 : Math.min(LEAST_SHARE, ALL_LEAST_SHARES / count);
    double all = near.stream().mapToDouble(range -> range[1] - range[0]).sum();
    double room = 1 - gap * Math.max(0, count - 1);
    double shares = near.stream().mapToDouble(r -> Math.max(least, (r[1] - r[0]) / all)).sum();
    List<Region> regions = new ArrayList<>();
    double at = 0;
    for (int i = 0; i < count; i++) {
      long[] range = near.get(i);
      double length = room * Math.max(least, (range[1] - range[0]) / all) / shares;
      double to = i == count - 1 ? 1 : at + length;
      regions.add(new Region(range[0], range[1], at, to));
      at = to + gap;
    }
    return new AddressMap(regions);
  }

  /** Puts together what is nearest: half of the neighbours. */
  private static List<long[]> joined(List<long[]> ranges) {
    long[] distances = new long[ranges.size() - 1];
    for (int i = 0; i < distances.length; i++) {
      distances[i] = ranges.get(i + 1)[0] - ranges.get(i)[1];
    }
    long[] sorted = distances.clone();
    Arrays.sort(sorted);
    long near = sorted[sorted.length / 2];
    List<long[]> joined = new ArrayList<>();
    joined.add(ranges.get(0).clone());
    for (int i = 0; i < distances.length; i++) {
      if (distances[i] <= near) {
        joined.get(joined.size() - 1)[1] = ranges.get(i + 1)[1];
      } else {
        joined.add(ranges.get(i + 1).clone());
      }
    }
    return joined;
  }

  /** The regions, by address. */
  public List<Region> regions() {
    return regions;
  }

  /** The region of an address; of one outside all regions, the one below it, or the first. */
  public Region region(long address) {
    int at = Arrays.binarySearch(starts, address);
    return regions.get(at >= 0 ? at : Math.max(0, -at - 2));
  }

  /**
   * Where an address is on the line; one outside all regions counts as the nearest end of the one
   * below it.
   *
   * @return 0..1
   */
  public double place(long address) {
    Region region = region(address);
    double share = (double) (address - region.start()) / (region.end() - region.start());
    return region.from() + Math.max(0, Math.min(share, 1)) * (region.to() - region.from());
  }

  /** The address at a place of the line; in a gap, the end of the region before. */
  public long address(double place) {
    Region found = regions.get(0);
    for (Region region : regions) {
      if (region.from() <= place) {
        found = region;
      }
    }
    double share = (place - found.from()) / (found.to() - found.from());
    return found.start() + (long) (Math.max(0, Math.min(share, 1)) * (found.end() - found.start()));
  }
}
