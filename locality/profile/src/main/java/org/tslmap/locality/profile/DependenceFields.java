package org.tslmap.locality.profile;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.Optional;
import org.tslmap.locality.LoadDependence;

/** How many loads waited for others, as four numbers. */
final class DependenceFields {
  static final String KEY = "d";

  private DependenceFields() {}

  static void write(JsonGenerator out, Optional<LoadDependence> dependence) throws IOException {
    if (dependence.isPresent()) {
      LoadDependence counts = dependence.get();
      out.writeFieldName(KEY);
      out.writeArray(
          new long[] {counts.dependent(), counts.missed(), counts.chained(), counts.deeper()},
          0,
          4);
    }
  }

  /** Reads the current key's value. */
  static Optional<LoadDependence> read(JsonFields json) throws IOException {
    JsonFields.Longs numbers = json.longs();
    if (numbers.length != 3 && numbers.length != 4) {
      throw json.invalid(
          "expected four numbers, of loads that depend on others, that missed, both, and deeper than others, but found "
              + numbers.length);
    }
    long[] counts = numbers.values;
    // Profiles of before have no fourth number: every tree of misses was taken for a chain.
    return Optional.of(
        new LoadDependence(counts[0], counts[1], counts[2], counts[numbers.length - 1]));
  }
}
