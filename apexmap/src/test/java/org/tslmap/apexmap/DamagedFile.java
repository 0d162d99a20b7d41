package org.tslmap.apexmap;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file of any bytes, which is read, or refused in one line. */
public final class DamagedFile {
  private DamagedFile() {}

  /** Reads a file, writes it again, and asks what was read. */
  public interface Reader {
    void read(Path file, Path copy) throws IOException;
  }

  public static void isReadOrRefused(Path folder, byte[] bytes, Reader reader) throws IOException {
    Path file = Files.write(folder.resolve("damaged.json"), bytes);
    try {
      reader.read(file, folder.resolve("copy.json"));
    } catch (ApexFileException e) {
      assertEquals(1, e.getMessage().lines().count(), e.getMessage());
    }
  }
}
