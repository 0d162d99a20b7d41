package org.tslmap.collector.advice;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.tslmap.collector.hotspots.Wording;
import org.tslmap.collector.origin.Origin;
import org.tslmap.locality.profile.FunctionInfo;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.SiteProfile;
import org.tslmap.locality.profile.ThreadFunction;
import org.tslmap.locality.profile.ThreadProfile;

/**
 * How work is spread over threads or ranks: accesses by function, without those that only wait for
 * others, and without the loader's and those of libraries of MPI, OpenMP and threads.
 */
final class Work {
  private final String kind;
  private final String owner;
  private final List<Integer> numbers;
  private final Map<FunctionInfo, long[]> byFunction = new LinkedHashMap<>();
  private final long[] all;

  private Work(String kind, String owner, List<Integer> numbers) {
    this.kind = kind;
    this.owner = owner;
    this.numbers = List.copyOf(numbers);
    this.all = new long[numbers.size()];
  }

  /**
   * That of a process's threads; without any where it is not known who ran what.
   *
   * @param owner whose threads they are, for people: " of rank 1", empty if there is one process
   */
  static Work ofThreads(ProcessProfile process, String owner) {
    Work work =
        new Work("thread", owner, process.threads().stream().map(ThreadProfile::id).toList());
    Map<Integer, Double> busy = busy(process);
    for (ThreadFunction row : process.attribution().threadFunctions()) {
      double share = busy.getOrDefault(row.function(), 1.0);
      work.add(
          process.functions().get(row.function()),
          work.numbers.indexOf(row.thread()),
          Math.round(share * (row.loads() + row.stores())));
    }
    return work;
  }

  /** The share of each function's accesses that do not wait, where some do, by its number. */
  private static Map<Integer, Double> busy(ProcessProfile process) {
    Map<Integer, Long> waiting = new HashMap<>();
    for (int site : process.waiting()) {
      SiteProfile one = process.sites().get(site);
      waiting.merge(one.function(), one.accesses(), Long::sum);
    }
    Map<Integer, Long> made = new HashMap<>();
    for (SiteProfile site : process.sites()) {
      if (waiting.containsKey(site.function())) {
        made.merge(site.function(), site.accesses(), Long::sum);
      }
    }
    Map<Integer, Double> busy = new HashMap<>();
    waiting.forEach(
        (function, count) -> busy.put(function, 1 - (double) count / made.get(function)));
    return busy;
  }

  /** That of the MPI ranks that came. */
  static Work ofRanks(LocalityProfile profile) {
    List<Integer> ranks = new ArrayList<>();
    profile.ranks().forEach(rank -> ranks.add(rank.rank()));
    Work work = new Work("rank", "", ranks);
    for (ProcessProfile process : profile.processes()) {
      int rank = ranks.indexOf(process.identity().rank());
      if (rank >= 0) {
        boolean[] waits = new boolean[process.sites().size()];
        process.waiting().forEach(site -> waits[site] = true);
        for (int i = 0; i < waits.length; i++) {
          SiteProfile site = process.sites().get(i);
          work.add(process.functionOf(site), rank, waits[i] ? 0 : site.accesses());
        }
      }
    }
    return work;
  }

  private void add(FunctionInfo function, int part, long accesses) {
    Origin origin = Origin.of(function);
    if (accesses > 0 && (origin == Origin.PROGRAM || origin == Origin.LIBRARY)) {
      byFunction.computeIfAbsent(function, f -> new long[all.length])[part] += accesses;
      all[part] += accesses;
    }
  }

  /** Whether these are threads, and not ranks. */
  boolean isOfThreads() {
    return kind.equals("thread");
  }

  /** "thread 2 of rank 1". */
  String name(int part) {
    return kind + " " + numbers.get(part) + owner;
  }

  /** Several of them, for people: "threads 2, 4-7 of rank 1". */
  String names(int[] parts) {
    return kind
        + (parts.length == 1 ? " " : "s ")
        + Wording.ranges(Arrays.stream(parts).mapToObj(numbers::get).toList())
        + owner;
  }

  /** "4 threads of rank 1". */
  String counted(int parts) {
    return parts + " " + kind + "s" + owner;
  }

  /** The number of a thread or rank. */
  int number(int part) {
    return numbers.get(part);
  }

  /** The thread or rank of a number. */
  int part(int number) {
    return numbers.indexOf(number);
  }

  /** What one does in all. */
  long of(int part) {
    return all[part];
  }

  /** What the busiest one does. */
  long most() {
    return Arrays.stream(all).max().orElse(0);
  }

  /** What all do, by function. */
  Map<FunctionInfo, long[]> byFunction() {
    return byFunction;
  }

  /**
   * Those among whom work should be spread: not threads that libraries keep for themselves, and not
   * the first thread if it only starts others and waits for them.
   */
  int[] team() {
    return IntStream.range(0, all.length)
        .filter(part -> !isOfThreads() || runsProgram(part) && !(part == 0 && isIdle(0)))
        .toArray();
  }

  /** How many of the threads run code of the program itself. */
  long running() {
    return IntStream.range(0, all.length).filter(this::runsProgram).count();
  }

  private boolean runsProgram(int part) {
    return byFunction.entrySet().stream()
        .anyMatch(
            entry -> entry.getValue()[part] > 0 && Origin.of(entry.getKey()) == Origin.PROGRAM);
  }

  /** Whether one does next to nothing. */
  boolean isIdle(int part) {
    return all[part] < AdviceSettings.IDLE * most();
  }

  /** Those that do next to nothing though they should. */
  int[] idle() {
    return Arrays.stream(team()).filter(this::isIdle).toArray();
  }

  /** The time that even shares would save at best, 0..1, of what the busiest one takes. */
  double savedByEvenShares() {
    double mean = Arrays.stream(team()).mapToLong(part -> all[part]).average().orElse(0);
    return most() == 0 ? 0 : (most() - mean) / most();
  }
}
