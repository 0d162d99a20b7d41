package org.tslmap.locality.profile;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.tslmap.locality.Footprint;

/**
 * How much distinct memory the parts of a process touched. Footprints of parts do not add up, since
 * several parts can touch the same words.
 *
 * @param parts by grouping, all parts that made an access; empty when not measured
 * @param paths of call paths in which an access was made or called; empty when not measured
 */
public record Footprints(Map<Grouping, List<Part>> parts, List<Path> paths) {

  /** Not measured. */
  public static final Footprints NONE = new Footprints(Map.of(), List.of());

  /** Keeps both unmodifiable, and only groupings that have parts. */
  public Footprints {
    paths = List.copyOf(paths);
    parts =
        parts.entrySet().stream()
            .filter(grouping -> !grouping.getValue().isEmpty())
            .collect(
                Collectors.toUnmodifiableMap(
                    Map.Entry::getKey, grouping -> List.copyOf(grouping.getValue())));
  }

  /**
   * The footprint of all accesses that have the same key in a grouping.
   *
   * @param access one of them, as an index into {@link Attribution#accesses}
   * @param footprint distinct words and lines
   * @param oneOf 1 if these are exact; otherwise they are estimated from one of so many stretches
   *     of memory
   */
  public record Part(int access, Footprint footprint, long oneOf) {}

  /**
   * The footprint of a call path: of all nodes whose functions, and whose callers' functions, are
   * the same.
   *
   * @param node the first of these, as an index into {@link Attribution#calls}
   * @param own distinct words and lines of the path's own accesses
   * @param inclusive of these and those of everything that was called from there
   * @param oneOf 1 if both are exact; otherwise they are estimated from one of so many stretches of
   *     memory
   */
  public record Path(int node, Footprint own, Footprint inclusive, long oneOf) {}

  /** The parts of a grouping; empty if not measured. */
  public List<Part> of(Grouping grouping) {
    return parts.getOrDefault(grouping, List.of());
  }
}
