package org.tslmap.npb.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.tslmap.collector.cli.Installation;
import org.tslmap.npb.Program;
import org.tslmap.npb.Programs;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code tslmap npb build}: compiles benchmarks. */
@Command(
    name = "build",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Compiles benchmarks with gcc -O2 -g, those of MPI with mpicc.",
    footer = {
      "",
      "Example: tslmap npb build --benchmarks is,cg --classes S,W --variants serial,omp"
    })
final class BuildCommand implements Callable<Integer> {

  @Spec private CommandSpec command;
  @Mixin private ProgramSelection selection = new ProgramSelection();

  @Override
  public Integer call() throws Exception {
    List<Program> chosen = selection.programs();
    Programs programs = new Programs(Installation.current());
    selection.notices().forEach(n -> command.commandLine().getErr().println("tslmap: " + n));
    programs.build(chosen);
    PrintWriter out = command.commandLine().getOut();
    for (Program program : chosen) {
      out.println(programs.file(program));
    }
    return 0;
  }
}
