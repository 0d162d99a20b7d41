package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tslmap.collector.session.RunOptions;
import org.tslmap.collector.session.RunRecorder;
import org.tslmap.locality.EngineChoice;
import org.tslmap.locality.MetricParameters;

/** What signals do to a recording whose program has ended. */
class EndingTest {
  @TempDir private Path folder;

  @Test
  void severalSignalsCutOffOnce() throws IOException, InterruptedException {
    Ending ending = new Ending(Ending.NO_PROGRAM, new PrintWriter(Writer.nullWriter()));
    Set<Thread> before = cutting();
    try (RunRecorder recorder =
        RunRecorder.local(
            new RunOptions(
                folder.resolve("run"),
                MetricParameters.defaults(),
                EngineChoice.JAVA,
                false,
                0,
                List.of()))) {
      ending.programEnded(0, recorder);
      ending.terminate("HUP"); // a terminal that is closed tells so more than once
      ending.terminate("HUP");
      Set<Thread> started = cutting();
      started.removeAll(before);
      assertEquals(1, started.size());
      recorder.finish(Duration.ZERO);
    }
  }

  private static Set<Thread> cutting() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("tslmap-cutting"))
        .collect(Collectors.toSet());
  }
}
