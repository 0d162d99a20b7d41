package org.tslmap.collector.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.tslmap.locality.profile.LocalityProfile;

/**
 * The numbers that runs differ by, such as the size of a problem: given by the user, or read from
 * what is known of the runs.
 */
final class RunParameters {

  private static final Pattern ARGUMENT = Pattern.compile("arg([1-9]\\d{0,3})");
  private static final int MOST_ARGUMENTS = 100;

  private final List<LocalityProfile> runs;

  RunParameters(List<LocalityProfile> runs) {
    this.runs = runs;
  }

  /**
   * The parameters of each run.
   *
   * @param given where to take them from, by their names: numbers with commas between them, one for
   *     each run, or {@code processes}, {@code ranks}, {@code threads}, {@code argN}; without any,
   *     those of these that differ between the runs
   * @throws IllegalArgumentException if a number is missing, or none differs
   */
  List<Map<String, Double>> of(Map<String, String> given) {
    List<Map<String, Double>> parameters = new ArrayList<>();
    runs.forEach(run -> parameters.add(new LinkedHashMap<>()));
    if (given.isEmpty()) {
      differing().forEach(name -> add(name, recorded(name), parameters));
      if (parameters.get(0).isEmpty()) {
        throw new IllegalArgumentException(
            "the runs differ in no number that is known of them (arguments, processes, threads);"
                + " name one with --parameter, as in --parameter n=100,200");
      }
    } else {
      given.forEach((name, source) -> add(name, values(name, source), parameters));
    }
    return parameters;
  }

  private static void add(String name, List<Double> values, List<Map<String, Double>> parameters) {
    for (int i = 0; i < values.size(); i++) {
      parameters.get(i).put(name, values.get(i));
    }
  }

  private List<Double> values(String name, String source) {
    List<Double> values = recorded(source);
    if (!values.isEmpty()) {
      return values;
    }
    String[] numbers = source.split(",", -1);
    for (String text : numbers) {
      OptionalDouble number = number(text.strip());
      if (number.isEmpty() || numbers.length != runs.size()) {
        throw new IllegalArgumentException(
            ("--parameter %s: expected a number for each of %d runs, or processes, ranks, threads or"
                    + " argN with N an argument that is a number in all of them, found '%s'")
                .formatted(name, runs.size(), source));
      }
      values.add(number.getAsDouble());
    }
    return values;
  }

  /** A number that is known of all runs; empty if there is none of that name. */
  private List<Double> recorded(String name) {
    Matcher argument = ARGUMENT.matcher(name);
    if (argument.matches()) {
      return each(run -> argument(run, Integer.parseInt(argument.group(1))));
    }
    return switch (name) {
      case "processes" -> each(run -> OptionalDouble.of(run.processes().size()));
      case "ranks" -> each(run -> OptionalDouble.of(run.ranks().size()));
      case "threads" ->
          each(run -> run.processes().stream().mapToDouble(p -> p.threads().size()).max());
      default -> new ArrayList<>();
    };
  }

  private List<Double> each(Function<LocalityProfile, OptionalDouble> value) {
    List<Double> values = new ArrayList<>();
    for (LocalityProfile run : runs) {
      OptionalDouble one = value.apply(run);
      if (one.isEmpty()) {
        return new ArrayList<>();
      }
      values.add(one.getAsDouble());
    }
    return values;
  }

  private static OptionalDouble argument(LocalityProfile run, int index) {
    List<String> command = run.mainProcess().identity().command();
    return index < command.size() ? number(command.get(index)) : OptionalDouble.empty();
  }

  private static OptionalDouble number(String text) {
    return text.matches("-?\\d{1,15}(\\.\\d{1,15})?([eE][-+]?\\d{1,2})?")
        ? OptionalDouble.of(Double.parseDouble(text))
        : OptionalDouble.empty();
  }

  private List<String> differing() {
    List<String> names = new ArrayList<>(List.of("processes", "threads"));
    for (int i = 1; i <= MOST_ARGUMENTS; i++) {
      names.add("arg" + i);
    }
    names.removeIf(name -> new TreeSet<>(recorded(name)).size() < 2);
    return names;
  }
}
