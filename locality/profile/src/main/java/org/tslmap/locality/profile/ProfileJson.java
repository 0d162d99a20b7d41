package org.tslmap.locality.profile;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.tslmap.locality.MetricParameters;

/**
 * The JSON form of a profile: {@code profile.json} of a run folder, and {@code tslmap.out.<pid>} as
 * the Valgrind tool writes it without a collector. Both have the schema that {@code
 * locality/README.md} describes. Files are read and written as streams, so a large profile needs no
 * more memory than its histograms.
 */
public final class ProfileJson {

  /** The version of the schema this class writes, and the only one it reads. */
  public static final int SCHEMA_VERSION = 3;

  private static final int BUFFER_BYTES = 1 << 16;

  /** A profile's keys are looked at by its reader, which takes less time. */
  private static final JsonFactory JSON =
      StrictJson.FACTORY.rebuild().disable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private ProfileJson() {}

  /**
   * Reads a profile.
   *
   * @throws ProfileFormatException if the file is cut, damaged, of another schema, or no profile
   * @throws IOException if the file cannot be read
   */
  public static LocalityProfile read(Path file) throws IOException {
    StoredProcess.Version version = StoredProcess.Version.of(file);
    try (Checksum.Input in =
            new Checksum.Input(new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES));
        JsonParser parser = parser(in)) {
      return read(file, version, in, parser);
    }
  }

  private static LocalityProfile read(
      Path file, StoredProcess.Version version, Checksum.Input in, JsonParser parser)
      throws IOException {
    ProfileReader reader = new ProfileReader(parser, file);
    try {
      LocalityProfile profile = reader.profile(version);
      StrictJson.end(parser);
      check(file, in.compare(), reader.hasChecksum());
      return profile;
    } catch (JsonProcessingException e) {
      // What is too deep or too long is told of without its place.
      JsonLocation place = e.getLocation() == null ? parser.currentLocation() : e.getLocation();
      throw new ProfileFormatException(
          ("%s is no readable profile: expected JSON as tslmap writes it, but %s at line %d, column"
                  + " %d. The file may be cut short or belong to something else; measure again or"
                  + " replay the run's trace.")
              .formatted(
                  file,
                  e.getOriginalMessage().replaceAll("\\s+", " "),
                  place.getLineNr(),
                  place.getColumnNr()),
          e);
    }
  }

  /**
   * What metrics were computed with, as profiles and run folders say it.
   *
   * @param parser stands before the object
   * @param file is named where that is wrong
   * @throws ProfileFormatException if it is no such object
   */
  public static MetricParameters parameters(JsonParser parser, Path file) throws IOException {
    return new ProfileReader(parser, file).parameters();
  }

  static JsonParser parser(InputStream in) throws IOException {
    return JSON.createParser(in);
  }

  private static void check(
      Path file, Optional<Checksum.Comparison> comparison, boolean hasChecksum)
      throws ProfileFormatException {
    if (comparison.isPresent() && !comparison.get().agrees()) {
      throw new ProfileFormatException(
          "%s is not as it was written: expected the checksum %s that it holds, found %s; replay the run's trace or measure again, or, if it was changed on purpose, take the checksum out: jq 'del(.checksum)'"
              .formatted(file, comparison.get().stored(), comparison.get().found()));
    }
    if (comparison.isEmpty() && hasChecksum) {
      throw new ProfileFormatException(
          "%s is not as it was written: expected the key checksum at the end, found it elsewhere; replay the run's trace or measure again, or, if it was changed on purpose, take the checksum out: jq 'del(.checksum)'"
              .formatted(file));
    }
  }

  /**
   * What should be said of a profile that could be read, one sentence each: that it has no
   * checksum, as when it was made by hand.
   *
   * @throws IOException if the file cannot be read
   */
  public static List<String> remarks(Path file) throws IOException {
    return Checksum.endsIn(file)
        ? List.of()
        : List.of(
            "%s is without a checksum: a change of it since it was measured would not be noticed"
                .formatted(file.getFileName()));
  }

  /**
   * Writes a profile. The file appears whole or not at all. From then on the large parts of its
   * processes are read from there when they are asked for, and memory need not hold them. What was
   * written to another file in the same way is copied from it.
   *
   * @throws IOException if it cannot be written
   */
  public static void write(LocalityProfile profile, Path file) throws IOException {
    List<Long> places = new ArrayList<>();
    WholeFile.write(file, part -> write(profile, part, places));
    StoredProcess.Version version = StoredProcess.Version.of(file);
    for (int i = 0; i < profile.processes().size(); i++) {
      long start = places.get(2 * i);
      profile
          .processes()
          .get(i)
          .details()
          .writtenTo(
              new StoredProcess(
                  file.toAbsolutePath(), version, start, places.get(2 * i + 1) - start));
    }
  }

  /** Writes it all, and tells where each of its processes begins and ends. */
  private static void write(LocalityProfile profile, Path file, List<Long> places)
      throws IOException {
    try (Checksum.Output out =
            new Checksum.Output(
                new BufferedOutputStream(Files.newOutputStream(file), BUFFER_BYTES));
        JsonGenerator generator = JSON.createGenerator(out)) {
      generator.setPrettyPrinter(new RowPrinter());
      new ProfileWriter(generator)
          .write(
              profile,
              process -> {
                places.add(out.count());
                write(process, out);
                places.add(out.count());
              },
              out::value);
    }
  }

  private static void write(ProcessProfile process, OutputStream out) throws IOException {
    Optional<StoredProcess> stored = process.details().written();
    if (stored.isPresent()) {
      stored.get().copy(out);
      return;
    }
    try (JsonGenerator generator = JSON.createGenerator(out)) {
      generator.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
      generator.setPrettyPrinter(RowPrinter.ofProcess());
      new ProfileWriter(generator).write(process);
    }
  }
}
