package org.tslmap.locality.profile;

/**
 * How much was counted, by whom.
 *
 * @param accesses accesses that were scored, loads and stores together
 * @param loads loads among them
 * @param stores stores among them
 * @param toolAccesses accesses the tool itself says the program made, those that were left out in a
 *     narrowed run too, but not those after a {@link Stretch} or, when it began after a time,
 *     before it; 0 when the end was not seen
 * @param storedAccesses accesses in the stored trace, 0 without one
 * @param blocks executed blocks of the event stream
 * @param eventWords words of the event stream, headers included
 */
public record AccessTotals(
    long accesses,
    long loads,
    long stores,
    long toolAccesses,
    long storedAccesses,
    long blocks,
    long eventWords) {

  /** No access at all. */
  public static final AccessTotals NONE = new AccessTotals(0, 0, 0, 0, 0, 0, 0);

  /** Accesses of the program that were left out, since the run was narrowed; 0 if not known. */
  public long leftOut() {
    return Math.max(0, toolAccesses - accesses);
  }

  /** The sums of both. */
  public AccessTotals plus(AccessTotals other) {
    return new AccessTotals(
        accesses + other.accesses,
        loads + other.loads,
        stores + other.stores,
        toolAccesses + other.toolAccesses,
        storedAccesses + other.storedAccesses,
        blocks + other.blocks,
        eventWords + other.eventWords);
  }
}
