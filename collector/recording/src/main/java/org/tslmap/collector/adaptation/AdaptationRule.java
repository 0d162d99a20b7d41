package org.tslmap.collector.adaptation;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.tslmap.collector.names.NamePattern;

/**
 * Which functions are only counted, decided while a program runs.
 *
 * @param kind by what
 * @param limit accesses per call: less than these, or so many less than the mean; 0 of {@link
 *     Kind#HARMLESS}
 * @param keep functions that are always recorded
 */
public record AdaptationRule(Kind kind, long limit, List<NamePattern> keep) {

  /** The tool's options that say so. */
  public static final String RULE = "--tsl-adapt=";

  /** Likewise. */
  public static final String KEEP = "--tsl-adapt-keep=";

  private static final Pattern FORM =
      Pattern.compile("harmless|(absolute|relative):([1-9]\\d{0,11})");

  /** What a function is judged by. */
  public enum Kind {
    /** Its accesses seldom wait for memory, and its scores no longer move. */
    HARMLESS,
    /** It makes fewer accesses per call than a limit. */
    ABSOLUTE,
    /** It makes so many fewer accesses per call than functions on average. */
    RELATIVE
  }

  /** Keeps the list unmodifiable. */
  public AdaptationRule {
    keep = List.copyOf(keep);
  }

  /** The rule among a tool's options; empty if there is none. */
  public static Optional<AdaptationRule> of(List<String> options) {
    List<NamePattern> keep = given(options, KEEP).map(NamePattern::new).toList();
    return given(options, RULE).reduce((one, last) -> last).flatMap(text -> parse(text, keep));
  }

  private static Stream<String> given(List<String> options, String option) {
    return options.stream()
        .filter(given -> given.startsWith(option))
        .map(given -> given.substring(option.length()));
  }

  /** Reads {@code harmless}, {@code absolute:N} or {@code relative:N}; empty if it is none. */
  public static Optional<AdaptationRule> parse(String text, List<NamePattern> keep) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      return Optional.empty();
    }
    Kind kind =
        text.equals("harmless")
            ? Kind.HARMLESS
            : Kind.valueOf(form.group(1).toUpperCase(Locale.ROOT));
    return Optional.of(
        new AdaptationRule(kind, kind == Kind.HARMLESS ? 0 : Long.parseLong(form.group(2)), keep));
  }
}
