package org.tslmap.collector.hotspots;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.tslmap.collector.origin.Origin;
import org.tslmap.locality.profile.AccessKind;
import org.tslmap.locality.profile.DataAccess;
import org.tslmap.locality.profile.DataClass;
import org.tslmap.locality.profile.FunctionInfo;
import org.tslmap.locality.profile.SiteProfile;

/** Lines that threads take from each other. */
final class SharingRules {

  private SharingRules() {}

  /** What threads do that pass an object's lines to and fro. */
  static Diagnosis diagnose(SharedUse use) {
    if (use.shared().falselyShared()) {
      return falseSharing(use);
    }
    return use.isContended() ? trueSharing(use) : exchange(use);
  }

  private static Diagnosis falseSharing(SharedUse use) {
    return new Diagnosis(
        AccessPattern.FALSE_SHARING,
        Wording.text(
            "%s: threads %s use different words of %s of %s, so that the line moves between their"
                + " caches although no data is shared; pad each thread's part to whole lines (%d"
                + " bytes) and align it, or accumulate in a local variable",
            use.at(use.sites()),
            use.threads(),
            use.lines(),
            use.object().text(),
            use.use().memory().line()),
        evidence(use));
  }

  private static Diagnosis trueSharing(SharedUse use) {
    return new Diagnosis(
        AccessPattern.TRUE_SHARING,
        Wording.text(
            "%s: threads %s use the same words of %s of %s and store to them; %s",
            use.at(use.sites()),
            use.threads(),
            use.lines(),
            use.object().text(),
            use.isOfAllocator()
                ? "allocate and free less often there, free blocks in the thread that allocated"
                    + " them, or use an allocator that keeps memory for each thread"
                : "give each thread its own copy and combine the copies at the end, assign each"
                    + " part to one thread, or update them less often"),
        evidence(use));
  }

  private static Diagnosis exchange(SharedUse use) {
    List<SiteProfile> stores = use.sitesOf(AccessKind.STORE);
    List<SiteProfile> loads = use.sitesOf(AccessKind.LOAD);
    String who =
        stores.isEmpty() || loads.isEmpty()
            ? Wording.text(
                "lines of %s pass from thread to thread in %s",
                use.object().text(), use.at(use.sites()))
            : Wording.text(
                "what one thread stores to %s in %s is used in another thread in %s",
                use.object().text(), use.at(stores), use.at(loads));
    return new Diagnosis(
        AccessPattern.EXCHANGE,
        Wording.text(
            "%s, and each line moves between caches; let the thread that uses a part compute"
                + " it (the same schedule in both loops), or exchange data less often",
            who),
        evidence(use));
  }

  private static List<String> evidence(SharedUse use) {
    List<String> evidence = new ArrayList<>();
    evidence.add(
        Wording.text(
            "%s: %,d transfers between threads seen%s",
            use.lines(),
            use.shared().transfers(),
            use.isContended()
                ? "; Valgrind runs one thread at a time, so real runs have many more"
                : ""));
    if (use.shared().concurrent() > 0) {
      evidence.add(
          Wording.text(
              "%,d of these transfers take a line that the other thread was still at work on",
              use.shared().concurrent()));
    }
    if (use.shared().overwrites() > 0) {
      evidence.add(
          Wording.text(
              "%,d of these transfers are to store over what another thread had stored",
              use.shared().overwrites()));
    }
    evidence.add(
        use.shared().firstOffset() < 0
            ? "threads " + use.threads()
            : Wording.text(
                "threads %s, from byte %,d on", use.threads(), use.shared().firstOffset()));
    return evidence;
  }

  /** Accesses of libraries of threads to what threads share there. */
  static long synchronisation(ProcessUse use, List<SharedUse> ofRuntime) {
    Set<Integer> objects =
        ofRuntime.stream().map(shared -> shared.shared().object()).collect(Collectors.toSet());
    Set<Integer> functions = new HashSet<>();
    ofRuntime.forEach(shared -> shared.sites().forEach(site -> functions.add(site.function())));
    long sum = 0;
    for (DataAccess access : use.process().attribution().accesses()) {
      int function = use.process().sites().get(access.site()).function();
      if (objects.contains(access.object()) && functions.contains(function)) {
        sum += access.accesses();
      }
    }
    return sum;
  }

  /**
   * What threads do that meet in a library.
   *
   * @param ofRuntime what is shared there, at least one, most transfers first
   * @param share of all accesses, 0..1
   */
  static Diagnosis synchronisation(ProcessUse use, List<SharedUse> ofRuntime, double share) {
    Set<Integer> threads = new TreeSet<>();
    ofRuntime.forEach(shared -> threads.addAll(shared.shared().threads()));
    List<FunctionInfo> functions =
        ofRuntime.stream()
            .flatMap(shared -> shared.sites().stream())
            .map(site -> use.process().functionOf(site))
            .distinct()
            .toList();
    boolean loops = functions.stream().anyMatch(Origin::isOfOpenMp);
    String variables =
        ofRuntime.stream()
            .map(SharedUse::object)
            .filter(object -> object.object().kind() == DataClass.STATIC)
            .map(ObjectUse::text)
            .distinct()
            .limit(2)
            .collect(Collectors.joining(" and "));
    long transfers = ofRuntime.stream().mapToLong(shared -> shared.shared().transfers()).sum();
    List<String> evidence = new ArrayList<>();
    evidence.add(
        Wording.text(
            "%,d transfers of its lines between threads seen; Valgrind runs one thread at a time, so real"
                + " runs have more",
            transfers));
    if (loops) {
      evidence.add(
          "a thread that waits in a loop waits longer under Valgrind, which runs one thread at a time");
    }
    return new Diagnosis(
        AccessPattern.SYNCHRONISATION,
        Wording.text(
            "threads %s synchronise%s in %s, with %s of all accesses; %s would reduce that",
            Wording.ranges(threads),
            variables.isEmpty() ? "" : " at " + variables,
            functions.stream()
                .map(FunctionUse::fileName)
                .distinct()
                .sorted()
                .collect(Collectors.joining(" and ")),
            Wording.percent(share),
            loops
                ? "fewer and larger parallel regions, loops that do not wait at their end"
                    + " (nowait), and fewer locks"
                : "locking less often, for more work at a time, or a copy for each thread"),
        evidence);
  }
}
