package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

/** Who has a sampled run and did not ask for it is told how to have all. */
class ResultSummaryTest {
  @Test
  void sampledRunsNameWhatScoresAll() {
    StringWriter out = new StringWriter();
    new ResultSummary().exact(new PrintWriter(out, true));
    assertTrue(out.toString().contains("tslmap run --sample=off"));
  }
}
