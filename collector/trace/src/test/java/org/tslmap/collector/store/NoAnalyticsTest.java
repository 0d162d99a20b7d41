package org.tslmap.collector.store;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.openhft.chronicle.core.analytics.AnalyticsFacade;
import org.junit.jupiter.api.Test;

/** The library that stores traces reports its use to nobody. */
class NoAnalyticsTest {

  @Test
  void theSenderIsNoPartOfTheProgram() {
    assertThrows(
        ClassNotFoundException.class,
        () -> Class.forName("net.openhft.chronicle.analytics.Analytics"));
  }

  @Test
  void itIsSwitchedOffBesides() {
    assertFalse(AnalyticsFacade.isEnabled());
    assertTrue(
        Boolean.getBoolean("chronicle.analytics.disable"),
        "it would be off without the option only as long as the sender is missing");
  }
}
