package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** Programs wait passively unless their user wants something else. */
class ProgramVariablesTest {
  @Test
  void whatTheUserHasSetStays() {
    assertEquals(Map.of("OMP_WAIT_POLICY", "passive"), ProgramVariables.of(Map.of(), false));
    assertEquals(Map.of(), ProgramVariables.of(Map.of("OMP_WAIT_POLICY", "active"), false));
    assertEquals(Map.of(), ProgramVariables.of(Map.of("GOMP_SPINCOUNT", "100"), false));
    assertEquals(Map.of(), ProgramVariables.of(Map.of("KMP_BLOCKTIME", "200"), false));
    assertEquals(
        Map.of(
            "OMP_WAIT_POLICY",
            "passive",
            "OMPI_MCA_mpi_yield_when_idle",
            "1",
            "HWLOC_COMPONENTS",
            "-x86"),
        ProgramVariables.of(Map.of("HOME", "/root"), true));
    assertEquals(
        Map.of("OMP_WAIT_POLICY", "passive", "HWLOC_COMPONENTS", "-x86"),
        ProgramVariables.of(Map.of("OMPI_MCA_mpi_yield_when_idle", "0"), true));
  }
}
