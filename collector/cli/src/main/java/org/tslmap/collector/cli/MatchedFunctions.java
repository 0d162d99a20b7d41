package org.tslmap.collector.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.tslmap.collector.names.NamePattern;
import org.tslmap.locality.profile.FunctionInfo;
import org.tslmap.locality.profile.LocalityProfile;

/** The functions of a run that the names of an option stand for. */
public final class MatchedFunctions {
  private static final int SHOWN = 5;

  private final String option;
  private final TreeSet<String> functions;

  /**
   * Those of a run.
   *
   * @param option its name, such as "--fn"
   */
  public MatchedFunctions(String option, LocalityProfile profile) {
    this.option = option;
    this.functions =
        profile.processes().stream()
            .flatMap(process -> process.functions().stream())
            .map(FunctionInfo::name)
            .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Says which functions each name stands for, where that is not one of just this name. */
  public void list(List<NamePattern> names, PrintWriter out) {
    for (NamePattern name : names) {
      List<String> found = functions.stream().filter(name::matches).toList();
      if (!found.isEmpty() && !found.equals(List.of(name.text()))) {
        out.println("tslmap: %s %s: %s".formatted(option, name.text(), shortened(found)));
      }
    }
  }

  /**
   * Refuses names that stand for no function.
   *
   * @throws MeasurementException naming the first of them, and functions with a similar name
   */
  public void check(List<NamePattern> names) throws MeasurementException {
    for (NamePattern name : names) {
      if (functions.stream().noneMatch(name::matches)) {
        String part = name.text().replaceAll("[*?]", "");
        List<String> near = functions.stream().filter(function -> function.contains(part)).toList();
        throw new MeasurementException(
            "%s: expected a function of the run, found '%s'%s; see tslmap report --table functions"
                .formatted(
                    option,
                    name.text(),
                    near.isEmpty() ? "" : " (there are: " + shortened(near) + ")"));
      }
    }
  }

  private static String shortened(List<String> names) {
    String first = names.stream().limit(SHOWN).collect(Collectors.joining(", "));
    return names.size() <= SHOWN ? first : first + " and %d more".formatted(names.size() - SHOWN);
  }
}
