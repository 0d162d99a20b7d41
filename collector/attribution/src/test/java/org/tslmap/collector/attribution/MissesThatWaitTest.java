package org.tslmap.collector.attribution;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tslmap.locality.LocalityHistogram;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.StrideShare;

/** A hundred accesses of which some come back to their line after 64 KiB or 64 MiB. */
class MissesThatWaitTest {
  private static final MetricParameters PARAMETERS = MetricParameters.defaults();
  private static final int HIT = 1;
  private static final int KIB_64 = 11;
  private static final int MIB_64 = 21;

  @ParameterizedTest
  @CsvSource({
    // after 64 KiB, 64 MiB; within a line or next to one; with this step in bytes; waiting
    "12, 0, 0, 0, 0, 12",
    "12, 0, 100, 0, 0, 0",
    "12, 0, 95, 0, 0, 5",
    "12, 0, 0, 95, 2048, 5",
    "12, 0, 0, 95, -2048, 5",
    "12, 0, 0, 95, 2056, 12",
    "2, 0, 95, 0, 0, 2",
    "12, 10, 100, 0, 0, 10",
    "12, 10, 0, 0, 0, 22",
  })
  void linesThatNothingForeseesOrThatComeFromMemory(
      int nearby, int far, int near, int steps, int step, double waiting) {
    LocalityHistogram lines = new LocalityHistogram(PARAMETERS.imax());
    lines.addReuse(HIT, 100 - nearby - far);
    lines.addReuse(KIB_64, nearby);
    lines.addReuse(MIB_64, far);
    lines.addStride(1, near);
    lines.addStride(PARAMETERS.imax(), 100 - near);
    assertEquals(
        waiting, MissesThatWait.of(lines, () -> List.of(new StrideShare(step, steps)), PARAMETERS));
  }
}
