package org.tslmap.locality.profile;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.Optional;
import org.tslmap.locality.LoadDependence;

/** How many loads waited for others, as five numbers. */
final class DependenceFields {
  static final String KEY = "d";

  private DependenceFields() {}

  static void write(JsonGenerator out, Optional<LoadDependence> dependence) throws IOException {
    if (dependence.isPresent()) {
      LoadDependence counts = dependence.get();
      out.writeFieldName(KEY);
      out.writeArray(
          new long[] {
            counts.dependent(), counts.missed(), counts.chained(), counts.deeper(), counts.blocked()
          },
          0,
          5);
    }
  }

  /** Reads the current key's value. */
  static Optional<LoadDependence> read(JsonFields json) throws IOException {
    JsonFields.Longs numbers = json.longs();
    if (numbers.length < 3 || numbers.length > 5) {
      throw json.invalid(
          "expected five numbers, of loads that depend on others, that missed, both, deeper than others, and blocked, but found "
              + numbers.length);
    }
    long[] counts = numbers.values;
    // Profiles of before lack the last ones: every tree of misses was taken for a chain, and all
    // chained misses for blocked.
    long chained = counts[2];
    return Optional.of(
        new LoadDependence(
            counts[0],
            counts[1],
            chained,
            numbers.length > 3 ? counts[3] : chained,
            numbers.length > 4 ? counts[4] : chained));
  }
}
