package org.tslmap.collector.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Stack;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import org.tslmap.collector.hotspots.Finding;
import org.tslmap.collector.hotspots.Hotspots;
import org.tslmap.collector.view.RemedyTrials;
import org.tslmap.locality.profile.LocalityProfile;
import picocli.CommandLine;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The option that has remedies tried on the stored trace. */
final class TryOption {

  private static final String ALL = "all";

  @Option(
      names = "--try",
      arity = "0..1",
      paramLabel = "N|all",
      preprocessor = NumberOrAll.class,
      description =
          "Try the remedy of hotspot N, of all that are shown, or, without either, of the first:"
              + " the stored trace is scored again as if rows were padded, loops interchanged,"
              + " structures split or nodes kept in the order of use. Takes a run with --trace full"
              + " and about as long as replaying it, for each remedy.")
  private String wanted = "";

  /** Takes the next word as the option's own only if it can be one, since a run may follow. */
  static final class NumberOrAll implements IParameterPreprocessor {
    @Override
    public boolean preprocess(
        Stack<String> words, CommandSpec command, ArgSpec option, Map<String, Object> info) {
      boolean own = !words.isEmpty() && words.peek().matches("\\d+|" + ALL);
      option.setValue(own ? words.pop() : "1");
      return true;
    }
  }

  /** Whether anything is to be tried. */
  boolean isGiven() {
    return !wanted.isEmpty();
  }

  /**
   * Tries what was asked for.
   *
   * @param run the run's folder, or its profile
   * @param profile its profile
   * @param shown how many hotspots are shown
   */
  Hotspots apply(
      Path run, LocalityProfile profile, Hotspots hotspots, int shown, CommandLine commandLine)
      throws IOException {
    List<List<Finding>> alike = hotspots.alike();
    int only = wanted.equals(ALL) ? 0 : number(alike, commandLine);
    remarks(alike, rank -> isWanted(rank, only, shown), commandLine.getErr());
    Path folder = Files.isDirectory(run) ? run : run.toAbsolutePath().getParent();
    return RemedyTrials.of(
        folder, profile, hotspots, rank -> isWanted(rank, only, shown), accesses -> true);
  }

  private static boolean isWanted(int rank, int only, int shown) {
    return only == 0 ? rank <= shown : rank == only;
  }

  private int number(List<List<Finding>> alike, CommandLine commandLine) {
    int number = wanted.length() > 9 ? Integer.MAX_VALUE : Integer.parseInt(wanted);
    if (number < 1 || number > Math.max(1, alike.size())) {
      throw new ParameterException(
          commandLine,
          "--try expects the number of a hotspot, 1 to %d, or all, but found '%s'"
              .formatted(Math.max(1, alike.size()), wanted));
    }
    return number;
  }

  /** Says of which hotspots the remedies cannot be tried, and why. */
  private static void remarks(List<List<Finding>> alike, IntPredicate wanted, PrintWriter err) {
    if (alike.stream().allMatch(same -> same.get(0).pattern().isNote())) {
      err.println("tslmap: there is no hotspot to try; --least 0 shows smaller ones, too");
      return;
    }
    Map<String, List<Integer>> reasons = new LinkedHashMap<>();
    for (int rank = 1; rank <= alike.size(); rank++) {
      int number = rank;
      if (wanted.test(rank)) {
        alike
            .get(rank - 1)
            .get(0)
            .cannotTry()
            .ifPresent(
                reason -> reasons.computeIfAbsent(reason, why -> new ArrayList<>()).add(number));
      }
    }
    reasons.forEach(
        (reason, ranks) ->
            err.println(
                "tslmap: hotspot%s %s cannot be tried: %s"
                    .formatted(
                        ranks.size() == 1 ? "" : "s",
                        ranks.stream().map(String::valueOf).collect(Collectors.joining(", ")),
                        reason)));
  }
}
