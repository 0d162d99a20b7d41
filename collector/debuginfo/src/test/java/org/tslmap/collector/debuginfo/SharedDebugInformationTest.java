package org.tslmap.collector.debuginfo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes that run the same files open them once. */
class SharedDebugInformationTest {
  @TempDir private Path folder;

  private Path copy(String name) throws IOException {
    return Files.copy(
        Path.of(System.getProperty("java.home"), "lib", "libzip.so"),
        folder.resolve(name),
        StandardCopyOption.REPLACE_EXISTING);
  }

  @Test
  void aFileIsOpenedOnceForAllThatUseIt() throws IOException, DebugInformationException {
    Path object = copy("one");
    DebugInformation first = SharedDebugInformation.open(object);
    assertSame(first, SharedDebugInformation.open(object));
    SharedDebugInformation.release(first);
    SharedDebugInformation.release(first);
    assertSame(first, SharedDebugInformation.open(object), "it stays open for the next process");
    SharedDebugInformation.release(first);
  }

  @Test
  void aFileThatWasBuiltAgainIsAnother() throws IOException, DebugInformationException {
    DebugInformation before = SharedDebugInformation.open(copy("built"));
    Files.delete(folder.resolve("built"));
    Path again = copy("built");
    Files.write(again, new byte[8], java.nio.file.StandardOpenOption.APPEND);
    DebugInformation after = SharedDebugInformation.open(again);
    assertNotSame(before, after);
    SharedDebugInformation.release(before);
    SharedDebugInformation.release(after);
  }

  @Test
  void filesThatNobodyUsesAreClosedInTheEnd() throws IOException, DebugInformationException {
    Path first = copy("first");
    DebugInformation information = SharedDebugInformation.open(first);
    SharedDebugInformation.release(information);
    List<DebugInformation> used = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      used.add(SharedDebugInformation.open(copy("other" + i)));
    }
    used.forEach(SharedDebugInformation::release);
    DebugInformation anew = SharedDebugInformation.open(first);
    assertNotSame(information, anew);
    SharedDebugInformation.release(anew);
  }

  @Test
  void aFileThatIsNotThereIsNotKept() throws IOException, DebugInformationException {
    Path object = folder.resolve("later");
    assertTrue(
        assertThrows(DebugInformationException.class, () -> SharedDebugInformation.open(object))
            .getMessage()
            .contains("later"));
    DebugInformation found = SharedDebugInformation.open(copy("later"));
    assertEquals(object, found.object());
    SharedDebugInformation.release(found);
  }
}
