package org.tslmap.locality.profile;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Walks a JSON document key by key and says where something is not as expected. */
final class JsonFields {

  private static final String REMEDY =
      "the file is damaged or was written by something else; measure again or replay the trace";

  /** More than any object has that is read key by key. */
  private static final int MOST_KEYS = 256;

  private final JsonParser parser;
  private final Path file;

  /** Keys of the objects that are being read, by depth; a parser that looks costs half its time. */
  private String[][] keys = new String[0][];

  /** A bit for each of their hashes: few keys have to be compared. */
  private long[] hashes = new long[0];

  private final Longs longs = new Longs();

  JsonFields(JsonParser parser, Path file) {
    this.parser = parser;
    this.file = file;
  }

  /** What reads one element of a list, standing at its first token. */
  @FunctionalInterface
  interface Element<T> {
    T read() throws IOException;
  }

  /** Whole numbers that were read: the first so many of an array that holds more. */
  static final class Longs {
    long[] values = new long[64];
    int length;

    /** What was read, in an array of its own. */
    long[] copy() {
      return Arrays.copyOf(values, length);
    }

    private void add(long value) {
      if (length == values.length) {
        values = Arrays.copyOf(values, 2 * length);
      }
      values[length++] = value;
    }
  }

  void next() throws IOException {
    parser.nextToken();
  }

  /** Bytes of the file before the token that was read last. */
  long tokenStart() {
    return parser.currentTokenLocation().getByteOffset();
  }

  /** Bytes of the file that have been read. */
  long position() {
    return parser.currentLocation().getByteOffset();
  }

  boolean at(JsonToken token) {
    return parser.currentToken() == token;
  }

  /** Steps to the next key of the current object, which it has once; false at its end. */
  boolean nextKey() throws IOException {
    if (parser.nextToken() != JsonToken.FIELD_NAME) {
      return false;
    }
    JsonStreamContext place = parser.getParsingContext();
    notTwice(parser.currentName(), place.getNestingDepth(), place.getCurrentIndex());
    return true;
  }

  private void notTwice(String key, int depth, int index) throws IOException {
    if (index >= MOST_KEYS) {
      throw invalid("expected at most %d keys of an object, but found more".formatted(MOST_KEYS));
    }
    if (depth >= keys.length) {
      keys = Arrays.copyOf(keys, depth + 1);
      hashes = Arrays.copyOf(hashes, depth + 1);
    }
    if (keys[depth] == null) {
      keys[depth] = new String[MOST_KEYS];
    }
    String[] before = keys[depth];
    long seen = index == 0 ? 0 : hashes[depth];
    long hash = 1L << key.hashCode();
    if ((seen & hash) != 0 && Arrays.asList(before).subList(0, index).contains(key)) {
      throw invalid("expected the key %s once, but found it again".formatted(key));
    }
    before[index] = key;
    hashes[depth] = seen | hash;
  }

  String key() throws IOException {
    return parser.currentName();
  }

  /** Passes over the current key's value. */
  void skip() throws IOException {
    parser.nextToken();
    parser.skipChildren();
  }

  /** Enters the object that is the current key's value. */
  void nextObject() throws IOException {
    parser.nextToken();
    startObject();
  }

  /** Checks that an object starts here. */
  void startObject() throws IOException {
    expect(JsonToken.START_OBJECT, "an object");
  }

