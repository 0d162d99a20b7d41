package org.tslmap.collector.phases;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.tslmap.locality.profile.TimeLine;

/**
 * The phases of one process, in order, and what was done in them.
 *
 * <p>Where the program marked phases (see tslmap.h), these are the phases; windows it did not mark
 * are cut where the behaviour of functions and data objects changes (see {@link Segments}), and
 * joined to the few that a person tells apart (see {@link FewSegments}). Phases of the same mark,
 * and found ones in which the same happens, are of one kind. {@link PhaseTitles} says what a kind
 * does.
 */
public final class Phases {

  private final TimeLine time;
  private final List<Phase> list;
  private final List<String> kinds;

  private Phases(TimeLine time, List<Phase> list, List<String> kinds) {
    this.time = time;
    this.list = List.copyOf(list);
    this.kinds = List.copyOf(kinds);
  }

  /** Finds the phases of a time line; without windows there are none. */
  public static Phases find(TimeLine time) {
    List<Phase> list = new ArrayList<>();
    List<Segments.Stretch> unmarked = new ArrayList<>();
    int end;
    for (int first = 0; first < time.windows().size(); first = end) {
      String mark = time.windows().get(first).phase();
      end = first + 1;
      while (end < time.windows().size() && time.windows().get(end).phase().equals(mark)) {
        end++;
      }
      if (mark.isEmpty()) {
        unmarked.add(new Segments.Stretch(first, end));
      } else {
        list.add(phase(time, first, end, mark, true));
      }
    }
    Set<String> marks = list.stream().map(Phase::name).collect(Collectors.toSet());
    List<String> names =
        IntStream.iterate(0, i -> i + 1)
            .mapToObj(Phases::letters)
            .filter(name -> !marks.contains(name))
            .limit(time.windows().size())
            .toList();
    for (Segments.Segment segment : new Segments(new WindowVectors(time)).of(unmarked)) {
      list.add(phase(time, segment.first(), segment.end(), names.get(segment.kind()), false));
    }
    list.sort(Comparator.comparingInt(Phase::firstWindow));
    List<String> kinds = list.stream().map(Phase::name).distinct().toList();
    list.replaceAll(phase -> phase.ofKind(kinds.indexOf(phase.name())));
    return new Phases(time, list, kinds);
  }

  private static Phase phase(TimeLine time, int first, int end, String name, boolean marked) {
    long accesses =
        time.windows().subList(first, end).stream().mapToLong(TimeLine.Window::accesses).sum();
    return new Phase(
        0, name, first, end - first, time.windows().get(first).first(), accesses, marked);
  }

  /** A, B, ... Z, AA, AB ... */
  private static String letters(int number) {
    String last = Character.toString('A' + number % 26);
    return number < 26 ? last : letters(number / 26 - 1) + last;
  }

  /** The phases in the order in which they came; together they cover all windows. */
  public List<Phase> list() {
    return list;
  }

  /** The names of the kinds of phases; a phase's {@link Phase#kind} is an index into it. */
  public List<String> kinds() {
    return kinds;
  }

  /** The kinds of all phases one after another, such as "A B A B". */
  public String pattern() {
    return list.stream().map(Phase::name).collect(Collectors.joining(" "));
  }

  /** What each function did to each object in one phase, most accesses first. */
  public List<PhaseShare> pairs(Phase phase) {
    return rows(true, true, w -> w >= phase.firstWindow() && w < phase.endWindow());
  }

  /** The same in all phases of a kind together. */
  public List<PhaseShare> pairsOfKind(int kind) {
    return rows(true, true, inKind(kind));
  }

  /** What each function did in one phase, most accesses first; {@code object} is -1. */
  public List<PhaseShare> functions(Phase phase) {
    return rows(true, false, w -> w >= phase.firstWindow() && w < phase.endWindow());
  }

  /** The same in all phases of a kind together. */
  public List<PhaseShare> functionsOfKind(int kind) {
    return rows(true, false, inKind(kind));
  }

  /** What was done to each object in one phase, most accesses first; {@code function} is -1. */
  public List<PhaseShare> objects(Phase phase) {
    return rows(false, true, w -> w >= phase.firstWindow() && w < phase.endWindow());
  }

  /** The same in all phases of a kind together. */
  public List<PhaseShare> objectsOfKind(int kind) {
    return rows(false, true, inKind(kind));
  }

  private IntPredicate inKind(int kind) {
    boolean[] in = new boolean[time.windows().size()];
    for (Phase phase : list) {
      for (int w = phase.firstWindow(); w < phase.endWindow(); w++) {
        in[w] = phase.kind() == kind;
      }
    }
    return w -> in[w];
  }

  private List<PhaseShare> rows(boolean byFunction, boolean byObject, IntPredicate windows) {
    Map<Pair, PhaseShare> sums = new LinkedHashMap<>();
    for (TimeLine.Series series : time.series()) {
      Pair pair = new Pair(byFunction ? series.function() : -1, byObject ? series.object() : -1);
      for (TimeLine.Point point : series.points()) {
        if (windows.test(point.window())) {
          PhaseShare sum =
              sums.getOrDefault(pair, new PhaseShare(pair.function, pair.object, 0, 0, 0, 0));
          sums.put(pair, sum.plus(point));
        }
      }
    }
    return sums.values().stream()
        .sorted(Comparator.comparingLong(PhaseShare::accesses).reversed())
        .toList();
  }

  private record Pair(int function, int object) {}
}
