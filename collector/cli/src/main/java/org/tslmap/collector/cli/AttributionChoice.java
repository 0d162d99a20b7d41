package org.tslmap.collector.cli;

import java.util.List;
import java.util.Optional;
import org.tslmap.collector.attribution.AttributionOptions;
import org.tslmap.collector.names.NamePattern;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that say what accesses are attributed to. What is not given keeps its default. */
final class AttributionChoice {

  /** What there is besides code. */
  enum What {
    /** Nothing. */
    CODE,
    /** Variables, heap blocks, stacks, mappings. */
    DATA,
    /** Paths of calls. */
    CALLS,
    /** Both. */
    ALL
  }

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--attribute",
      paramLabel = "code|data|calls|all",
      description =
          "What accesses are counted for besides the whole: code (functions and lines), also data"
              + " (variables, heap blocks by allocation, stacks), also call paths, or all of it"
              + " (the default).")
  private Optional<What> what = Optional.empty();

  @Option(
      names = "--call-depth",
      paramLabel = "N",
      description =
          "Functions in a call path at most (default 64), also in that of an allocation; what is"
              + " called deeper counts for the last of them. 0: no call paths.")
  private Optional<Integer> callDepth = Optional.empty();

  @Option(
      names = "--wrapper",
      paramLabel = "NAME",
      description =
          "Call heap blocks that functions of this name allocate after their callers, as those of"
              + " the C++ standard library and of other known allocators. May be given several"
              + " times. "
              + NamePattern.WORDS)
  private List<NamePattern> wrappers = List.of();

  /** What is asked for, where what is not given is taken from the base. */
  AttributionOptions options(AttributionOptions base) {
    int depth =
        callDepth.orElse(base.calls() ? base.callDepth() : AttributionOptions.DEFAULT_CALL_DEPTH);
    if (depth < 0) {
      throw new ParameterException(
          command.commandLine(), "--call-depth expects 0 or more, but found " + depth);
    }
    boolean data = what.map(w -> w == What.DATA || w == What.ALL).orElse(base.data());
    boolean calls =
        what.map(w -> w == What.CALLS || w == What.ALL)
            .orElse(base.calls() || callDepth.isPresent());
    return new AttributionOptions(
        data, calls ? depth : 0, wrappers.isEmpty() ? base.wrappers() : wrappers);
  }
}
