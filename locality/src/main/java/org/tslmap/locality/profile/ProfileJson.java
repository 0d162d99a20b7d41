package org.tslmap.locality.profile;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * The JSON form of a profile: {@code profile.json} of a run folder, and {@code tslmap.out.<pid>} as
 * the Valgrind tool writes it without a collector. Both have the schema that {@code
 * locality/README.md} describes. Files are read and written as streams, so a large profile needs no
 * more memory than its histograms.
 */
public final class ProfileJson {

  /** The version of the schema this class writes, and the only one it reads. */
  public static final int SCHEMA_VERSION = 3;

  private static final JsonFactory JSON = new JsonFactory();

  private ProfileJson() {}

  /**
   * Reads a profile.
   *
   * @throws ProfileFormatException if the file is cut, damaged, of another schema, or no profile
   * @throws IOException if the file cannot be read
   */
  public static LocalityProfile read(Path file) throws IOException {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16);
        JsonParser parser = JSON.createParser(in)) {
      return new ProfileReader(parser, file).profile();
    } catch (JsonProcessingException e) {
      throw new ProfileFormatException(
          ("%s is no readable profile: expected JSON as tslmap writes it, but %s at line %d, column"
                  + " %d. The file may be cut short or belong to something else; measure again or"
                  + " replay the run's trace.")
              .formatted(
                  file,
                  e.getOriginalMessage().replaceAll("\\s+", " "),
                  e.getLocation() == null ? 0 : e.getLocation().getLineNr(),
                  e.getLocation() == null ? 0 : e.getLocation().getColumnNr()),
          e);
    }
  }

  /**
   * Writes a profile. The file appears whole or not at all: it is written beside its place first.
   *
   * @throws IOException if it cannot be written
   */
  public static void write(LocalityProfile profile, Path file) throws IOException {
    Path part = file.resolveSibling(file.getFileName() + ".part");
    try {
      try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(part), 1 << 16);
          JsonGenerator generator = JSON.createGenerator(out)) {
        generator.setPrettyPrinter(new RowPrinter());
        new ProfileWriter(generator).write(profile);
      }
      Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(part);
    }
  }
}
