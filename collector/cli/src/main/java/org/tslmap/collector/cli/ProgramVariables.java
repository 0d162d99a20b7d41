package org.tslmap.collector.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a measured program finds in its environment, for its own good. Threads and ranks that wait
 * give their processor away instead of asking again and again: Valgrind runs one thread at a time,
 * and each of its instructions takes many times as long, so that a thread that asks keeps the one
 * from running that it waits for, and its accesses would be measured. A user who has said how to
 * wait is not overruled.
 */
final class ProgramVariables {
  /** OpenMP's own variable, and those of libgomp and libomp that say the same. */
  private static final String OPENMP = "OMP_WAIT_POLICY";

  private static final List<String> OPENMP_OTHERS =
      List.of("GOMP_SPINCOUNT", "KMP_BLOCKTIME", "KMP_LIBRARY");

  /** Open MPI: yield the processor when no message is there. */
  private static final String OPEN_MPI = "OMPI_MCA_mpi_yield_when_idle";

  /** What MPI libraries use to look at the processor; under Valgrind one part of it complains. */
  private static final String TOPOLOGY = "HWLOC_COMPONENTS";

  private ProgramVariables() {}

  /**
   * Variables for a program that is measured.
   *
   * @param environment what the user has set; goes before all of these
   * @param ranks whether it is started as MPI ranks
   */
  static Map<String, String> of(Map<String, String> environment, boolean ranks) {
    Map<String, String> variables = new LinkedHashMap<>();
    if (OPENMP_OTHERS.stream().noneMatch(environment::containsKey)) {
      variables.put(OPENMP, "passive");
    }
    if (ranks) {
      variables.put(OPEN_MPI, "1");
      variables.put(TOPOLOGY, "-x86");
    }
    variables.keySet().removeAll(environment.keySet());
    return variables;
  }
}