  <T> List<T> list(Element<T> element) throws IOException {
    parser.nextToken();
    expect(JsonToken.START_ARRAY, "an array");
    List<T> values = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      values.add(element.read());
    }
    return values;
  }

  /** The whole numbers of an array; the next array that is read takes their place. */
  Longs longs() throws IOException {
    parser.nextToken();
    expect(JsonToken.START_ARRAY, "an array");
    longs.length = 0;
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      expect(JsonToken.VALUE_NUMBER_INT, "a whole number");
      longs.add(parser.getLongValue());
    }
    return longs;
  }

  /** The same of strides and their counts in turn. */
  Longs pairs() throws IOException {
    longs();
    if (longs.length % 2 != 0) {
      throw invalid("expected pairs of stride and count, but found an odd number");
    }
    return longs;
  }

  double[] doubles() throws IOException {
    parser.nextToken();
    expect(JsonToken.START_ARRAY, "an array");
    double[] values = new double[16];
    int count = 0;
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      if (!at(JsonToken.VALUE_NUMBER_INT)) {
        expect(JsonToken.VALUE_NUMBER_FLOAT, "a number");
      }
      if (count == values.length) {
        values = Arrays.copyOf(values, 2 * count);
      }
      values[count++] = parser.getDoubleValue();
    }
    return Arrays.copyOf(values, count);
  }

  String text() throws IOException {
    parser.nextToken();
    return textHere();
  }

  String textHere() throws IOException {
    expect(JsonToken.VALUE_STRING, "a text");
    String text = parser.getText();
    if (text.indexOf('\0') >= 0) { // no path can have one
      throw invalid("expected a text for the key " + key() + ", but found a zero character in it");
    }
    return text;
  }

  int intValue() throws IOException {
    parser.nextToken();
    return intHere();
  }

  int intHere() throws IOException {
    expect(JsonToken.VALUE_NUMBER_INT, "a whole number");
    return parser.getIntValue();
  }

  long longValue() throws IOException {
    parser.nextToken();
    return longHere();
  }

  long longHere() throws IOException {
    expect(JsonToken.VALUE_NUMBER_INT, "a whole number");
    return parser.getLongValue();
  }

  /** A whole number that is not negative. */
  long count() throws IOException {
    long value = longValue();
    notNegative(value);
    return value;
  }

  /** The place of something in a list, from 0 on. */
  int index() throws IOException {
    int value = intValue();
    notNegative(value);
    return value;
  }

  private void notNegative(long value) throws IOException {
    if (value < 0) {
      throw invalid(
          "expected a number that is not negative for the key %s, but found %d"
              .formatted(key(), value));
    }
  }

  double number() throws IOException {
    parser.nextToken();
    if (!at(JsonToken.VALUE_NUMBER_INT)) {
      expect(JsonToken.VALUE_NUMBER_FLOAT, "a number");
    }
    return parser.getDoubleValue();
  }

  OptionalInt optionalInt() throws IOException {
    if (parser.nextToken() == JsonToken.VALUE_NULL) {
      return OptionalInt.empty();
    }
    expect(JsonToken.VALUE_NUMBER_INT, "a whole number or null");
    return OptionalInt.of(parser.getIntValue());
  }

  OptionalLong optionalLong() throws IOException {
    if (parser.nextToken() == JsonToken.VALUE_NULL) {
      return OptionalLong.empty();
    }
    expect(JsonToken.VALUE_NUMBER_INT, "a whole number or null");
    return OptionalLong.of(parser.getLongValue());
  }

  boolean flag() throws IOException {
    parser.nextToken();
    if (!at(JsonToken.VALUE_TRUE) && !at(JsonToken.VALUE_FALSE)) {
      throw unexpected("true or false");
    }
    return parser.getBooleanValue();
  }

  ProfileFormatException missing(String key) {
    return error("expected the key " + key + " but it is missing", REMEDY);
  }

  ProfileFormatException invalid(String what) {
    return error(what, REMEDY);
  }

  ProfileFormatException invalid(RuntimeException e) {
    return error(e.getMessage(), REMEDY);
  }

  ProfileFormatException error(String what, String remedy) {
    return new ProfileFormatException(
        "%s, line %d: %s; %s.".formatted(file, parser.currentLocation().getLineNr(), what, remedy));
  }

  private void expect(JsonToken token, String what) throws IOException {
    if (!at(token)) {
      throw unexpected(what);
    }
  }

  private ProfileFormatException unexpected(String what) throws IOException {
    String found = at(null) ? "the end of the file" : parser.getText();
    String key = parser.currentName();
    return error(
        "expected %s%s, but found %s"
            .formatted(what, key == null ? "" : " for the key " + key, found),
        REMEDY);
  }
}
