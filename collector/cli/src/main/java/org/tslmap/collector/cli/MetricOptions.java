package org.tslmap.collector.cli;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.tslmap.locality.EngineChoice;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.HistoryMode;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.WideAccesses;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that say what scores are computed with. What is not given keeps its default. */
final class MetricOptions {

  private static final long PAGE = 4096;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--word",
      paramLabel = "BYTES",
      description = "Size of a word, a power of two (default 8).")
  private Optional<Integer> word = Optional.empty();

  @Option(
      names = "--line",
      paramLabel = "BYTES",
      description =
          "Size of a line, a power of two (default 64). As large as a word, words alone are scored,"
              + " which is faster.")
  private Optional<Integer> line = Optional.empty();

  @Option(
      names = "--granularity",
      hideParamSyntax = true,
      paramLabel = "word,line[,page]",
      split = ",",
      description =
          "What is scored: words and lines (the default), or word,line,page: pages, too, as a"
              + " translation look-aside buffer sees them.")
  private List<Granularity> granularities = List.of();

  @Option(
      names = "--page",
      paramLabel = "BYTES",
      converter = ByteSize.class,
      description =
          "Size of a page where pages are scored, a power of two up to 1G, such as 2M (default"
              + " 4096).")
  private Optional<Long> page = Optional.empty();

  @Option(
      names = "--window",
      paramLabel = "W",
      description = "Accesses a stride looks back, 1 to 64 (default 32).")
  private Optional<Integer> window = Optional.empty();

  @Option(
      names = "--imax",
      paramLabel = "STRIDE",
      description = "First stride that earns no spatial locality (default 1024).")
  private Optional<Integer> imax = Optional.empty();

  @Option(
      names = "--n",
      paramLabel = "WORDS",
      description =
          "Largest reuse distance that earns temporal locality, a power of two (default 8388608).")
  private Optional<Long> n = Optional.empty();

  @Option(
      names = "--time-window",
      paramLabel = "ACCESSES",
      description =
          "Accesses in each window of scores over time (default 1048576); twice as many whenever there"
              + " would be more than 1024. Phases are looked for in windows of a sixteenth of that, and"
              + " in longer ones in long runs.")
  private Optional<Long> timeWindow = Optional.empty();

  @Option(
      names = "--history",
      paramLabel = "thread|process",
      description =
          "Compare accesses with earlier ones of their own thread (the default), or of all"
              + " threads.")
  private Optional<HistoryMode> history = Optional.empty();

  @Option(
      names = "--wide",
      paramLabel = "first|words",
      description =
          "How an access of more than a word counts: once at its first word (the default), or once"
              + " for each word it touches.")
  private Optional<WideAccesses> wide = Optional.empty();

  @Mixin private SimulationOptions simulation = new SimulationOptions();

  @Option(
      names = "--engine",
      paramLabel = "NAME",
      description =
          "Which scoring engine computes: auto (the default), java, native, avx512, avx2 or"
              + " portable. All give the same scores.")
  private String engine = "auto";

  /** The parameters, where what is not given is taken from the base. */
  MetricParameters parameters(MetricParameters base) {
    try {
      return new MetricParameters(
          word.orElse(base.word()),
          line.orElse(base.line()),
          page(base),
          window.orElse(base.window()),
          imax.orElse(base.imax()),
          n.orElse(base.n()),
          timeWindow.orElse(base.timeWindow()),
          history.orElse(base.history()),
          wide.orElse(base.wide()),
          simulation.caches(base, line.orElse(base.line()), page(base)));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), e.getMessage());
    }
  }

  /** Bytes of a page, 0 where pages are not wanted. */
  private int page(MetricParameters base) {
    EnumSet<Granularity> wanted = EnumSet.noneOf(Granularity.class);
    wanted.addAll(granularities);
    if (!wanted.isEmpty() && !wanted.containsAll(List.of(Granularity.WORD, Granularity.LINE))) {
      throw new ParameterException(
          command.commandLine(),
          "--granularity: expected word,line or word,line,page, but found %s"
              .formatted(
                  granularities.stream().map(Granularity::key).collect(Collectors.joining(","))));
    }
    boolean scored = wanted.isEmpty() ? base.page() != 0 : wanted.contains(Granularity.PAGE);
    if (page.isPresent() && !scored) {
      throw new ParameterException(
          command.commandLine(), "--page: pages are not scored; add --granularity word,line,page");
    }
    long usual = base.page() != 0 ? base.page() : PAGE;
    long bytes = scored ? page.orElse(usual) : 0;
    if (scored && (bytes < 1 || bytes > 1 << 30)) {
      throw new ParameterException(
          command.commandLine(), "page must be a power of two in 1..2^30, but is " + bytes);
    }
    return (int) bytes;
  }

  /** Which engine is asked for. */
  EngineChoice engine() {
    List<String> names = new ArrayList<>();
    for (EngineChoice choice : EngineChoice.values()) {
      String name = nameOf(choice);
      if (name.equals(engine.toLowerCase(Locale.ROOT))) {
        return choice;
      }
      names.add(name);
    }
    throw new ParameterException(
        command.commandLine(),
        "Invalid value for option '--engine': expected one of %s, but found '%s'"
            .formatted(String.join(", ", names), engine));
  }

  private static String nameOf(EngineChoice choice) {
    return choice.name().toLowerCase(Locale.ROOT).replaceFirst("^native_", "");
  }
}
