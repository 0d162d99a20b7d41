package org.tslmap.collector.wire;

import java.util.Optional;

/** The kinds of frames and the limits that hold before a frame's content is looked at. */
public enum FrameType {
  /** {@link Hello}. */
  HELLO(1),
  /** {@link ObjectFile}. */
  OBJECT(2),
  /** {@link FunctionSymbol}. */
  FUNCTION(3),
  /** {@link Sites}. */
  SITES(4),
  /** {@link BlockDescriptor}. */
  BLOCK(5),
  /** {@link Events}. */
  EVENTS(6),
  /** {@link ThreadChange}. */
  THREAD(7),
  /** {@link Mapping}. */
  MAPPING(8),
  /** {@link Mark}. */
  MARK(9),
  /** {@link End}. */
  END(10),
  /** {@link HeapEvent}. */
  HEAP(11),
  /** {@link DataName}. */
  NAME(12),
  /** {@link ThreadPointer}. */
  THREAD_POINTER(13),
  /** {@link ThreadBlock}. */
  THREAD_BLOCK(14),
  /** {@link WatchedVariable}. */
  WATCHED_VARIABLE(15),
  /** {@link CallStack}. */
  STACK(16),
  /** {@link Burst}. */
  BURST(17),
  /** {@link Picks}. */
  PICKS(18),
  /** {@link SiteCounts}. */
  COUNTS(19),
  /** {@link SampledPart}. */
  SAMPLED(20),
  /** {@link CodeFlow}. */
  FLOW(21),
  /** {@link BlockValues}. */
  VALUES(22),
  /** {@link ComputedOperations}. */
  OPERATIONS(23),
  /** {@link FunctionState}. */
  FILTER(24),
  /** {@link CountedCode}. */
  COUNTED(25),
  /** {@link Epoch}. */
  EPOCH(26),
  /** {@link ExecutedCode}. */
  EXECUTED(27),
  /** {@link CodePassages}. */
  PASSAGES(28),
  /** {@link Pause}. */
  PAUSE(29),
  /** {@link CostRequest}. */
  COST(30);

  /** Bytes before a frame's payload. */
  public static final int HEADER_BYTES = 8;

  /** Bytes a payload may have. */
  public static final int MAX_PAYLOAD_BYTES = 1 << 24;

  private static final FrameType[] TYPES = values();

  private final int code;

  FrameType(int code) {
    this.code = code;
  }

  /** The number on the wire. */
  public int code() {
    return code;
  }

  /** The type with this number, if there is one. */
  public static Optional<FrameType> of(int code) {
    return code < 1 || code > TYPES.length ? Optional.empty() : Optional.of(TYPES[code - 1]);
  }

  /**
   * Checks a frame's header.
   *
   * @param header the 8 bytes, as a little-endian number
   * @return the frame's type
   * @throws WireException if the type is unknown or the length impossible
   */
  public static FrameType check(long header) throws WireException {
    long length = payloadBytes(header);
    int code = (int) (header >>> 32) & 0xFFFF;
    if (code < 1 || code > TYPES.length) {
      throw new WireException(
          "expected a frame of type 1 to %d, found type %d; the sender is no tslmap tool, or of"
                  .formatted(TYPES.length, code)
              + " another version");
    }
    FrameType type = TYPES[code - 1];
    if (length > MAX_PAYLOAD_BYTES) {
      throw new WireException(
          "expected a %s frame of at most %d bytes, found a length of %d; the stream is damaged"
              .formatted(type, MAX_PAYLOAD_BYTES, length));
    }
    if (length % 8 != 0) {
      throw new WireException(
          "expected a %s frame whose length is a multiple of 8, found %d; the stream is damaged"
              .formatted(type, length));
    }
    if (header >>> 48 != 0) {
      throw new WireException(
          "expected zero in the reserved bytes of a %s frame's header, found %d; the stream is"
                  .formatted(type, header >>> 48)
              + " damaged");
    }
    if (type == EVENTS && length < 8) {
      throw new WireException(
          "expected an EVENTS frame of at least 8 bytes, found 0; the stream is damaged");
    }
    return type;
  }

  /** The payload length in a frame's header, 0..2^32-1, unchecked. */
  public static long payloadBytes(long header) {
    return header & 0xFFFF_FFFFL;
  }
}
