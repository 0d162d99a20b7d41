package org.tslmap.apexmap.prediction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** Which of three times is the limit. */
class VerdictTest {

  private static final OptionalDouble UNKNOWN = OptionalDouble.empty();

  private static MemoryTime seconds(double near, double bandwidth, double latency) {
    return new MemoryTime(1e9 * near, 1e9 * bandwidth, 1e9 * latency);
  }

  @Test
  void aTimeIsPartedIntoWhatItConsistsOf() {
    assertEquals(new MemoryTime(1, 2, 7), MemoryTime.of(10, 1, 3));
    assertEquals(new MemoryTime(1, 9, 0), MemoryTime.of(10, 1, 12), "a sweep is no slower");
    assertEquals(new MemoryTime(10, 0, 0), MemoryTime.of(10, 10, 10));
    assertEquals(10, MemoryTime.of(10, 1, 3).all());
  }

  @Test
  void theLongestTimeIsTheLimit() {
    assertEquals(Bound.BANDWIDTH, Verdict.of(seconds(1, 3, 2), UNKNOWN, 0, UNKNOWN).bound());
    assertEquals(Bound.LATENCY, Verdict.of(seconds(1, 2, 3), UNKNOWN, 0, UNKNOWN).bound());
    assertEquals(
        Bound.COMPUTE, Verdict.of(seconds(1, 2, 3), OptionalDouble.of(6), 0, UNKNOWN).bound());
    assertEquals(
        Bound.LATENCY, Verdict.of(seconds(1, 2, 3), OptionalDouble.of(4), 0, UNKNOWN).bound());
  }

  @Test
  void whatIsNotKnownIsSaid() {
    Verdict near = Verdict.of(seconds(9, 2, 3), UNKNOWN, 0, UNKNOWN);
    assertEquals(Bound.NOT_KNOWN, near.bound());
    assertTrue(near.line().contains("does not tell how much is computed"), near.line());
    Verdict little = Verdict.of(seconds(1, 2, 3), UNKNOWN, 0, OptionalDouble.of(13));
    assertEquals(Bound.NOT_KNOWN, little.bound());
    assertTrue(little.line().contains("only 46 % of the measured time"), little.line());
    assertEquals(
        Bound.LATENCY, Verdict.of(seconds(1, 2, 3), UNKNOWN, 0, OptionalDouble.of(11)).bound());
  }

  @Test
  void firstTouchesOfPagesExplainTimeToo() {
    Verdict pages = Verdict.of(seconds(1, 2, 3), UNKNOWN, 4, OptionalDouble.of(13));
    assertEquals(Bound.LATENCY, pages.bound());
    assertTrue(pages.line().endsWith("30 % latency, 40 % first touches of pages"), pages.line());
  }
}
