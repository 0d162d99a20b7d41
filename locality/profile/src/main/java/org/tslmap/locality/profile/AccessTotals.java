package org.tslmap.locality.profile;

import java.util.Locale;
import java.util.Optional;

/**
 * How much was counted, by whom.
 *
 * @param accesses accesses that were scored or counted, loads and stores together
 * @param loads loads among them
 * @param stores stores among them
 * @param made accesses that the program made for these: fewer where {@link
 *     org.tslmap.locality.WideAccesses#WORDS wide ones count for each word}
 * @param counted accesses among them that were only counted, and have no score or an estimated one
 * @param estimated accesses among the counted ones whose reuse distances and strides are scaled
 *     from what was recorded of the same functions
 * @param warm accesses among the counted ones that were recorded, but not scored: they are in the
 *     history of later ones
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
    long made,
    long counted,
    long estimated,
    long warm,
    long toolAccesses,
    long storedAccesses,
    long blocks,
    long eventWords) {

  /** Accesses that count once each. */
  public AccessTotals(
      long accesses,
      long loads,
      long stores,
      long toolAccesses,
      long storedAccesses,
      long blocks,
      long eventWords) {
    this(
        accesses,
        loads,
        stores,
        accesses,
        0,
        0,
        0,
        toolAccesses,
        storedAccesses,
        blocks,
        eventWords);
  }

  /** No access at all. */
  public static final AccessTotals NONE = new AccessTotals(0, 0, 0, 0, 0, 0, 0);

  /** Accesses that the program made for those that were recorded. */
  public long recorded() {
    return made - counted + warm;
  }

  /** Whether the stored trace has all that was recorded. */
  public boolean isStoredWhole() {
    return storedAccesses >= recorded();
  }

  /** Whether the stored trace has the first accesses alone. */
  public boolean isStoredInPart() {
    return storedAccesses > 0 && !isStoredWhole();
  }

  /** How many more are scored than were made, since wide ones count for each word. */
  public long more() {
    return accesses - made;
  }

  /** Accesses of the program that were left out, since the run was narrowed; 0 if not known. */
  public long leftOut() {
    return Math.max(0, toolAccesses - made);
  }

  /** Of how many counted accesses scores are estimated, in words; nothing if of none. */
  public Optional<String> estimate() {
    return estimated == 0
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "scores of %,d counted accesses are estimated from what was recorded of the same functions",
                estimated));
  }

  /** The sums of both. */
  public AccessTotals plus(AccessTotals other) {
    return new AccessTotals(
        accesses + other.accesses,
        loads + other.loads,
        stores + other.stores,
        made + other.made,
        counted + other.counted,
        estimated + other.estimated,
        warm + other.warm,
        toolAccesses + other.toolAccesses,
        storedAccesses + other.storedAccesses,
        blocks + other.blocks,
        eventWords + other.eventWords);
  }
}
