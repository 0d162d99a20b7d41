package org.tslmap.collector.session;

/**
 * How far sessions have come.
 *
 * @param accesses accesses decoded
 * @param temporal TL at word granularity, times accesses
 * @param spatial SL at word granularity, times accesses
 * @param traceBytes bytes of encoded trace written
 */
record SessionProgress(long accesses, double temporal, double spatial, long traceBytes) {
  static final SessionProgress NONE = new SessionProgress(0, 0, 0, 0);

  SessionProgress plus(SessionProgress other) {
    return new SessionProgress(
        accesses + other.accesses,
        temporal + other.temporal,
        spatial + other.spatial,
        traceBytes + other.traceBytes);
  }
}
