package org.tslmap.collector.gate;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.tslmap.collector.report.CacheSize;
import org.tslmap.locality.score.Measure;

/**
 * How much worse a metric may become.
 *
 * @param function of which function, none for all
 * @param metric its key or its family
 * @param amount how much is allowed, 0 or more; infinite if it is not judged
 * @param relative whether that is a share of the value before
 * @param given as the user wrote it; empty for one that holds if nothing is said
 */
public record Limit(
    Optional<String> function, String metric, double amount, boolean relative, String given) {

  /** The function may be any text; metrics have no slash, and colons only in names of caches. */
  private static final Pattern FORM =
      Pattern.compile(
          "(?:(.+)/)?([^/:@]+(?:@[^/]+)?):(?:([+-])([0-9]{1,15}(?:\\.[0-9]{1,9})?)(%?)|(off))");

  /** A metric of a cache, with its ways or without. */
  private static final Pattern CACHE = Pattern.compile("([^@]*@)([^:]*)((?::.*)?)");

  /** One that holds if the user says nothing. */
  static Limit usual(String metric, Measure.Margin margin) {
    return new Limit(Optional.empty(), metric, margin.amount(), margin.relative(), "");
  }

  /**
   * Reads {@code [FUNCTION/]METRIC:AMOUNT}.
   *
   * @throws IllegalArgumentException if it has another form; says what was expected
   */
  public static Limit parse(String text) {
    Matcher limit = FORM.matcher(text);
    if (!limit.matches()) {
      throw new IllegalArgumentException(
          "expected [FUNCTION/]METRIC:AMOUNT such as misses@32K:+2%, tl:-0.01, multiply/accesses:+0"
              + " or footprint:off, found '"
              + text
              + "'");
    }
    boolean off = limit.group(6) != null;
    boolean relative = !off && !limit.group(5).isEmpty();
    double amount =
        off ? Double.POSITIVE_INFINITY : Double.parseDouble(limit.group(4)) / (relative ? 100 : 1);
    Limit read =
        new Limit(
            Optional.ofNullable(limit.group(1)), metric(limit.group(2)), amount, relative, text);
    if (!off && read.falls() != limit.group(3).equals("-")) {
      throw new IllegalArgumentException(
          "%s gets worse when it %s: expected %s:%s..., found '%s'"
              .formatted(
                  read.metric,
                  read.falls() ? "falls" : "grows",
                  read.metric,
                  read.falls() ? "-" : "+",
                  text));
    }
    return read;
  }

  /** The name of a metric, with the size of a cache as baselines write it. */
  private static String metric(String name) {
    Matcher cache = CACHE.matcher(name);
    return cache.matches()
        ? CacheSize.of(cache.group(2))
            .map(size -> cache.group(1) + size.label() + cache.group(3))
            .orElse(name)
        : name;
  }

  /** Whether it is about something that gets worse by falling. */
  private boolean falls() {
    return Metric.scores().stream()
        .anyMatch(
            one -> one.key().equalsIgnoreCase(metric) || one.family().equalsIgnoreCase(metric));
  }

  /** Whether the user has not given it. */
  boolean isUsual() {
    return given.isEmpty();
  }

  /** How much worse than this value is allowed. */
  double allowed(double before) {
    return relative ? amount * Math.abs(before) : amount;
  }

  /** The amount for people. */
  String text() {
    String number =
        relative
            ? Double.toString(Math.rint(1e6 * amount * 100) / 1e6).replaceAll("\\.0$", "") + "%"
            : Double.toString(amount).replaceAll("\\.0$", "");
    return (falls() ? "-" : "+") + number;
  }
}
