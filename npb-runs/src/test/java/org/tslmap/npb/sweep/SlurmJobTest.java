package org.tslmap.npb.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class SlurmJobTest {

  @Test
  void numbersThatFollowEachOtherAreARange() {
    assertEquals("0-3,7,9-10", SlurmJob.ranges(List.of(10, 0, 1, 2, 3, 7, 9)));
    assertEquals("5", SlurmJob.ranges(List.of(5)));
    assertEquals("", SlurmJob.ranges(List.of()));
  }
}
