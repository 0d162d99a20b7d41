package org.tslmap.collector.attribution;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.tslmap.locality.LabelledBatch;
import org.tslmap.locality.profile.TimeLine;

/** How long the windows of a time line are. */
class TimeLineRecorderTest {
  private final Labels meanings = new Labels();
  private int window;

  @Test
  void firstWindowsAreASixteenthOfThoseOfTheProcess() {
    assertEquals(1 << 16, recorder(1 << 20).most());
    assertEquals(1024, recorder(4096).most(), "but not too short to score");
  }

  private TimeLineRecorder recorder(long timeWindow) {
    return new TimeLineRecorder(
        timeWindow,
        meanings,
        visitor -> {
          window++;
          visitor.change(1, 0, 1000, window, 1, 1);
          visitor.change(1, 1, 24, 0, 0, 1);
        });
  }

  @Test
  void neighboursAreMergedWhenThereAreMoreThan256() {
    TimeLineRecorder recorder = recorder(16 * 1024);
    LabelledBatch batch = new LabelledBatch(1024);
    meanings.add(8, 5, 3, false, 8);
    meanings.add(9, 5, 3, true, 8);
    for (int i = 0; i < 257; i++) {
      recorder.accesses(batch, 0, 1000);
      assertEquals(24, recorder.most());
      recorder.accesses(batch, 1000, 24);
    }
    assertEquals(2048, recorder.most());
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

  @Test
  void aPhaseBeginsAWindow() {
    TimeLineRecorder recorder = recorder(16 * 1024);
    LabelledBatch batch = new LabelledBatch(1024);
    meanings.add(8, 5, 3, false, 8);
    meanings.add(9, 5, 3, true, 8);
    recorder.accesses(batch, 0, 100);
    recorder.phase("solve");
    recorder.phase("");
    recorder.accesses(batch, 100, 50);
    recorder.end();
    assertEquals(
        List.of(new TimeLine.Window(0, 100, ""), new TimeLine.Window(100, 50, "")),
        recorder.timeLine().windows(),
        "no window without an access");
  }
}
