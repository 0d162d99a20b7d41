package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each launcher gets the options it knows, and only those it needs. */
class MpiLauncherTest {

  private static final MpiLauncher OPEN_MPI = new MpiLauncher(Path.of("/usr/bin/mpirun"), true);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "mpirun (Open MPI) 4.1.4 | true",
        "mpirun (Open MPI) 5.0.3 | true",
        "prterun (PRRTE) 3.0.5 | true",
        "HYDRA build details: | false",
        "Intel(R) MPI Library for Linux* OS, Version 2021.9 | false",
        "slurm-wlm 22.05.8 | false",
      })
  void launchersAreToldApartByTheirVersion(String version, boolean openMpi) {
    assertEquals(openMpi, MpiLauncher.isOpenMpi(version));
  }

  @Test
  void openMpiIsAllowedWhatItWouldRefuse() {
    assertEquals(
        List.of("/usr/bin/mpirun", "--allow-run-as-root", "--oversubscribe", "-n", "3"),
        OPEN_MPI.prefix(3, List.of(), true, 2));
  }

  @Test
  void nothingIsAllowedWithoutNeed() {
    assertEquals(
        List.of("/usr/bin/mpirun", "--bind-to", "none", "-n", "2"),
        OPEN_MPI.prefix(2, List.of("--bind-to", "none"), false, 2));
  }

  @Test
  void whatTheUserGivesIsNotRepeated() {
    assertEquals(
        List.of("/usr/bin/mpirun", "--oversubscribe", "--allow-run-as-root", "-n", "4"),
        OPEN_MPI.prefix(4, List.of("--oversubscribe", "--allow-run-as-root"), true, 2));
  }

  @Test
  void othersHaveNoSuchOptions() {
    MpiLauncher hydra = new MpiLauncher(Path.of("/usr/bin/mpiexec.mpich"), false);
    assertEquals(List.of("/usr/bin/mpiexec.mpich", "-n", "8"), hydra.prefix(8, List.of(), true, 2));
  }
}
