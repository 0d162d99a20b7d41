package org.tslmap.locality.pass;

import org.tslmap.locality.MetricParameters;

/**
 * What a labelling pass does.
 *
 * @param parameters whose words, lines and pages are counted
 * @param data whether labels are cells, of a site and a data object; otherwise they are sites
 * @param calls whether accesses have contexts
 * @param depth functions in a path at most
 * @param complete whether every block with an access comes
 * @param fromStart whether the first call that comes is the program's first
 * @param selects whether only some accesses are wanted, see {@link AccessPass#select}
 * @param runs whether batches tell which blocks made their accesses; not where only some are wanted
 * @param decoding what the caller wants to see of what was decoded
 */
public record PassOptions(
    MetricParameters parameters,
    boolean data,
    boolean calls,
    int depth,
    boolean complete,
    boolean fromStart,
    boolean selects,
    boolean runs,
    Decoding decoding) {

  /** What a caller sees of decoded accesses. */
  public enum Decoding {
    /** Nothing. */
    HIDDEN,
    /** All of them, before they are labelled. */
    SHOWN,
    /** All of them, and they are not labelled. */
    ONLY
  }

  /** A pass that decodes accesses, without labels. */
  public static PassOptions decodesOnly() {
    return new PassOptions(
        MetricParameters.defaults(), false, false, 1, true, false, false, false, Decoding.ONLY);
  }
}
