package org.tslmap.npb.sweep;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.tslmap.collector.cli.Main;
import org.tslmap.npb.Variant;

/**
 * Starts {@code tslmap} again, in a virtual machine like this one: what is measured then is what a
 * user's own {@code tslmap run} would take.
 */
public final class OwnProgram {

  /** Settings where the environment has no other. */
  private static final Map<Variant, Map<String, String>> USUAL =
      Map.of(
          Variant.OMP,
          Map.of("OMP_WAIT_POLICY", "passive"),
          Variant.MPI,
          Map.of(
              "OMPI_MCA_mpi_yield_when_idle", "1", "OMPI_MCA_hwloc_base_binding_policy", "none"));

  private OwnProgram() {}

  /** The command line of {@code tslmap} with these arguments. */
  public static List<String> command(List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    for (String option : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
      if (!option.startsWith("-javaagent") && !option.startsWith("-agentlib")) {
        command.add(option);
      }
    }
    command.add("-cp");
    command.add(
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    command.add(Main.class.getName());
    command.addAll(arguments);
    return command;
  }

  /** What {@code tslmap run} needs to be told of how a program is parallel. */
  public static List<String> runOptions(Variant variant, int width) {
    return variant == Variant.MPI ? List.of("--mpi", Integer.toString(width)) : List.of();
  }

  /**
   * Settings of the environment for a program.
   *
   * <p>Under Valgrind one thread runs at a time, so threads that wait must sleep: spinning would
   * take the processor from the one they wait for, and fill the trace with accesses to a flag. The
   * program alone does the same, so that both are comparable, unless the environment says how
   * threads wait. Ranks of Open MPI that wait give way for the same reason, and none is bound to a
   * processor, as the collector needs one too.
   *
   * @param width threads or ranks
   */
  public static Map<String, String> environment(Variant variant, int width) {
    Map<String, String> environment = new TreeMap<>();
    if (variant == Variant.OMP) {
      environment.put("OMP_NUM_THREADS", Integer.toString(width));
    }
    USUAL.getOrDefault(variant, Map.of()).entrySet().stream()
        .filter(setting -> System.getenv(setting.getKey()) == null)
        .forEach(setting -> environment.put(setting.getKey(), setting.getValue()));
    return environment;
  }
}
