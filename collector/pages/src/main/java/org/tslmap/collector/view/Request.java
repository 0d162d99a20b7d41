package org.tslmap.collector.view;

import io.netty.handler.codec.http.QueryStringDecoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a page asks for.
 *
 * @param path the path's parts between slashes, each decoded by itself, so that a slash within one
 *     stays within it; empty for the root
 * @param parameters what follows the question mark
 */
record Request(List<String> path, Map<String, List<String>> parameters) {

  /**
   * Takes a request's address apart.
   *
   * @throws IllegalArgumentException if it is not well-formed
   */
  static Request of(String uri) {
    QueryStringDecoder decoder = new QueryStringDecoder(uri);
    List<String> parts = new ArrayList<>();
    String raw = decoder.rawPath();
    if (!raw.startsWith("/")) {
      throw new IllegalArgumentException("expected a path that begins with a slash, found " + raw);
    }
    if (raw.length() > 1) {
      for (String part : raw.substring(1).split("/", -1)) {
        parts.add(QueryStringDecoder.decodeComponent(part.replace("+", "%2B")));
      }
    }
    return new Request(List.copyOf(parts), decoder.parameters());
  }

  /** A parameter's first value. */
  Optional<String> text(String name) {
    List<String> values = parameters.get(name);
    return values == null || values.isEmpty() ? Optional.empty() : Optional.of(values.get(0));
  }

  /**
   * A parameter that must be a whole number.
   *
   * @throws IllegalArgumentException if it is missing, none, or out of range
   */
  long number(String name, long least, long most) {
    String value =
        text(name)
            .orElseThrow(
                () ->
                    new IllegalArgumentException("expected a number as " + name + ", found none"));
    try {
      long number = Long.parseLong(value);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw new IllegalArgumentException(
        "expected %s to be a whole number in %d..%d, found '%s'"
            .formatted(name, least, most, value));
  }

  /**
   * A parameter that must be a fraction.
   *
   * @throws IllegalArgumentException if it is missing, none, or not in 0..1
   */
  double fraction(String name) {
    String value = text(name).orElse("");
    try {
      double number = Double.parseDouble(value);
      if (number >= 0 && number <= 1) {
        return number;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw new IllegalArgumentException(
        "expected %s to be a number in 0..1, found '%s'".formatted(name, value));
  }
}
