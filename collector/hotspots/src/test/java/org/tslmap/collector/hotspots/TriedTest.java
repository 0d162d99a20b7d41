package org.tslmap.collector.hotspots;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.tslmap.locality.layout.Remedy;

/** What is said of a trial agrees with its figures, also of gains that three digits do not show. */
class TriedTest {

  private static Tried tried(double before, double after, double least) {
    return new Tried(Remedy.Kind.INTERCHANGE, figures(before), figures(after), least);
  }

  private static Tried.Figures figures(double nanoseconds) {
    return new Tried.Figures(0.5, 0.25, List.of(10L), nanoseconds);
  }

  private static String text(Tried tried) {
    StringWriter text = new StringWriter();
    List<CacheLevel> caches = List.of(new CacheLevel("L1", 32L << 10, 8));
    TriedText.write(tried, new HotspotSettings(caches, 0.005), new PrintWriter(text, true));
    return text.toString().lines().findFirst().orElseThrow().strip();
  }

  @Test
  void whatIsWorthShowingHelps() {
    assertTrue(tried(1e6, 0.994e6, 0.005).helps());
    assertFalse(tried(1e6, 0.996e6, 0.005).helps());
    assertTrue(tried(1e6, 0.996e6, 0.001).helps(), "small hotspots were asked for");
    assertFalse(tried(1e6, 1e6, 0).helps(), "nothing is no help");
    assertFalse(tried(0, 0, 0).helps());
  }

  @Test
  void theSentenceAgreesWithTheFigures() {
    String start = "tried: with loops interchanged all accesses take an estimated ";
    assertEquals(start + "500 us instead of 1.00 ms, 50.0% less", text(tried(1e6, 5e5, 0.005)));
    assertEquals(start + "24.7 ms, 0.05% less", text(tried(24.70e6, 24.687e6, 0.0002)));
    assertEquals(
        start + "24.7 ms as before: it does not help", text(tried(24.70e6, 24.687e6, 0.005)));
    assertEquals(
        start + "1.10 ms instead of 1.00 ms, 10.0% more: it does not help",
        text(tried(1e6, 1.1e6, 0.005)));
  }
}
