package org.tslmap.npb.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.tslmap.collector.cli.FilterFile;
import org.tslmap.collector.cli.Installation;
import org.tslmap.collector.cli.OwnProgram;
import org.tslmap.collector.cli.ProgramStart;
import org.tslmap.collector.cli.Signals;
import org.tslmap.npb.Benchmark;
import org.tslmap.npb.Program;
import org.tslmap.npb.Programs;
import org.tslmap.npb.Variant;
import org.tslmap.npb.sweep.ParallelRun;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tslmap npb run}: measures one benchmark. */
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Builds a benchmark where that is needed, and measures it with tslmap run.",
      "",
      "What follows -- are further options of tslmap run.",
    },
    footer = {
      "",
      "Examples:",
      "  tslmap npb run is --fn find_my_seed",
      "  tslmap npb run cg --class W --variant omp --threads 2 -- --trace none",
      "",
      "Exit code: that of tslmap run; the benchmark's own is 1 when it does not verify.",
    })
final class RunCommand implements Callable<Integer> {

  @Spec private CommandSpec command;

  @Option(names = "--class", paramLabel = "CLASS", description = "Size: S, W, A or B (default S).")
  private String problemClass = "S";

  @Option(
      names = "--variant",
      paramLabel = "serial|omp|mpi",
      description = "How it is parallel (default serial).")
  private Variant variant = Variant.SERIAL;

  @Option(
      names = {"--threads", "--ranks"},
      paramLabel = "N",
      description = "Threads of omp or ranks of mpi, 1 or more (default 2).")
  private Optional<Integer> width = Optional.empty();

  @Option(
      names = "--fn",
      paramLabel = "NAME",
      description = "Measure only this function, as a stream of its own. May be repeated.")
  private List<String> functions = List.of();

  @Option(
      names = "--filter",
      paramLabel = "FILE",
      description =
          "Count the accesses of the functions that a filter file excludes instead of recording them"
              + " (collector/FILTER.md).")
  private Optional<Path> filter = Optional.empty();

  @Option(
      names = {"-o", "--out"},
      paramLabel = "DIR",
      description = "Folder of the run.")
  private Optional<String> out = Optional.empty();

  @Parameters(index = "0", paramLabel = "NAME", description = "is, ep, cg, mg, ft, bt, sp, lu, mm.")
  private String name;

  @Parameters(index = "1..*", arity = "0..*", paramLabel = "OPTION", hidden = true)
  private List<String> further = List.of();

  @Override
  public Integer call() throws Exception {
    if (!further.isEmpty() && !further.get(0).startsWith("-")) {
      throw refuse(
          "expected options of tslmap run after %s, found '%s'%s"
              .formatted(
                  name,
                  further.get(0),
                  further.get(0).length() == 1
                      ? "; the class goes with --class " + further.get(0)
                      : ""));
    }
    FilterFile.check(filter, "--filter", command.commandLine());
    Program program = program();
    if (variant == Variant.SERIAL && width.isPresent()) {
      throw refuse("--threads and --ranks are for --variant omp and mpi");
    }
    int processes = variant == Variant.SERIAL ? 1 : width.orElse(2);
    if (processes < 1) {
      throw refuse("--threads and --ranks expect 1 or more, but found " + processes);
    }
    Programs programs = new Programs(Installation.current());
    programs.build(List.of(program));
    List<String> arguments = new ArrayList<>(List.of("run"));
    arguments.addAll(ParallelRun.runOptions(variant, processes));
    functions.forEach(function -> arguments.addAll(List.of("--fn", function)));
    filter.ifPresent(file -> arguments.addAll(List.of("--filter", file.toString())));
    out.ifPresent(folder -> arguments.addAll(List.of("--out", folder)));
    arguments.addAll(further);
    arguments.add("--");
    arguments.add(programs.file(program).toString());
    ProcessBuilder builder = ProgramStart.of(OwnProgram.command(arguments)).inheritIO();
    builder.environment().putAll(ParallelRun.environment(variant, processes));
    Process run = builder.start();
    Signals.onInterrupt(() -> {}); // it reaches the program as well, whose end is waited for
    Signals.onTerminate(signal -> Signals.send(signal, run));
    return run.waitFor();
  }

  private Program program() {
    Benchmark benchmark = Names.benchmark(name, command.commandLine());
    List<Character> classes = Names.classes(List.of(problemClass), command.commandLine());
    try {
      return new Program(benchmark, classes.get(0), variant);
    } catch (IllegalArgumentException e) {
      throw refuse(e.getMessage());
    }
  }

  private ParameterException refuse(String message) {
    return new ParameterException(command.commandLine(), message);
  }
}
