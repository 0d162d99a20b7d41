package org.tslmap.locality.profile;

import java.util.List;
import java.util.Map;

/** Checks that what a process's profile refers to by number is there. */
final class References {
  /**
   * Checks numbers of sites whose accesses wait.
   *
   * @throws IllegalArgumentException if there is no such site, or they do not ascend
   */
  static void checkWaiting(List<Integer> waiting, int sites) {
    int before = -1;
    for (int site : waiting) {
      if (site <= before || site >= sites) {
        throw new IllegalArgumentException(
            "waiting accesses are those of site %d, behind site %d, but there are %d sites"
                .formatted(site, before, sites));
      }
      before = site;
    }
  }

  /**
   * Checks numbers of functions that changed between recorded and counted.
   *
   * @throws IllegalArgumentException if there is no such function
   */
  static void checkStates(Map<Integer, StateHistory> states, int functions) {
    for (int function : states.keySet()) {
      if (function < 0 || function >= functions) {
        throw new IllegalArgumentException(
            "function %d changed its state, but there are %d functions"
                .formatted(function, functions));
      }
    }
  }

  private final int functions;
  private final int sites;
  private final int objects;

  /** To the tables of a process. */
  References(List<FunctionInfo> functions, List<SiteProfile> sites, List<DataObject> objects) {
    this.functions = functions.size();
    this.sites = sites.size();
    this.objects = objects.size();
  }

  /**
   * Checks an attribution.
   *
   * @throws IllegalArgumentException saying what refers to what is not there
   */
  void check(Attribution attribution) {
    if (objects == 0) {
      throw new IllegalArgumentException(
          "expected object 0, which stands for unknown ones, but there are no objects");
    }
    for (CallNode call : attribution.calls()) {
      check("a call path", "function", call.function(), -1, functions);
      check("a call path", "parent", call.parent(), -1, attribution.calls().size());
    }
    for (ThreadFunction function : attribution.threadFunctions()) {
      check("a thread's function", "function", function.function(), 0, functions);
    }
    for (SharedData data : attribution.shared()) {
      check("shared lines", "object", data.object(), 0, objects);
      data.sites().forEach(site -> check("shared lines", "site", site, 0, sites));
    }
    check(attribution.time());
  }

  private void check(TimeLine time) {
    for (TimeLine.Series series : time.series()) {
      check("a series of the time line", "function", series.function(), 0, functions);
      check("a series of the time line", "object", series.object(), 0, objects);
      int least = 0;
      for (TimeLine.Point point : series.points()) {
        check("a point of the time line", "window", point.window(), least, time.windows().size());
        least = point.window() + 1;
        if (point.accesses() < 0
            || point.cold() < 0
            || !Double.isFinite(point.temporal())
            || !Double.isFinite(point.spatial())) {
          throw new IllegalArgumentException(
              "expected counts and sums in a point of the time line, but found " + point);
        }
      }
    }
  }

  /**
   * Checks the intervals of a sampled process.
   *
   * @throws IllegalArgumentException if there are more or fewer than parts
   */
  void check(Sampling sampling, int calls) {
    checkSize("functions", sampling.functions(), functions);
    if (!sampling.objects().isEmpty()) {
      checkSize("data objects", sampling.objects(), objects);
    }
    if (!sampling.calls().isEmpty()) {
      checkSize("call paths", sampling.calls(), calls);
    }
  }

  private static void checkSize(String of, List<ScoreErrors> found, int expected) {
    if (found.size() != expected) {
      throw new IllegalArgumentException(
          "expected intervals of %d %s, but found those of %d"
              .formatted(expected, of, found.size()));
    }
  }

  private static void check(String from, String to, int number, int least, int size) {
    if (number < least || number >= size) {
      throw new IllegalArgumentException(
          "expected %s to refer to a %s in %d..%d, but found %d"
              .formatted(from, to, least, size - 1, number));
    }
  }
}
