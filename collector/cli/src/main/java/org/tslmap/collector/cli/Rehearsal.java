package org.tslmap.collector.cli;

import java.nio.file.Path;
import java.util.List;

/**
 * Uses what users use most, so that the launcher can keep the classes of that in a form that later
 * starts only map into memory.
 */
final class Rehearsal {

  private Rehearsal() {}

  /**
   * Measures a small program and shows the run in several ways.
   *
   * @param args an empty folder for the run
   */
  public static void main(String[] args) {
    String run = Path.of(args[0]).resolve("run").toString();
    List<String[]> commands =
        List.of(
            new String[] {"--help"},
            new String[] {"run", "--out", run, "--", "/bin/true"},
            new String[] {"list", args[0]},
            new String[] {"report", run},
            new String[] {"report", run, "--table", "data"},
            new String[] {"report", run, "--table", "calls", "--format", "json"},
            new String[] {"report", run, "--source", "main"},
            new String[] {"hotspots", run},
            new String[] {"data", run, "name", "_rtld_global*"},
            new String[] {"replay", run},
            new String[] {"plot", run});
    for (String[] command : commands) {
      Main.execute(command);
    }
    System.exit(0);
  }
}
