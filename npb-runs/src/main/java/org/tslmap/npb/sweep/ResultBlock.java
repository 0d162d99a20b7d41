package org.tslmap.npb.sweep;

import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a benchmark prints about itself at its end, in the form of NPB 1 to 3 and of this module's
 * own benchmarks.
 *
 * @param verification what it says of its results, or empty if it says nothing
 * @param seconds what it says its timed part took
 */
record ResultBlock(String verification, OptionalDouble seconds) {

  private static final String SUCCESS = "SUCCESSFUL";
  private static final Pattern VERIFICATION =
      Pattern.compile("^\\s*Verification\\s*=\\s*(\\S.*?)\\s*$", Pattern.MULTILINE);
  private static final Pattern SECONDS =
      Pattern.compile("^\\s*Time in seconds\\s*=\\s*([0-9.eE+-]+)\\s*$", Pattern.MULTILINE);

  /** Finds it in the output; the last one counts. */
  static ResultBlock in(String output) {
    String verification = last(VERIFICATION.matcher(output));
    String seconds = last(SECONDS.matcher(output));
    try {
      return new ResultBlock(
          verification,
          seconds.isEmpty()
              ? OptionalDouble.empty()
              : OptionalDouble.of(Double.parseDouble(seconds)));
    } catch (NumberFormatException e) {
      return new ResultBlock(verification, OptionalDouble.empty());
    }
  }

  private static String last(Matcher matcher) {
    String found = "";
    while (matcher.find()) {
      found = matcher.group(1);
    }
    return found;
  }

  /** Why the results cannot be trusted; empty if the benchmark says they are right. */
  String failure() {
    if (verification.isEmpty()) {
      return "it printed no line \"Verification = " + SUCCESS + "\"";
    }
    return verification.equals(SUCCESS) ? "" : "it does not verify: Verification = " + verification;
  }
}
