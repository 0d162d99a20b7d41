package org.tslmap.plots;

/**
 * Accesses, or thousands, millions or billions of them.
 *
 * @param accesses what one stands for
 * @param title what an axis calls it
 */
record AccessUnit(long accesses, String title) {

  /** The one that suits an axis up to a number of accesses. */
  static AccessUnit of(long accesses) {
    if (accesses < 10_000) {
      return new AccessUnit(1, "accesses");
    }
    if (accesses < 10_000_000) {
      return new AccessUnit(1000, "thousand accesses");
    }
    if (accesses < 10_000_000_000L) {
      return new AccessUnit(1_000_000, "million accesses");
    }
    return new AccessUnit(1_000_000_000, "billion accesses");
  }
}
