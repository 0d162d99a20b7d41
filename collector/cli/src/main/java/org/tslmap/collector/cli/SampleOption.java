package org.tslmap.collector.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.WideAccesses;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The options that have a part of the accesses scored, and all counted. */
final class SampleOption {
  private static final String OFF = "off";
  private static final double LEAST = 0.0001;
  private static final double MOST = 0.1;

  /** What only all accesses can show. */
  private static final String[] NEED_ALL = {"--view", "--trace-limit"};

  /** What ends with some access, or tells accesses by their addresses. */
  private static final String[] NEVER_PAUSE = {
    "--region", "--watch", "--start-after", "--stop-after"
  };

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--sample",
      paramLabel = "off|auto|RATE",
      converter = Rate.class,
      description =
          "Score a part of the accesses, and count all of them: a share that shrinks as the program"
              + " goes on (auto), or this share, 0.0001 to 0.1. Much faster; totals are exact,"
              + " scores have 95 %% intervals; no trace, no phases (default off).")
  private String sample = OFF;

  @Option(
      names = "--budget",
      paramLabel = Budget.LABEL,
      converter = Budget.Converter.class,
      description =
          "Score as many accesses as this allows, and count all of them: processor time relative to"
              + " Valgrind without a tool (3x), or seconds for all of the run (60s). Begins with"
              + " scoring all; says what it picked.")
  private Optional<Budget> budget = Optional.empty();

  @Option(
      names = "--pause-after",
      paramLabel = "N",
      description =
          "With --sample=auto and --budget: recording may pause when the program has made N accesses;"
              + " 0: never (default 268435456). What is accessed meanwhile is only counted.")
  private Optional<Long> pauseAfter = Optional.empty();

  /** Checks a share of accesses, and leaves it as it is. */
  private static final class Rate implements ITypeConverter<String> {
    @Override
    public String convert(String text) {
      String rate = text.toLowerCase(Locale.ROOT);
      if (rate.equals(OFF) || rate.equals("auto") || isShare(rate)) {
        return rate;
      }
      throw new TypeConversionException(
          "expected off, auto or the share of accesses to score, 0.0001 to 0.1, found '%s'"
              .formatted(text));
    }

    private static boolean isShare(String text) {
      if (!text.matches("0?\\.[0-9]{1,12}")) {
        return false;
      }
      double share = Double.parseDouble(text);
      return share >= LEAST && share <= MOST;
    }
  }

  /** The tool's option for what is asked for; nothing when every access is to be scored. */
  Optional<String> wanted() {
    if (budget.isPresent()) {
      return Optional.of("--tsl-budget=" + budget.get().asked());
    }
    return sample.equals(OFF) ? Optional.empty() : Optional.of("--tsl-sample=" + sample);
  }

  /** Refuses options that have no meaning for a sampled run. */
  void check() {
    checkPauses();
    if (wanted().isEmpty()) {
      return;
    }
    if (budget.isPresent() && !sample.equals(OFF)) {
      throw new ParameterException(
          command.commandLine(),
          "--budget=%s picks what is scored, and so does --sample=%s; leave out one of the two"
              .formatted(budget.get().asked(), sample));
    }
    ParseResult given = command.commandLine().getParseResult();
    for (String option : NEED_ALL) {
      if (given.hasMatchedOption(option)) {
        throw refuse(option);
      }
    }
    if (given.matchedOptionValue("--trace", RecordingOptions.Trace.NONE)
        == RecordingOptions.Trace.FULL) {
      throw refuse("--trace full");
    }
    if (given.matchedOptionValue("--engine", "auto").equalsIgnoreCase("java")) {
      throw refuse("--engine java");
    }
  }

  private void checkPauses() {
    if (pauseAfter.isPresent() && pauseAfter.get() < 0) {
      throw new ParameterException(
          command.commandLine(), "--pause-after expects 0 or more, but found " + pauseAfter.get());
    }
    if (pauseAfter.isPresent() && budget.isEmpty() && !sample.equals("auto")) {
      throw new ParameterException(
          command.commandLine(),
          "--pause-after: recording only pauses with --sample=auto or --budget; add one of the two");
    }
    for (String option : NEVER_PAUSE) {
      if (pauseAfter.orElse(0L) > 0
          && command.commandLine().getParseResult().hasMatchedOption(option)) {
        throw new ParameterException(
            command.commandLine(),
            "--pause-after: recording never pauses with %s; leave out one of the two"
                .formatted(option));
      }
    }
  }

  /**
   * The tool's options for it.
   *
   * @throws ParameterException if something is to be computed that needs all accesses
   */
  List<String> arguments(MetricParameters parameters) {
    if (parameters.page() != 0 && wanted().isPresent()) {
      throw refuse("--granularity word,line,page");
    }
    if (!parameters.caches().isEmpty() && wanted().isPresent()) {
      throw refuse("--simulate");
    }
    if (parameters.wide() != WideAccesses.FIRST && wanted().isPresent()) {
      throw refuse("--wide words");
    }
    List<String> arguments = new ArrayList<>();
    wanted()
        .ifPresent(
            part -> {
              arguments.add(part);
              arguments.add("--tsl-word=" + parameters.word());
              arguments.add("--tsl-line=" + parameters.line());
              arguments.add(
                  "--tsl-history=" + parameters.history().name().toLowerCase(Locale.ROOT));
            });
    pauseAfter.ifPresent(accesses -> arguments.add("--tsl-pause-after=" + accesses));
    return arguments;
  }

  private ParameterException refuse(String option) {
    return new ParameterException(
        command.commandLine(),
        "%s needs all accesses, and with %s only a part of them is sent; leave out one of the two"
            .formatted(option, wanted().orElseThrow().replace("--tsl-", "--")));
  }
}
