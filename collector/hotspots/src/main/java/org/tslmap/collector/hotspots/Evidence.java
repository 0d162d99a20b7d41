package org.tslmap.collector.hotspots;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.tslmap.collector.report.Quantities;
import org.tslmap.locality.profile.CodeLoop;
import org.tslmap.locality.profile.LoopForest;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.StrideShare;

/** The numbers that every finding about a function and an object comes with. */
final class Evidence {

  private Evidence() {}

  /** Those of a group of a process's accesses. */
  static List<String> of(CellGroup group, ProcessProfile process) {
    List<String> lines = new ArrayList<>();
    loop(group.leading().nest()).ifPresent(lines::add);
    List<CacheLevel> caches = group.object().memory().caches();
    String misses =
        IntStream.range(0, caches.size())
            .mapToObj(i -> Wording.percent(group.missRatio(i)) + " miss " + caches.get(i).name())
            .collect(Collectors.joining(", "));
    lines.add(
        Wording.text(
            "%s accesses, of which %s%s",
            Wording.count(group.accesses()),
            misses,
            group.conflicts() > 0 ? ", were they fully associative" : ""));
    String steps =
        group.leading().access().strides().stream()
            .filter(step -> 100 * step.count() >= group.leading().access().recorded())
            .limit(3)
            .map(step -> step(step, group.leading().access().recorded()))
            .collect(Collectors.joining(", "));
    if (!steps.isEmpty()) {
      lines.add("steps in bytes: " + steps);
    }
    if (group.coldLines() > 0) {
      lines.add(
          Wording.text(
              "%s line%s touched for the first time",
              Wording.count(group.coldLines()), group.coldLines() == 1 ? "" : "s"));
    }
    if (group.distance() > 0) {
      lines.add(
          Wording.text(
              "lines that miss come back after %s of other lines or more",
              Wording.bytes(group.distance())));
    }
    if (process.sampling().isEmpty()) {
      counted(group).ifPresent(lines::add);
    }
    return lines;
  }

  /** What is told of accesses that were counted. */
  private static Optional<String> counted(CellGroup group) {
    long recorded = group.cells().stream().mapToLong(cell -> cell.access().recorded()).sum();
    return recorded == group.accesses()
        ? Optional.empty()
        : Optional.of(
            Wording.text(
                "estimated from %s of these accesses, which were recorded; lines used only between"
                    + " them seem to be new or far away",
                Wording.percent((double) recorded / group.accesses())));
  }

  /** What its accesses cost beyond hits of the first cache, and what could be saved of that. */
  static String time(CellGroup group, Manner manner, double wasted) {
    String how =
        switch (manner) {
          case STREAMED -> "lines are fetched ahead";
          case STRIDED -> "in steps";
          case OVERLAPPED -> "misses overlap";
          case PARTLY_DEPENDENT ->
              Wording.percent(group.waiting().orElse(0))
                  + " of the loads' misses wait for another one";
          case DEPENDENT ->
              group.waiting().isPresent()
                  ? Wording.text(
                      "each miss counted as waiting; %s were measured to wait for another one",
                      Wording.percent(group.waiting().getAsDouble()))
                  : "each miss waits for the one before";
        };
    return Wording.text(
        "an estimated %s of %s could be saved; an access costs %s ns more than a hit of %s on average (%s)",
        Quantities.seconds(wasted / 1e9),
        Quantities.seconds(group.nanoseconds(manner) / 1e9),
        twoDigits(group.penalty(manner) / Math.max(1, group.accesses())),
        group.object().memory().caches().get(0).name(),
        how);
  }

  private static String twoDigits(double number) {
    return Wording.text(number < 10 ? "%.2g" : "%.0f", number);
  }

  /** The loops of the most frequent access. */
  private static Optional<String> loop(List<CodeLoop> nest) {
    return nest.isEmpty() ? Optional.empty() : Optional.of("in " + LoopForest.describe(nest));
  }

  private static String step(StrideShare step, long accesses) {
    return Wording.text(
        "%+,d (%s)", step.bytes(), Wording.percent((double) step.count() / Math.max(1, accesses)));
  }
}
