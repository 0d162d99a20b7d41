package org.tslmap.collector.attribution;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tslmap.locality.profile.DataClass;
import org.tslmap.locality.profile.DataObject;

/**
 * Tells heap blocks apart that one line allocates: by the columns of its calls, and where one call
 * allocates on several paths, as calls of an allocator's wrapper do, by the callers in which their
 * paths differ.
 */
final class HeapNames {
  /** Callers shown of those in which a path differs; of more, the first and the last. */
  private static final int CALLERS = 3;

  /** The folders of the file in "FUNCTION (FILE:LINE)". */
  private static final Pattern FOLDERS = Pattern.compile(" \\([^()]*/([^()/]*)\\)$");

  /** A function and its "(FILE:LINE)". */
  private static final Pattern PLACE = Pattern.compile("^(.*?)( \\([^()]*\\))?$");

  private static final Comparator<List<String>> BY_CALLERS = HeapNames::compare;

  /** How callers may be shown, the shortest first. */
  private static final List<Function<List<String>, String>> TEXTS =
      List.of(
          callers -> inShort(withoutInner(callers)),
          HeapNames::inShort,
          callers -> whole(withoutInner(callers)));

  private HeapNames() {}

  /**
   * The objects in their order, with names of their own as far as their columns or paths differ.
   *
   * @param columns of the calls they are called after, 0 when not known
   */
  static List<DataObject> distinct(List<DataObject> objects, List<Integer> columns) {
    List<DataObject> named = new ArrayList<>(objects);
    for (List<Integer> group : byName(objects)) {
      if (group.stream().map(columns::get).filter(column -> column > 0).distinct().count() > 1) {
        group.stream()
            .filter(i -> columns.get(i) > 0)
            .forEach(i -> named.set(i, named.get(i).at(columns.get(i))));
      }
    }
    for (List<Integer> group : byName(List.copyOf(named))) {
      if (group.size() > 1) {
        boolean enough =
            group.stream().map(i -> withoutArguments(objects.get(i))).distinct().count()
                == group.stream().map(i -> objects.get(i).path()).distinct().count();
        name(group, i -> enough ? withoutArguments(objects.get(i)) : objects.get(i).path(), named);
      }
    }
    return named;
  }

  /** The heap blocks whose path is known, by their names. */
  private static Collection<List<Integer>> byName(List<DataObject> objects) {
    TreeMap<String, List<Integer>> byName = new TreeMap<>();
    for (int i = 0; i < objects.size(); i++) {
      DataObject object = objects.get(i);
      if (object.kind() == DataClass.HEAP && !object.path().isEmpty()) {
        byName.computeIfAbsent(object.name(), name -> new ArrayList<>()).add(i);
      }
    }
    return byName.values();
  }

  /**
   * A path without arguments of templates, which readers do not see: callers that differ in more
   * tell paths apart.
   */
  private static List<String> withoutArguments(DataObject object) {
    return object.path().stream()
        .map(PLACE::matcher)
        .map(
            caller ->
                caller.replaceFirst(
                    parts ->
                        Matcher.quoteReplacement(
                            StandardLibrary.name(parts.group(1))
                                + Objects.toString(parts.group(2), ""))))
        .toList();
  }

  /**
   * Names a group in the order of their paths, in which the most similar ones are neighbours. Those
   * of one path, such as that of two calls in one line of a caller, have one name.
   */
  private static void name(
      List<Integer> group, IntFunction<List<String>> pathOf, List<DataObject> objects) {
    TreeMap<List<String>, List<Integer>> byPath = new TreeMap<>(BY_CALLERS);
    group.forEach(i -> byPath.computeIfAbsent(pathOf.apply(i), p -> new ArrayList<>()).add(i));
    int first = common(byPath.firstKey(), byPath.lastKey());
    Map<Integer, List<String>> callersOf = new TreeMap<>();
    byPath.forEach(
        (path, alike) -> {
          int same =
              Stream.of(byPath.lowerKey(path), byPath.higherKey(path))
                  .filter(Objects::nonNull)
                  .mapToInt(neighbour -> common(path, neighbour))
                  .max()
                  .orElse(0);
          for (int i : alike) {
            List<String> whole = objects.get(i).path();
            List<String> callers =
                first < whole.size()
                    ? whole.subList(first, Math.min(whole.size(), same + 1))
                    : List.of();
            if (!callers.isEmpty()) {
              callersOf.put(i, callers);
            }
          }
        });
    Map<List<String>, String> texts = texts(callersOf.values());
    callersOf.forEach((i, callers) -> objects.set(i, objects.get(i).from(texts.get(callers))));
  }

  /** Of each list of callers the shortest text that no other has. */
  private static Map<List<String>, String> texts(Collection<List<String>> callers) {
    Map<List<String>, String> texts = new HashMap<>();
    Set<List<String>> left = new HashSet<>(callers);
    for (Function<List<String>, String> form : TEXTS) {
      Map<String, List<List<String>>> alike = left.stream().collect(Collectors.groupingBy(form));
      alike.values().stream()
          .filter(one -> one.size() == 1)
          .forEach(one -> texts.put(one.get(0), form.apply(one.get(0))));
      left.removeAll(texts.keySet());
    }
    left.forEach(one -> texts.put(one, whole(one)));
    return texts;
  }

  /** Of callers of the standard library that follow one another, the last one is enough. */
  private static List<String> withoutInner(List<String> callers) {
    List<String> outer = new ArrayList<>();
    for (int i = 0; i < callers.size(); i++) {
      if (i + 1 == callers.size()
          || !(StandardLibrary.has(callers.get(i)) && StandardLibrary.has(callers.get(i + 1)))) {
        outer.add(callers.get(i));
      }
    }
    return outer;
  }

  private static String inShort(List<String> callers) {
    return whole(
        callers.size() <= CALLERS
            ? callers
            : List.of(callers.get(0), "...", callers.get(callers.size() - 1)));
  }

  private static String whole(List<String> callers) {
    return String.join(
        " < ", callers.stream().map(c -> FOLDERS.matcher(c).replaceFirst(" ($1)")).toList());
  }

  /** How many callers two paths begin with alike. */
  private static int common(List<String> one, List<String> other) {
    int length = 0;
    while (length < Math.min(one.size(), other.size())
        && one.get(length).equals(other.get(length))) {
      length++;
    }
    return length;
  }

  private static int compare(List<String> one, List<String> other) {
    int at = common(one, other);
    return at < one.size() && at < other.size()
        ? one.get(at).compareTo(other.get(at))
        : Integer.compare(one.size(), other.size());
  }
}
