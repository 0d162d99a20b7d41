package org.tslmap.collector.view;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tslmap.locality.profile.TimeLine;

/** Windows come as near to a stretch of time as they can. */
class RecordedWindowsTest {
  /** Their middles are 50, 110, 220 and 325. */
  private static final List<TimeLine.Window> WINDOWS =
      List.of(
          new TimeLine.Window(0, 100, ""),
          new TimeLine.Window(100, 20, ""),
          new TimeLine.Window(120, 200, ""),
          new TimeLine.Window(320, 10, ""));

  @ParameterizedTest
  @CsvSource({"0,0", "50,0", "51,1", "110,1", "111,2", "220,2", "221,3", "1000,4"})
  void aWindowIsBeforeWhatComesAfterItsMiddle(long access, int before) {
    assertEquals(before, RecordedWindows.before(WINDOWS, access));
  }

  @ParameterizedTest
  @CsvSource({"0,0", "99,0", "100,1", "119,1", "120,2", "319,2", "320,3", "5000,3"})
  void anAccessIsInTheWindowThatBeganLast(long access, int window) {
    assertEquals(window, RecordedWindows.having(WINDOWS, access));
  }
}
