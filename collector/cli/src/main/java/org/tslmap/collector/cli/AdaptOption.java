package org.tslmap.collector.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.tslmap.collector.adaptation.AdaptationRule;
import org.tslmap.collector.attribution.AttributionOptions;
import org.tslmap.collector.names.NamePattern;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.WideAccesses;
import org.tslmap.locality.profile.Narrowing;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The options that have functions chosen, while the program runs, that are only counted. */
final class AdaptOption {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--adapt",
      paramLabel = "harmless|absolute:N|relative:N",
      arity = "0..1",
      fallbackValue = "harmless",
      converter = Rule.class,
      description =
          "Choose functions, while the program runs, whose accesses are only counted from then on,"
              + " so that it goes on faster: those that seldom wait for memory and whose scores"
              + " have settled (harmless, default), those with fewer than N accesses per call"
              + " (absolute), or with N fewer than functions have on average (relative). Counts stay"
              + " exact; scores of these functions are those observed before.")
  private Optional<String> rule = Optional.empty();

  @Option(
      names = "--adapt-keep",
      paramLabel = "NAME",
      description = "With --adapt: never choose functions of this name. " + NamePattern.WORDS)
  private List<String> keep = List.of();

  /** Checks a rule, and leaves it as it is. */
  private static final class Rule implements ITypeConverter<String> {
    @Override
    public String convert(String text) {
      if (AdaptationRule.parse(text, List.of()).isPresent()) {
        return text;
      }
      throw new TypeConversionException(
          "expected harmless, absolute:N or relative:N with N of 1 or more, found '%s'"
              .formatted(text));
    }
  }

  /**
   * In the tool's words.
   *
   * @param others the tool's other options
   * @param attribution what accesses are attributed to
   * @param parameters what they are scored with
   * @throws ParameterException if not all accesses of the whole program would come
   */
  List<String> arguments(
      List<String> others, AttributionOptions attribution, MetricParameters parameters) {
    if (rule.isEmpty()) {
      if (!keep.isEmpty()) {
        throw new ParameterException(
            command.commandLine(),
            "--adapt-keep %s: add --adapt, which chooses functions".formatted(keep.get(0)));
      }
      return List.of();
    }
    if (!attribution.calls()) {
      throw new ParameterException(
          command.commandLine(),
          "--adapt judges functions by their calls, which are not followed; leave out --attribute or"
              + " --call-depth 0");
    }
    if (parameters.wide() != WideAccesses.FIRST) {
      throw new ParameterException(
          command.commandLine(),
          "--adapt counts accesses, and --wide words their words; leave out one of the two");
    }
    others.stream()
        .filter(AdaptOption::isInTheWay)
        .findFirst()
        .ifPresent(
            option -> {
              throw new ParameterException(
                  command.commandLine(),
                  "--adapt needs all accesses of the program, and %s leaves some out; leave out one of the two"
                      .formatted(ToolOptions.inUserWords(option)));
            });
    List<String> arguments = new ArrayList<>();
    arguments.add(AdaptationRule.RULE + rule.get());
    keep.forEach(name -> arguments.add(AdaptationRule.KEEP + name));
    return arguments;
  }

  private static boolean isInTheWay(String option) {
    return !Narrowing.selecting(List.of(option)).isEmpty()
        || option.startsWith("--tsl-sample=")
        || option.startsWith("--tsl-budget=");
  }
}
