package org.tslmap.locality.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file is there whole or as it was before, and nothing is left beside it. */
class WholeFileTest {
  @TempDir private Path folder;

  @Test
  void replacesWhatWasThere() throws IOException {
    Path file = Files.writeString(folder.resolve("a"), "earlier");
    WholeFile.write(file, part -> Files.writeString(part, "later"));
    assertEquals("later", Files.readString(file));
    assertEquals(List.of(file), files());
  }

  @Test
  void keepsWhatWasThereIfWritingFails() throws IOException {
    Path file = Files.writeString(folder.resolve("a"), "earlier");
    IOException failure =
        assertThrows(IOException.class, () -> WholeFile.write(file, WholeFileTest::writeHalf));
    assertEquals("no space left", failure.getMessage());
    assertEquals("earlier", Files.readString(file));
    assertEquals(List.of(file), files());
  }

  private static void writeHalf(Path part) throws IOException {
    Files.writeString(part, "la");
    throw new IOException("no space left");
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> list = Files.list(folder)) {
      return list.toList();
    }
  }
}
