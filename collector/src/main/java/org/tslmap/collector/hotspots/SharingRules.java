package org.tslmap.collector.hotspots;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.tslmap.locality.profile.DataAccess;
import org.tslmap.locality.profile.SharedData;
import org.tslmap.locality.profile.SiteProfile;

/**
 * Lines that threads take from each other. Valgrind runs one thread at a time, so the transfers
 * that were seen are far fewer than those of threads that run at once; what counts is how many
 * accesses the functions make to lines that changed hands more than once.
 */
final class SharingRules {

  private SharingRules() {}

  /**
   * Whether lines were passed to and fro, rather than handed over: once to the thread that works on
   * them, and of words that both use, once back with the result.
   */
  static boolean applies(SharedData shared) {
    long handedOver = shared.falselyShared() ? shared.lines() : 2 * shared.lines();
    return shared.transfers() > handedOver && !shared.sites().isEmpty();
  }

  /**
   * Accesses of the sites' functions to the object, of which its shared lines have their part. The
   * sites alone would not do: with one thread at a time the first site of a turn has all transfers.
   */
  static double accesses(ProcessUse use, SharedData shared) {
    Set<Integer> functions =
        shared.sites().stream()
            .map(site -> use.process().sites().get(site).function())
            .collect(Collectors.toSet());
    double sum = 0;
    for (DataAccess access : use.process().attribution().accesses()) {
      if (access.object() == shared.object()
          && functions.contains(use.process().sites().get(access.site()).function())) {
        sum += access.accesses();
      }
    }
    ObjectUse object = use.objects().get(shared.object());
    double lines = Math.max(1, Math.ceil((double) object.touchedBytes() / use.memory().line()));
    return sum * Math.min(1, shared.lines() / lines);
  }

  /** The site with the most transfers. */
  static SiteProfile firstSite(ProcessUse use, SharedData shared) {
    return use.process().sites().get(shared.sites().get(0));
  }

  static Diagnosis diagnose(ProcessUse use, SharedData shared) {
    ObjectUse object = use.objects().get(shared.object());
    String where = String.join(", ", places(use, shared));
    String who =
        shared.sites().stream()
            .map(site -> use.process().functionOf(use.process().sites().get(site)).name())
            .map(Wording::function)
            .distinct()
            .collect(Collectors.joining(" and "));
    String at = where.isEmpty() ? who : who + " (" + where + ")";
    String threads =
        shared.threads().stream().map(String::valueOf).collect(Collectors.joining(", "));
    String what = object.text();
    String lines = shared.lines() == 1 ? "one line" : Wording.text("%,d lines", shared.lines());
    List<String> evidence =
        List.of(
            Wording.text(
                "%s changed hands %,d times, between threads that ran in turn",
                lines, shared.transfers()),
            shared.firstOffset() < 0
                ? "threads " + threads
                : Wording.text("threads %s, from byte %,d on", threads, shared.firstOffset()));
    if (shared.falselyShared()) {
      return new Diagnosis(
          Pattern.FALSE_SHARING,
          Wording.text(
              "%s: threads %s use different words of %s of %s, and take the line from each other"
                  + " for nothing; pad what belongs to a thread to whole lines (%d bytes) and align"
                  + " it, or collect in a local variable",
              at, threads, lines, what, use.memory().line()),
          evidence);
    }
    return new Diagnosis(
        Pattern.TRUE_SHARING,
        Wording.text(
            "%s: threads %s use the same words of %s of %s; give each thread a copy and combine"
                + " them at the end, or update them less often",
            at, threads, lines, what),
        evidence);
  }

  /** Source lines on both sides. */
  static List<String> places(ProcessUse use, SharedData shared) {
    return shared.sites().stream()
        .map(site -> use.process().sites().get(site))
        .filter(site -> site.line() > 0)
        .map(site -> base(use.process().fileOf(site)) + ":" + site.line())
        .distinct()
        .limit(3)
        .toList();
  }

  private static String base(String file) {
    return file.substring(file.lastIndexOf('/') + 1);
  }
}
