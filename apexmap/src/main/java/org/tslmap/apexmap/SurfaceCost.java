package org.tslmap.apexmap;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Cost from several surfaces of the same threads and pages: inside each surface as {@link Surface}
 * has it, and between two surfaces linearly in the logarithms of memory size and stride.
 *
 * <p>A visit cannot be longer than its memory. Where a size between two measured ones is asked for
 * with a length that fits into the larger one only, the smaller one gives the cost of its longest
 * visit, which sweeps all of it.
 */
final class SurfaceCost implements AccessCost {

  private record Use(Operation operation, Dependence dependence) {}

  /** Surfaces by memory size, then stride. */
  private final Map<Use, NavigableMap<Long, NavigableMap<Integer, Surface>>> surfaces;

  /** The given surfaces that ran with these threads and pages. */
  SurfaceCost(List<Surface> all, ProbeSetting setting) {
    surfaces = new HashMap<>();
    for (Surface surface : all) {
      ProbeSetting own = surface.setting();
      if (own.with(setting.operation(), setting.dependence()).equals(setting)) {
        surfaces
            .computeIfAbsent(new Use(own.operation(), own.dependence()), use -> new TreeMap<>())
            .computeIfAbsent(surface.words(), words -> new TreeMap<>())
            .put(surface.stride(), surface);
      }
    }
  }

  @Override
  public double nanoseconds(ProbePoint point, Operation operation, Dependence dependence) {
    NavigableMap<Long, NavigableMap<Integer, Surface>> sizes =
        surfaces.getOrDefault(new Use(operation, dependence), new TreeMap<>());
    if (sizes.isEmpty()) {
      throw outside(point, operation, dependence, "no surface of that operation and dependence");
    }
    var smaller = firstWithStride(sizes.headMap(point.words(), true).descendingMap(), point);
    var larger = firstWithStride(sizes.tailMap(point.words(), true), point);
    if (smaller.isEmpty() || larger.isEmpty()) {
      throw outside(point, operation, dependence, range(sizes, point.stride()));
    }
    return Surface.between(
        atSize(smaller.get().getValue(), point),
        atSize(larger.get().getValue(), point),
        Surface.share(smaller.get().getKey(), larger.get().getKey(), point.words()));
  }

  private static Optional<Map.Entry<Long, NavigableMap<Integer, Surface>>> firstWithStride(
      NavigableMap<Long, NavigableMap<Integer, Surface>> sizes, ProbePoint point) {
    return sizes.entrySet().stream()
        .filter(size -> hasStride(size.getValue(), point.stride()))
        .findFirst();
  }

  private static boolean hasStride(NavigableMap<Integer, Surface> strides, int stride) {
    return strides.firstKey() <= stride && strides.lastKey() >= stride;
  }

  /** What there is for a stride, or which strides there are. */
  private static String range(
      NavigableMap<Long, NavigableMap<Integer, Surface>> sizes, int stride) {
    List<Long> words =
        sizes.keySet().stream().filter(size -> hasStride(sizes.get(size), stride)).toList();
    return words.isEmpty()
        ? "strides " + strides(sizes)
        : "M from %d to %d words for that stride"
            .formatted(words.get(0), words.get(words.size() - 1));
  }

  private static double atSize(NavigableMap<Integer, Surface> strides, ProbePoint point) {
    var narrow = strides.floorEntry(point.stride());
    var wide = strides.ceilingEntry(point.stride());
    return Surface.between(
        atStride(narrow.getValue(), point),
        atStride(wide.getValue(), point),
        Surface.share(narrow.getKey(), wide.getKey(), point.stride()));
  }

  private static double atStride(Surface surface, ProbePoint point) {
    double longest = (double) surface.words() / surface.stride();
    return surface.cost(point.alpha(), Math.min(point.length(), longest));
  }

  private static String strides(NavigableMap<Long, NavigableMap<Integer, Surface>> sizes) {
    int first = sizes.values().stream().mapToInt(NavigableMap::firstKey).min().orElseThrow();
    int last = sizes.values().stream().mapToInt(NavigableMap::lastKey).max().orElseThrow();
    return "from %d to %d".formatted(first, last);
  }

  private static OutsideSurfaceException outside(
      ProbePoint point, Operation operation, Dependence dependence, String measured) {
    return new OutsideSurfaceException(
        ("the cost of M = %d words, L = %d, stride %d, alpha %s, %s %s is not known: "
                + "measured were %s; measure a grid that has it")
            .formatted(
                point.words(),
                point.length(),
                point.stride(),
                point.alpha(),
                dependence,
                operation,
                measured));
  }
}
