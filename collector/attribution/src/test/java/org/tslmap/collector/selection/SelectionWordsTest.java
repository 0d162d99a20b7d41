package org.tslmap.collector.selection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.tslmap.collector.names.NamePattern;

/** What a selection is called, and what none is. */
class SelectionWordsTest {
  private static final Selection SOME =
      new Selection(
          SelectedCode.of(List.of(new NamePattern("solve"), new NamePattern("f*")), List.of()),
          List.of(new NamePattern("matrix")),
          List.of(new Selection.Region("0x40,8", 0x40, 8), new Selection.Region("0x40,8", 0x90, 8)),
          List.of(2),
          List.of(new NamePattern("init")),
          List.of(new Selection.Time(5, 1000), new Selection.Time(2000, Long.MAX_VALUE)));

  @Test
  void aTitleSaysWhatIsSelected() {
    assertEquals(
        "function solve or f*, data matrix, memory 0x40,8, thread 2, phase init,"
            + " accesses 5 to 1,000 or 2,000 to the end",
        SOME.description());
    assertEquals("", Selection.ALL.description());
  }

  @Test
  void aFileNameSaysSoToo() {
    assertEquals("-solve-f_-matrix-0x40_8-thread2-phaseinit-5-1000-2000-end", SOME.suffix());
    assertEquals("", Selection.ALL.suffix());
  }

  @Test
  void allTimeIsNoSelection() {
    assertTrue(Selection.ALL.withTime(Selection.Time.ALL).isAll());
    assertEquals(new Selection.Time(5, Long.MAX_VALUE), SOME.time());
    assertFalse(Selection.ALL.withThreads(1).hasTime());
    assertTrue(SOME.hasTime());
  }

  @Test
  void callsAreNamedAsTheyWereGiven() {
    Optional<Toggle> calls = Optional.of(Toggle.of("f#3,map<int, int>::find"));
    Selection some =
        SOME.withCode(new SelectedCode(SOME.code().functions(), List.of(), Set.of(), false, calls));
    assertTrue(some.description().contains("between calls f#3,map<int, int>::find"));
    assertTrue(some.options().contains("--tsl-toggle=f#3,map<int, int>::find"));
    assertTrue(some.suffix().contains("-f_3_map_int__int_::find".replace(':', '_')), some.suffix());
    assertEquals(calls, some.withThreads(1).withTime(Selection.Time.ALL).code().toggle());
  }

  @Test
  void aCommaBetweenBracketsBelongsToAName() {
    assertEquals("g", Toggle.of("map<a,b>::f(int, int),g").stop().orElseThrow().toString());
    assertEquals("g", Toggle.of("A::operator<<,g").stop().orElseThrow().toString());
    assertEquals("A::operator,", Toggle.of("A::operator,").start().toString());
    assertEquals(0, Toggle.of("f::{lambda()#1}::operator()").start().number());
    for (String text : List.of("", ",", "f,", "#3", "f#0", "f#99999999999999999999")) {
      assertThrows(IllegalArgumentException.class, () -> Toggle.of(text), text);
    }
  }

  @Test
  void aStretchOfTimeHoldsAnAccessAndBeginsAfterTheOneBefore() {
    assertThrows(IllegalArgumentException.class, () -> new Selection.Time(5, 5));
    assertThrows(IllegalArgumentException.class, () -> new Selection.Time(-1, 5));
    List<Selection.Time> crossing = List.of(new Selection.Time(0, 5), new Selection.Time(4, 9));
    assertThrows(IllegalArgumentException.class, () -> SOME.withTimes(crossing));
  }
}
