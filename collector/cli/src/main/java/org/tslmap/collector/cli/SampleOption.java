package org.tslmap.collector.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.WideAccesses;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The options that have a part of the accesses scored, and all counted. */
final class SampleOption {
  private static final String OFF = "off";
  private static final double LEAST = 0.0001;
  private static final double MOST = 0.1;

  private static final String AUTO = "auto";

  /**
   * Accesses of which each is scored where nothing else is asked for, and what may be asked for.
   */
  private static final long USUALLY_ALL = 1 << 24;

  private static final long LEAST_ALL = 1 << 20;

  /** What only all accesses can show. */
  private static final String[] NEED_ALL = {"--view", "--trace-limit"};

  /** What ends with some access, or tells accesses by their addresses. */
  private static final String[] NEVER_PAUSE = {
    "--region", "--watch", "--start-after", "--stop-after"
  };

  /** What else has all accesses recorded where samples are not asked for. */
  private static final String[] HAVE_ALL = {"--plots", "--adapt", "--count-after"};

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--sample",
      paramLabel = "off|auto|RATE",
      converter = Rate.class,
      description =
          "Score a part of the accesses, and count all of them: a share that shrinks as the program"
              + " goes on (auto), or this share, 0.0001 to 0.1. Much faster; totals are exact,"
              + " scores have 95 %% intervals; no trace, no phases. Default: auto behind the first"
              + " 16777216 accesses, which are all scored and stored; off with options that need"
              + " all accesses.")
  private Optional<String> sample = Optional.empty();

  @Option(
      names = "--sample-after",
      paramLabel = "N",
      converter = AccessNumber.class,
      description =
          "Score all of the first N accesses, such as 10M, and sample those behind them (default 16777216;"
              + " 1048576 with --sample).")
  private Optional<Long> sampleAfter = Optional.empty();

  @Option(
      names = "--budget",
      paramLabel = Budget.LABEL,
      converter = Budget.Converter.class,
      description =
          "Score as many accesses as this allows, and count all of them: processor time, of the"
              + " collector, too, relative to Valgrind without a tool (3x), or seconds for all of"
              + " the run (60s). Begins with scoring all; says what it picked.")
  private Optional<Budget> budget = Optional.empty();

  @Option(
      names = "--pause-after",
      paramLabel = "N",
      converter = AccessNumber.class,
      description =
          "With --sample=auto and --budget: recording may pause when the program has made N accesses;"
              + " 0: never (default 268435456, or 16777216 with a budget such as 3x). What is accessed"
              + " meanwhile is only counted.")
  private Optional<Long> pauseAfter = Optional.empty();

  /** Checks a share of accesses, and leaves it as it is. */
  private static final class Rate implements ITypeConverter<String> {
    @Override
    public String convert(String text) {
      String rate = text.toLowerCase(Locale.ROOT);
      if (rate.equals(OFF) || rate.equals(AUTO) || isShare(rate)) {
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

  /**
   * Whether it is asked for that only a part is scored. If not, the first accesses are all scored,
   * and their trace is kept.
   */
  boolean isAsked() {
    return asked().isPresent();
  }

  /** The tool's option for what is asked for; nothing when every access is to be scored. */
  private Optional<String> asked() {
    if (budget.isPresent()) {
      return Optional.of("--tsl-budget=" + budget.get().asked());
    }
    return sample.filter(rate -> !rate.equals(OFF)).map(rate -> "--tsl-sample=" + rate);
  }

  /** Refuses options that have no meaning for a sampled run. */
  void check() {
    checkAfter();
    checkPauses();
    if (budget.isPresent() && sample.filter(rate -> !rate.equals(OFF)).isPresent()) {
      throw new ParameterException(
          command.commandLine(),
          "--budget=%s picks what is scored, and so does --sample=%s; leave out one of the two"
              .formatted(budget.get().asked(), sample.get()));
    }
  }

  private boolean isGiven(String option) {
    return command.commandLine().getParseResult().hasMatchedOption(option);
  }

  private boolean wantsTrace() {
    return command
            .commandLine()
            .getParseResult()
            .matchedOptionValue("--trace", RecordingOptions.Trace.NONE)
        == RecordingOptions.Trace.FULL;
  }

  private boolean wantsJava() {
    return command
        .commandLine()
        .getParseResult()
        .matchedOptionValue("--engine", "auto")
        .equalsIgnoreCase("java");
  }

  private void checkAfter() {
    if (sampleAfter.isEmpty()) {
      return;
    }
    if (sampleAfter.get() < LEAST_ALL) {
      throw new ParameterException(
          command.commandLine(),
          "--sample-after expects %d or more, but found %d"
              .formatted(LEAST_ALL, sampleAfter.get()));
    }
    if (budget.isPresent() || sample.filter(OFF::equals).isPresent()) {
      throw new ParameterException(
          command.commandLine(),
          budget
              .map(
                  given ->
                      "--sample-after: with --budget=%s the budget says when samples begin; leave out one of the two"
                          .formatted(given.asked()))
              .orElse(
                  "--sample-after: with --sample=off there are no samples; leave out one of the two"));
    }
  }

  private void checkPauses() {
    if (pauseAfter.isPresent() && budget.isEmpty() && !sample.orElse(AUTO).equals(AUTO)) {
      throw new ParameterException(
          command.commandLine(),
          "--pause-after: recording only pauses with --sample=auto or --budget; add one of the two");
    }
    for (String option : NEVER_PAUSE) {
      if (pauseAfter.orElse(0L) > 0 && isGiven(option)) {
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
    Optional<String> needsAll = needsAll(parameters);
    if (isAsked() && needsAll.isPresent()) {
      throw refuse(needsAll.get());
    }
    List<String> arguments = new ArrayList<>();
    Optional<String> all = sample.map(off -> "--sample=off").or(() -> hasAll(parameters));
    if (isAsked() || all.isEmpty()) {
      arguments.add(asked().orElse("--tsl-sample=" + AUTO));
      arguments.add("--tsl-word=" + parameters.word());
      arguments.add("--tsl-line=" + parameters.line());
      arguments.add("--tsl-history=" + parameters.history().name().toLowerCase(Locale.ROOT));
      after().ifPresent(accesses -> arguments.add("--tsl-sample-after=" + accesses));
      pauseAfter.ifPresent(accesses -> arguments.add("--tsl-pause-after=" + accesses));
    } else if (sampleAfter.isPresent() || pauseAfter.isPresent()) {
      throw new ParameterException(
          command.commandLine(),
          "%s: with %s all accesses are recorded and there are no samples; leave out one of the two"
              .formatted(sampleAfter.isPresent() ? "--sample-after" : "--pause-after", all.get()));
    }
    return arguments;
  }

  /** An option that only all accesses can serve. */
  private Optional<String> needsAll(MetricParameters parameters) {
    List<String> given = new ArrayList<>(Stream.of(NEED_ALL).filter(this::isGiven).toList());
    if (wantsTrace()) {
      given.add("--trace full");
    }
    if (wantsJava()) {
      given.add("--engine java");
    }
    if (parameters.page() != 0) {
      given.add("--granularity word,line,page");
    }
    if (!parameters.caches().isEmpty()) {
      given.add("--simulate");
    }
    if (parameters.wide() != WideAccesses.FIRST) {
      given.add("--wide words");
    }
    return given.stream().findFirst();
  }

  /** An option with which all accesses are recorded where samples are not asked for. */
  private Optional<String> hasAll(MetricParameters parameters) {
    return needsAll(parameters)
        .or(
            () ->
                Stream.of(NEVER_PAUSE, HAVE_ALL)
                    .flatMap(Stream::of)
                    .filter(this::isGiven)
                    .findFirst());
  }

  /** When samples begin, if not at once. */
  private Optional<Long> after() {
    return isAsked() ? sampleAfter : Optional.of(sampleAfter.orElse(USUALLY_ALL));
  }

  private ParameterException refuse(String option) {
    return new ParameterException(
        command.commandLine(),
        "%s needs all accesses, and with %s only a part of them is sent; leave out one of the two"
            .formatted(option, asked().orElseThrow().replace("--tsl-", "--")));
  }
}
