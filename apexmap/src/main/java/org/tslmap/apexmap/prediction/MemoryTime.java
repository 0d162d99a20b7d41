package org.tslmap.apexmap.prediction;

/**
 * What accesses wait for.
 *
 * @param near nanoseconds they would take if all were to the nearest cache
 * @param bandwidth nanoseconds that the lines they bring from beyond it would take in addition, if
 *     they came as fast as in a long sweep over as much memory
 * @param latency nanoseconds beyond both: what they wait since lines come one by one
 */
public record MemoryTime(double near, double bandwidth, double latency) {

  /** None. */
  static final MemoryTime NONE = new MemoryTime(0, 0, 0);

  /**
   * Parts a time.
   *
   * @param all nanoseconds in all
   * @param near nanoseconds if all were to the nearest cache, at most {@code all}
   * @param swept nanoseconds if all lines came in long sweeps
   */
  static MemoryTime of(double all, double near, double swept) {
    double bandwidth = Math.max(0, Math.min(swept, all) - near);
    return new MemoryTime(near, bandwidth, all - near - bandwidth);
  }

  /** The times of both. */
  MemoryTime plus(MemoryTime other) {
    return new MemoryTime(near + other.near, bandwidth + other.bandwidth, latency + other.latency);
  }

  /** The times of so many such accesses. */
  MemoryTime times(double accesses) {
    return times(accesses, accesses);
  }

  /** The times of so many such accesses in the nearest cache, and beyond it. */
  MemoryTime times(double nearAccesses, double farAccesses) {
    return new MemoryTime(nearAccesses * near, farAccesses * bandwidth, farAccesses * latency);
  }

  /** All of it. */
  public double all() {
    return near + bandwidth + latency;
  }
}
