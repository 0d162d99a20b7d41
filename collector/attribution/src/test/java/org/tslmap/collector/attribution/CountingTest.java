package org.tslmap.collector.attribution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.locality.EngineChoice;
import org.tslmap.locality.LocalityEngine;
import org.tslmap.locality.MetricParameters;

class CountingTest {
  private static final int BATCHES = 200;

  private final MetricParameters parameters = MetricParameters.defaults();
  private final LocalityEngine engine = LocalityEngine.open(parameters, EngineChoice.AUTO);
  private final Dependences dependences = new Dependences(new SymbolTables(), parameters, true);
  private final List<String> taken = Collections.synchronizedList(new ArrayList<>());

  @AfterEach
  void close() {
    dependences.close();
    engine.close();
  }

  private Counting counting(boolean alongside) {
    Counting.Consumer consumer =
        batch -> {
          taken.add("batch");
          return true;
        };
    return new Counting(engine, consumer, Optional.of(dependences), alongside);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void bothStepsKeepTheOrderAndDrainWaitsForBoth(boolean alongside) {
    List<Integer> first = new ArrayList<>();
    List<Integer> last = new ArrayList<>();
    List<Integer> all = IntStream.range(0, BATCHES).boxed().toList();
    try (Counting counting = counting(alongside)) {
      for (int i : all) {
        counting.count(counting.batch(1));
        counting.then(() -> first.add(i));
        counting.thenLast(() -> last.add(i));
      }
      counting.drain();
      assertEquals(all, first);
      assertEquals(all, last);
      assertEquals(BATCHES, taken.size());
    }
  }

  @Test
  void whatFailsInEitherStepIsToldToWhoHandsOver() {
    for (int step = 0; step < 2; step++) {
      Runnable fails =
          () -> {
            throw new IllegalStateException("no more memory");
          };
      try (Counting counting = counting(true)) {
        if (step == 0) {
          counting.then(fails);
        } else {
          counting.thenLast(fails);
        }
        String message = assertThrows(IllegalStateException.class, counting::drain).getMessage();
        assertTrue(message.startsWith("accesses cannot be counted: "), message);
        assertTrue(message.endsWith("no more memory"), message);
        assertThrows(IllegalStateException.class, () -> counting.count(counting.batch(1)));
      }
    }
    assertEquals(0, taken.size());
  }
}
