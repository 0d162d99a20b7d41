package org.tslmap.npb.sweep;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.tslmap.npb.Variant;

/** What programs that are parallel in a variant need, alone and under {@code tslmap run}. */
public final class ParallelRun {

  /** Settings where the environment has no other. */
  private static final Map<Variant, Map<String, String>> USUAL =
      Map.of(
          Variant.OMP,
          Map.of("OMP_WAIT_POLICY", "passive"),
          Variant.MPI,
          Map.of(
              "OMPI_MCA_mpi_yield_when_idle", "1", "OMPI_MCA_hwloc_base_binding_policy", "none"));

  private ParallelRun() {}

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
