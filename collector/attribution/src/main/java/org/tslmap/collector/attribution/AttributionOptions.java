package org.tslmap.collector.attribution;

import java.util.List;
import org.tslmap.collector.names.NamePattern;

/**
 * What accesses are attributed to besides code.
 *
 * @param data whether to data objects
 * @param callDepth functions in a call path at most, 0 for no call paths
 * @param wrappers functions that heap blocks are not called after, besides those that are known to
 *     allocate for others
 */
public record AttributionOptions(boolean data, int callDepth, List<NamePattern> wrappers) {

  /** Functions in a call path, when nothing else is said. */
  public static final int DEFAULT_CALL_DEPTH = 64;

  /** Code only. */
  public static final AttributionOptions CODE = new AttributionOptions(false, 0);

  /** Data objects and call paths. */
  public static final AttributionOptions ALL = new AttributionOptions(true, DEFAULT_CALL_DEPTH);

  /**
   * Checks the depth, and keeps the list unmodifiable.
   *
   * @throws IllegalArgumentException if it is negative
   */
  public AttributionOptions {
    if (callDepth < 0) {
      throw new IllegalArgumentException(
          "the depth of call paths must be 0 or more, but is " + callDepth);
    }
    wrappers = List.copyOf(wrappers);
  }

  /** The same with only the wrappers that are known. */
  public AttributionOptions(boolean data, int callDepth) {
    this(data, callDepth, List.of());
  }

  /** The same with call paths of this depth. */
  public AttributionOptions withCallDepth(int other) {
    return new AttributionOptions(data, other, wrappers);
  }

  /** Whether there is nothing to do besides. */
  public boolean isCodeOnly() {
    return !data && !calls();
  }

  /** Whether accesses are attributed to call paths. */
  public boolean calls() {
    return callDepth > 0;
  }
}
