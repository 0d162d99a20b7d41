package org.tslmap.npb.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tslmap.collector.cli.MeasurementException;
import org.tslmap.npb.Variant;

class SubjectsTest {

  @TempDir private Path folder;

  private void program(String name) throws IOException {
    Path file = Files.writeString(folder.resolve(name), "#!/bin/sh\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  @Test
  void npbFoldersHoldOnlyProgramsOfItsNames() throws IOException, MeasurementException {
    for (String name : List.of("is.A.x", "cg.S", "ft.W.4", "is.S.x", "xx.S.x", "is.Q.x", "make")) {
      program(name);
    }
    Files.writeString(folder.resolve("mg.S.x"), "may not be executed");
    List<String> names =
        Subjects.inFolder(folder, Variant.MPI, List.of(1, 2)).stream().map(Subject::name).toList();
    assertEquals(
        List.of(
            "cg.S.mpi-1",
            "cg.S.mpi-2",
            "is.S.mpi-1",
            "is.S.mpi-2",
            "ft.W.mpi-4",
            "is.A.mpi-1",
            "is.A.mpi-2"),
        names);
  }

  @Test
  void aListHasQuotedWordsAndRemarks() throws IOException, MeasurementException {
    Path list =
        Files.writeString(
            folder.resolve("list"), "# all\n\nmine/1 sh -c 'exit 0' \"a b\" # rest\nother true\n");
    List<Subject> subjects = Subjects.listed(list, Variant.SERIAL, List.of(1));
    assertEquals(2, subjects.size());
    Subject mine = subjects.get(0);
    assertEquals("mine%2f1.serial", mine.name());
    assertTrue(mine.command().get(0).endsWith("/sh"), mine.command().get(0));
    assertEquals(List.of("-c", "exit 0", "a b"), mine.command().subList(1, 4));
  }

  @Test
  void wrongListsAreNamedByLine() throws IOException {
    for (String text : List.of("a true\nb\n", "a true\na true\n", "a true\nb /no/such\n")) {
      Path list = Files.writeString(folder.resolve("list"), text);
      MeasurementException wrong =
          assertThrows(
              MeasurementException.class, () -> Subjects.listed(list, Variant.SERIAL, List.of(1)));
      assertTrue(wrong.getMessage().contains("line 2"), wrong.getMessage());
    }
  }

  @Test
  void anotherProgramOfTheSameNameIsAnotherSubject() throws IOException, MeasurementException {
    program("is.S.x");
    Subject before = Subjects.inFolder(folder, Variant.SERIAL, List.of(1)).get(0);
    Files.writeString(folder.resolve("is.S.x"), "#!/bin/sh\nexit 1\n");
    Subject after = Subjects.inFolder(folder, Variant.SERIAL, List.of(1)).get(0);
    assertEquals(before.name(), after.name());
    assertNotEquals(before, after, "so that its old results do not count");
  }
}
