package org.tslmap.npb.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class ResultBlockTest {

  @Test
  void successIsNoFailure() {
    ResultBlock block =
        ResultBlock.in(
            """
             IS Benchmark Completed
             Time in seconds =                     0.03
             Verification    =               SUCCESSFUL
             Version         =                    3.4.2
            """);
    assertEquals("", block.failure());
    assertEquals(OptionalDouble.of(0.03), block.seconds());
  }

  @Test
  void unsuccessfulNotPerformedAndMissingAreFailures() {
    assertTrue(
        ResultBlock.in(" Verification    =             UNSUCCESSFUL\n")
            .failure()
            .contains("UNSUCCESSFUL"));
    assertTrue(
        ResultBlock.in(" Verification    =            NOT PERFORMED\n")
            .failure()
            .contains("NOT PERFORMED"));
    assertTrue(ResultBlock.in("bye\n").failure().contains("printed no line"));
  }

  @Test
  void theLastOneCounts() {
    String output = " Verification = SUCCESSFUL\n Verification = UNSUCCESSFUL\n";
    assertTrue(ResultBlock.in(output).failure().contains("UNSUCCESSFUL"));
  }
}
