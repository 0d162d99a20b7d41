package org.tslmap.locality.profile;

import java.util.List;
import java.util.regex.Pattern;

/** Which options narrow a run, so that only a part of the program's accesses forms the stream. */
public final class Narrowing {
  private static final String LEAVING_OUT =
      "--tsl-((fn|lines|region|toggle|watch|start-after)=|atstart=no$)";

  private static final Pattern BY_ADDRESS = Pattern.compile("--tsl-(watch|region)=");

  private static final Pattern FILTERS = Pattern.compile("--tsl-(skip(-\\w+)?|filter|adapt)=");

  private static final Pattern LEAVES_OUT = Pattern.compile(LEAVING_OUT + "|" + FILTERS);

  private static final Pattern SELECTS =
      Pattern.compile(
          LEAVING_OUT + "|--tsl-(inclusive=yes$|stop-after=)|--(thread|phase|accesses|waiting)=");

  private Narrowing() {}

  /**
   * Whether the option leaves some accesses out of the stream, other than those after the last that
   * is recorded; they may be counted.
   */
  public static boolean leavesOut(String option) {
    return LEAVES_OUT.matcher(option).lookingAt();
  }

  /** Whether accesses are chosen by their address: code without any tells of no calls. */
  public static boolean byAddress(String option) {
    return BY_ADDRESS.matcher(option).lookingAt();
  }

  /** Whether the option says which functions are counted and not recorded. */
  public static boolean filters(String option) {
    return FILTERS.matcher(option).lookingAt();
  }

  /** The options that say which functions are counted and not recorded. */
  static List<String> filtering(List<String> options) {
    return options.stream().filter(Narrowing::filters).toList();
  }

  /** The options that say which part of the accesses forms the stream; empty if all do. */
  public static List<String> selecting(List<String> options) {
    return options.stream().filter(option -> SELECTS.matcher(option).lookingAt()).toList();
  }
}
