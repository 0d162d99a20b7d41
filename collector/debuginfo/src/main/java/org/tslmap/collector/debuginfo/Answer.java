package org.tslmap.collector.debuginfo;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Reads what the native side answers, in the order {@code tsl_answer.h} describes. */
final class Answer {

  private final ByteBuffer bytes;

  Answer(byte[] bytes) {
    this.bytes = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  boolean more() {
    return bytes.hasRemaining();
  }

  int number() {
    return bytes.getInt();
  }

  long longNumber() {
    return bytes.getLong();
  }

  boolean flag() {
    return bytes.get() != 0;
  }

  String text() {
    byte[] text = new byte[bytes.getInt()];
    bytes.get(text);
    return new String(text, StandardCharsets.UTF_8);
  }

  /** As many things as a count says, which comes first. */
  <T> List<T> list(Supplier<T> element) {
    int count = number();
    List<T> list = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      list.add(element.get());
    }
    return list;
  }

  /** Things up to the end. */
  <T> List<T> rest(Supplier<T> element) {
    List<T> list = new ArrayList<>();
    while (more()) {
      list.add(element.get());
    }
    return list;
  }

  DataType type() {
    return new DataType(number(), text(), longNumber(), longNumber(), list(this::longNumber));
  }

  StaticVariable staticVariable() {
    return new StaticVariable(
        text(), longNumber(), longNumber(), type(), text(), text(), text(), number(), flag());
  }

  DefinedFunction function() {
    return new DefinedFunction(text(), longNumber(), longNumber(), text(), number());
  }

  LocalVariable localVariable() {
    return new LocalVariable(
        text(),
        text(),
        longNumber(),
        longNumber(),
        type(),
        flag(),
        text(),
        number(),
        list(() -> new PcRange(longNumber(), longNumber())));
  }

  FrameLayout frame() {
    return new FrameLayout(function(), rest(this::localVariable));
  }

  InlineFrame inlineFrame() {
    return new InlineFrame(text(), text(), number(), text(), number(), number(), signature());
  }

  Signature signature() {
    return new Signature(flag(), flag(), flag(), flag(), flag(), flag(), flag(), flag());
  }

  SourceLine line() {
    return new SourceLine(text(), number(), number());
  }

  Member member() {
    return new Member(text(), text(), longNumber(), longNumber());
  }
}
