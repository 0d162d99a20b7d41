package org.tslmap.locality;

/**
 * Strides of one stream of places: the smallest difference of an access's place to those of the
 * {@code window} accesses before it.
 *
 * <p>Weinberg, McCracken, Strohmaier, Snavely, "Quantifying Locality in the Memory Access Patterns
 * of HPC Applications", SC'05.
 */
final class StrideWindow {
  private final int imax;
  private final long[] previous;
  private long accesses;

  StrideWindow(int window, int imax) {
    this.imax = imax;
    previous = new long[window];
  }

  /** The stride of the next access, {@code imax} for none or any larger one. */
  int access(long place) {
    int known = (int) Math.min(accesses, previous.length);
    long least = imax;
    for (int i = 0; i < known; i++) {
      long other = previous[i];
      long stride = Long.compareUnsigned(place, other) < 0 ? other - place : place - other;
      if (Long.compareUnsigned(stride, least) < 0) {
        least = stride;
      }
    }
    previous[(int) (accesses++ % previous.length)] = place;
    return (int) least;
  }
}
