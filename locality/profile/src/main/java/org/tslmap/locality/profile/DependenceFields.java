package org.tslmap.locality.profile;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.Optional;
import org.tslmap.locality.LoadDependence;

/** How many loads waited for others, as three numbers. */
final class DependenceFields {
  static final String KEY = "d";

  private DependenceFields() {}

  static void write(JsonGenerator out, Optional<LoadDependence> dependence) throws IOException {
    if (dependence.isPresent()) {
      LoadDependence counts = dependence.get();
      out.writeFieldName(KEY);
      out.writeArray(new long[] {counts.dependent(), counts.missed(), counts.chained()}, 0, 3);
    }
  }

  /** Reads the current key's value. */
  static Optional<LoadDependence> read(JsonFields json) throws IOException {
    JsonFields.Longs numbers = json.longs();
    if (numbers.length != 3) {
      throw json.invalid(
          "expected three numbers, of loads that depend on others, that missed, and both, but found "
              + numbers.length);
    }
    return Optional.of(new LoadDependence(numbers.values[0], numbers.values[1], numbers.values[2]));
  }
}
