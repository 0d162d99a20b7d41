package org.tslmap.locality.profile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.tslmap.locality.Histograms;

/**
 * A process as if inlined functions were functions of their own. Each site belongs to the innermost
 * function that is inlined there; on call paths the functions inlined at a call stand between the
 * function that has the code and the one it calls, with 0 calls and no accesses. All sums stay as
 * they were.
 *
 * <p>Only sites tell inlined functions apart. So the own accesses of call paths, threads and
 * windows stay with the functions that have the code, and footprints of functions that gain or lose
 * sites are not known, nor those of call paths with inlined functions on them.
 */
public final class Inlining {
  private static final Set<Grouping> BY_FUNCTION =
      Set.of(Grouping.FUNCTION, Grouping.FUNCTION_AND_OBJECT);

  private record Key(String name, String object) {}

  private final ProcessProfile process;
  private final List<FunctionInfo> functions;
  private final Map<Key, Integer> numbers = new HashMap<>();

  /** Functions that gain or lose sites. */
  private final Set<Integer> changed = new HashSet<>();

  private final List<CallNode> calls = new ArrayList<>();

  /** Where each of the call paths is now. */
  private int[] places = new int[0];

  private Inlining(ProcessProfile process) {
    this.process = process;
    functions = new ArrayList<>(process.functions());
    for (int i = functions.size() - 1; i >= 0; i--) {
      numbers.put(new Key(functions.get(i).name(), functions.get(i).object()), i);
    }
  }

  /**
   * A run with inlined functions as functions of their own. Where only a part of the accesses was
   * scored, errors are those that the functions have which they are inlined into, all of which may
   * lie in their part.
   */
  public static LocalityProfile on(LocalityProfile profile) {
    return new LocalityProfile(
        profile.generator(),
        profile.processes().stream().map(process -> new Inlining(process).apply()).toList(),
        profile.expectedRanks());
  }

  private ProcessProfile apply() {
    Attribution old = process.attribution();
    List<SiteProfile> sites = process.sites().stream().map(this::moved).toList();
    addCalls();
    Attribution attribution =
        new Attribution(
            old.objects(),
            old.accesses(),
            calls,
            old.time(),
            old.sharedWords(),
            old.shared(),
            old.sharingLeftOut(),
            old.threadFunctions(),
            footprints(old.footprints()));
    return process.with(
        functions, sites, attribution, process.sampling().map(part -> sampling(part, sites)));
  }

  private Sampling sampling(Sampling old, List<SiteProfile> sites) {
    long[] accesses = new long[functions.size()];
    Map<Integer, Set<Integer>> madeOf = new HashMap<>();
    long[] before = new long[functions.size()];
    for (int i = 0; i < sites.size(); i++) {
      SiteProfile site = sites.get(i);
      int around = process.sites().get(i).function();
      accesses[site.function()] += site.accesses();
      before[around] += site.accesses();
      madeOf.computeIfAbsent(site.function(), function -> new HashSet<>()).add(around);
    }
    List<ScoreErrors> errors = new ArrayList<>();
    for (int function = 0; function < accesses.length; function++) {
      ScoreErrors sum = ScoreErrors.NONE;
      for (int around : madeOf.getOrDefault(function, Set.of())) {
        sum = sum.plus(old.functions().get(around), before[around]);
      }
      errors.add(sum.ofScores(accesses[function], accesses[function]));
    }
    ScoreErrors[] ofCalls = new ScoreErrors[old.calls().isEmpty() ? 0 : calls.size()];
    Arrays.fill(ofCalls, ScoreErrors.NONE);
    for (int i = 0; i < old.calls().size(); i++) {
      ofCalls[places[i]] = old.calls().get(i);
    }
    return old.with(errors, List.of(ofCalls));
  }

  private int number(InlinedFunction inlined, int around) {
    String object = functions.get(around).object();
    return numbers.computeIfAbsent(
        new Key(inlined.name(), object),
        key -> {
          functions.add(new FunctionInfo(inlined.name(), object, inlined.file(), inlined.line()));
          return functions.size() - 1;
        });
  }

  private SiteProfile moved(SiteProfile site) {
    if (site.origin().inlined().isEmpty()) {
      return site;
    }
    int function = number(site.origin().inlined().get(0), site.function());
    changed.add(function);
    changed.add(site.function());
    String file = process.fileOf(site);
    return new SiteProfile(
        function,
        site.instruction(),
        site.kind(),
        site.size(),
        site.index(),
        site.line(),
        new CodeOrigin(List.of(), file.equals(functions.get(function).file()) ? "" : file),
        site.accesses(),
        site.histograms(),
        site.dependence());
  }

  private void addCalls() {
    Map<Long, List<InlinedFunction>> inlined =
        process.sites().stream()
            .filter(site -> !site.origin().inlined().isEmpty())
            .collect(
                Collectors.toMap(
                    SiteProfile::instruction, site -> site.origin().inlined(), (a, b) -> a));
    List<CallNode> old = process.attribution().calls();
    places = new int[old.size()];
    Map<List<Integer>, Integer> between = new HashMap<>();
    for (int i = 0; i < places.length; i++) {
      CallNode node = old.get(i);
      int caller = node.parent();
      if (caller >= 0) {
        int around = old.get(caller).function();
        caller = places[caller];
        List<InlinedFunction> chain =
            around < 0 ? List.of() : inlined.getOrDefault(node.callSite(), List.of());
        for (int depth = chain.size() - 1; depth >= 0; depth--) {
          caller = between(between, caller, number(chain.get(depth), around));
        }
      }
      places[i] = calls.size();
      calls.add(
          new CallNode(
              caller,
              node.function(),
              node.callSite(),
              node.callLine(),
              node.calls(),
              node.loads(),
              node.stores(),
              node.histograms()));
    }
  }

  /** The node of an inlined function in a caller's. */
  private int between(Map<List<Integer>, Integer> known, int caller, int function) {
    return known.computeIfAbsent(
        List.of(caller, function),
        key -> {
          calls.add(
              new CallNode(
                  caller, function, 0, 0, 0, 0, 0, Histograms.empty(process.parameters())));
          return calls.size() - 1;
        });
  }

  private Footprints footprints(Footprints old) {
    Map<Grouping, List<Footprints.Part>> parts = new HashMap<>();
    for (Grouping grouping : Grouping.values()) {
      parts.put(
          grouping,
          BY_FUNCTION.contains(grouping)
              ? old.of(grouping).stream().filter(this::isUnchanged).toList()
              : old.of(grouping));
    }
    boolean same = calls.size() == process.attribution().calls().size();
    return new Footprints(parts, same ? old.paths() : List.of());
  }

  private boolean isUnchanged(Footprints.Part part) {
    int site = process.attribution().accesses().get(part.access()).site();
    return !changed.contains(process.sites().get(site).function());
  }
}
