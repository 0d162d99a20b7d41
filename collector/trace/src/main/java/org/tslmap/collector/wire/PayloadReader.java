package org.tslmap.collector.wire;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.tslmap.collector.names.ByteText;

/** Reads the fields of one payload; every bound is checked before it is used. */
final class PayloadReader {
  private final FrameType type;
  private final ByteBuffer payload;

  PayloadReader(FrameType type, byte[] payload) {
    this.type = type;
    this.payload = ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN);
  }

  int u8(String field) throws WireException {
    return need(1, field).get() & 0xFF;
  }

  int u16(String field) throws WireException {
    return need(2, field).getShort() & 0xFFFF;
  }

  int i32(String field) throws WireException {
    return need(4, field).getInt();
  }

  /** A number that must fit Java's int, which every count, id and process number does. */
  int u31(String field) throws WireException {
    int value = i32(field);
    if (value < 0) {
      throw invalid(field, "a number in 0..2^31-1", Integer.toUnsignedString(value));
    }
    return value;
  }

  long i64(String field) throws WireException {
    return need(8, field).getLong();
  }

  String str(String field) throws WireException {
    int bytes = u31(field);
    need(bytes, field);
    String text =
        ByteText.shown(
            ByteText.of(payload.array(), payload.arrayOffset() + payload.position(), bytes));
    payload.position(payload.position() + bytes);
    if (text.indexOf('\0') >= 0) { // no text of a program has one, and no path can
      throw invalid(field, "text", "a zero byte in it");
    }
    return text;
  }

  List<String> strings(String field) throws WireException {
    int count = u31(field);
    if (count > payload.remaining() / 4) {
      throw invalid(field, "at most " + payload.remaining() / 4 + " strings", "" + count);
    }
    List<String> list = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      list.add(str(field));
    }
    return list;
  }

  /** Checks that this many records of this size follow. */
  void needRecords(int count, int bytes, String field) throws WireException {
    if (count > payload.remaining() / bytes) {
      throw invalid(field, "at most " + payload.remaining() / bytes + " records", "" + count);
    }
  }

  /** Bytes that follow. */
  int remaining() {
    return payload.remaining();
  }

  void skip(int bytes, String field) throws WireException {
    need(bytes, field);
    payload.position(payload.position() + bytes);
  }

  /** Whether fields follow; padding alone is less. */
  boolean hasMore() {
    return payload.remaining() >= Long.BYTES;
  }

  /** Checks that nothing but padding is left. */
  void end() throws WireException {
    if (payload.remaining() >= 8) {
      throw new WireException(
          "%s frame: expected its %d bytes to be %d with padding; the stream is damaged or of"
                  .formatted(type, payload.capacity(), payload.position())
              + " another version");
    }
    while (payload.hasRemaining()) {
      byte found = payload.get();
      if (found != 0) {
        throw invalid("padding", "zero", "" + (found & 0xFF));
      }
    }
  }

  WireException invalid(String field, String expected, String found) {
    return new WireException(
        "%s frame, field %s: expected %s, found %s; the stream is damaged or of another version"
            .formatted(type, field, expected, found));
  }

  private ByteBuffer need(int bytes, String field) throws WireException {
    if (payload.remaining() < bytes) {
      throw new WireException(
          "%s frame: expected %d bytes of field %s at byte %d, found %d; the stream is damaged"
              .formatted(type, bytes, field, payload.position(), payload.remaining()));
    }
    return payload;
  }
}
