package org.tslmap.collector.attribution;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.tslmap.locality.profile.TimeLine;

/** How long the windows of a time line are. */
class TimeLineRecorderTest {
  private final Labels meanings = new Labels();

  @Test
  void firstWindowsAreASixteenthOfThoseOfTheProcess() {
    assertEquals(1 << 16, new TimeLineRecorder(1 << 20, meanings).left());
    assertEquals(1024, new TimeLineRecorder(4096, meanings).left(), "but not too short to score");
  }

  @Test
  void neighboursAreMergedWhenThereAreMoreThan256() {
    TimeLineRecorder recorder = new TimeLineRecorder(16 * 1024, meanings);
    meanings.add(8, 5, 3, false);
    meanings.add(9, 5, 3, true);
    for (int window = 1; window <= 257; window++) {
      recorder.change(0, 1000, window, 1, 1);
      recorder.change(1, 24, 0, 0, 1);
      recorder.advance(1024);
      recorder.endWindow(window * 1024L);
    }
    assertEquals(2048, recorder.left());
    TimeLine line = recorder.timeLine();
    assertEquals(129, line.windows().size());
    assertEquals(new TimeLine.Window(2048, 2048, ""), line.windows().get(1));
    assertEquals(new TimeLine.Window(256 * 1024, 1024, ""), line.windows().get(128), "no partner");
    assertEquals(1, line.series().size());
    List<TimeLine.Point> points = line.series().get(0).points();
    assertEquals(129, points.size());
    assertEquals(new TimeLine.Point(1, 2048, 3 + 4, 2, 4), points.get(1));
    assertEquals(new TimeLine.Point(128, 1024, 257, 1, 2), points.get(128));
  }
}
