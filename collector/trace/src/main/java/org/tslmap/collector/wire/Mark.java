package org.tslmap.collector.wire;

/**
 * Something that happened at one point of the stream.
 *
 * @param position event words sent before
 * @param kind what happened
 * @param value of a region, its first address; of a handler, where its return address is; of the
 *     beginning of the stretch, the accesses before, {@link #NOT_COUNTED} if they are not known
 * @param value2 of a region, its length in bytes; of a handler, its thread; of the stretch,
 *     milliseconds since the process started
 * @param text of a region, its symbol; of a phase, its name (empty: the phase before ends and none
 *     begins); of another program, its file
 */
public record Mark(long position, Kind kind, long value, long value2, String text)
    implements PlacedFrame {
  /** Accesses before the stretch that nobody has counted. */
  public static final long NOT_COUNTED = -1;

  /** What a mark says. */
  public enum Kind {
    /** The program tried to replace itself, failed, and goes on. */
    EXEC_FAILED,
    /** Tracing is switched on. */
    TRACING_ON,
    /** Tracing is switched off. */
    TRACING_OFF,
    /** Tracing is narrowed to a region of memory. */
    REGION,
    /** A phase of the program begins, or ends. */
    PHASE,
    /** A signal's handler begins. */
    SIGNAL,
    /** The process is about to replace itself by another program. */
    EXEC,
    /** The stretch to be measured begins. */
    STRETCH_BEGINS,
    /** The stretch to be measured ends. */
    STRETCH_ENDS
  }
}
