package org.tslmap.npb.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.tslmap.collector.cli.Installation;
import org.tslmap.collector.cli.MeasurementException;
import org.tslmap.npb.Benchmark;
import org.tslmap.npb.Program;
import org.tslmap.npb.Programs;
import org.tslmap.npb.Variant;
import org.tslmap.npb.sweep.Subject;
import org.tslmap.npb.sweep.Subjects;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that say what a sweep runs. */
final class SweepSelection {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Mixin private ProgramSelection programs = new ProgramSelection();

  @Option(
      names = "--threads",
      split = ",",
      paramLabel = "T",
      description = "Threads of omp (default 2).")
  private List<Integer> threads = List.of(2);

  @Option(
      names = "--ranks",
      split = ",",
      paramLabel = "N",
      description = "Ranks of mpi (default 2).")
  private List<Integer> ranks = List.of(2);

  @ArgGroup private Elsewhere elsewhere = new Elsewhere();

  /** Programs that are not this module's. */
  static final class Elsewhere {
    @Option(
        names = "--npb-dir",
        paramLabel = "DIR",
        description =
            "Run the programs of an NPB 3.x bin folder instead (is.A.x, cg.S). They do not say how"
                + " they are parallel; --variants does.")
    private Optional<Path> folder = Optional.empty();

    @Option(
        names = "--list",
        paramLabel = "FILE",
        description = "Run other programs instead: a line for each, its name and its command.")
    private Optional<Path> list = Optional.empty();
  }

  /** What is to be run; builds what has to be built. */
  List<Subject> subjects(PrintWriter err)
      throws IOException, InterruptedException, MeasurementException {
    checkPositive("--threads", threads);
    checkPositive("--ranks", ranks);
    if (elsewhere.folder.isEmpty() && elsewhere.list.isEmpty()) {
      return own(err);
    }
    Variant variant = onlyVariant();
    if (elsewhere.list.isPresent()) {
      if (programs.namesBenchmarks() || programs.namesClasses()) {
        throw refuse("--benchmarks and --classes pick benchmarks, but --list names programs");
      }
      return Subjects.listed(elsewhere.list.get(), variant, widths(variant));
    }
    return chosen(Subjects.inFolder(elsewhere.folder.orElseThrow(), variant, widths(variant)));
  }

  private List<Subject> own(PrintWriter err)
      throws IOException, InterruptedException, MeasurementException {
    Programs built = new Programs(Installation.current());
    programs.notices().forEach(notice -> err.println("tslmap: " + notice));
    List<Program> all = programs.programs();
    built.build(all);
    List<Subject> subjects = new ArrayList<>();
    for (Program program : all) {
      for (int width : widths(program.variant())) {
        subjects.add(Subjects.own(program, width, built.file(program)));
      }
    }
    return subjects;
  }

  /** Those of a folder that --benchmarks and --classes name. */
  private List<Subject> chosen(List<Subject> found) throws MeasurementException {
    Set<String> names =
        programs.benchmarks().stream().map(Benchmark::lower).collect(Collectors.toSet());
    Set<String> classes =
        programs.classes().stream().map(c -> Character.toString(c)).collect(Collectors.toSet());
    List<Subject> chosen =
        found.stream()
            .filter(s -> !programs.namesBenchmarks() || names.contains(s.benchmark()))
            .filter(s -> !programs.namesClasses() || classes.contains(s.problemClass()))
            .toList();
    if (chosen.isEmpty()) {
      throw new MeasurementException(
          "none of the %d programs in the folder is one of --benchmarks and --classes"
              .formatted(found.size()));
    }
    return chosen;
  }

  private Variant onlyVariant() {
    List<Variant> variants = programs.variants();
    if (variants.size() > 1) {
      throw refuse("a program of your own is parallel in one way, so name one of --variants");
    }
    return variants.get(0);
  }

  private List<Integer> widths(Variant variant) {
    return switch (variant) {
      case SERIAL -> List.of(1);
      case OMP -> threads.stream().distinct().toList();
      case MPI -> ranks.stream().distinct().toList();
    };
  }

  private void checkPositive(String option, List<Integer> values) {
    for (int value : values) {
      if (value < 1) {
        throw refuse(
            String.format(Locale.ROOT, "%s expects 1 or more, but found %d", option, value));
      }
    }
  }

  private ParameterException refuse(String message) {
    return new ParameterException(command.commandLine(), message);
  }
}
