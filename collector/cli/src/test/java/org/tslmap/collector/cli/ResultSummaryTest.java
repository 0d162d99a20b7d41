package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

/** Who has waited for long is told what is faster. */
class ResultSummaryTest {
  @Test
  void longRunsNameSampling() {
    assertTrue(faster(600_000_000).contains("tslmap run --sample=auto"));
  }

  @Test
  void shortRunsDoNot() {
    assertEquals("", faster(100_000_000));
  }

  private static String faster(long scored) {
    StringWriter out = new StringWriter();
    new ResultSummary().faster(scored, new PrintWriter(out, true));
    return out.toString();
  }
}
