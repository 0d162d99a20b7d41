package org.tslmap.apexmap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.tslmap.locality.profile.ChainLink;
import org.tslmap.locality.profile.InstructionCounts;
import org.tslmap.locality.profile.InstructionKind;

/** The time of instructions is the longest of what limits them. */
class CoreCostsTest {
  private static CoreCosts costs(double overlap) {
    return new CoreCosts(
        0.25,
        Map.of("integer", 0.1, "multiply", 1.0, "floating", 0.5, "vector32", 0.75),
        Map.of("integer", 0.3, "load", 1.5),
        5,
        overlap,
        200,
        1500,
        Map.of("integer", 100.0, "load", 50.0));
  }

  private static InstructionCounts counts(Map<InstructionKind, Long> kinds, long loads) {
    return counts(kinds, Map.of(ChainLink.LOAD, loads));
  }

  private static InstructionCounts counts(
      Map<InstructionKind, Long> kinds, Map<ChainLink, Long> links) {
    long[] numbers = new long[InstructionKind.values().length];
    kinds.forEach((kind, count) -> numbers[kind.ordinal()] = count);
    long[] chain = new long[ChainLink.values().length];
    links.forEach((link, count) -> chain[link.ordinal()] = count);
    return InstructionCounts.of(numbers, chain);
  }

  @Test
  void whatLimitsDecides() {
    Map<InstructionKind, Long> integers = Map.of(InstructionKind.INTEGER, 100L);
    assertEquals(25, costs(1).nanoseconds(counts(integers, 0)), 1e-9);
    assertEquals(75, costs(1).nanoseconds(counts(integers, 50)), 1e-9);
    assertEquals(
        40,
        costs(1)
            .nanoseconds(
                counts(Map.of(InstructionKind.INTEGER, 40L, InstructionKind.MULTIPLY, 40L), 0)),
        1e-9);
    assertEquals(
        60,
        costs(1)
            .nanoseconds(
                counts(Map.of(InstructionKind.FLOATING, 60L, InstructionKind.VECTOR_32, 40L), 0)),
        1e-9,
        "one unit for both");
  }

  /** Files from before they were measured count them as other floating-point operations. */
  @Test
  void conversionsAndMultiplicationsTakeTheirOwnTime() {
    InstructionCounts converts =
        counts(
            Map.of(InstructionKind.CONVERSION, 100L, InstructionKind.FLOATING, 100L),
            Map.of(ChainLink.CONVERSION, 10L, ChainLink.FLOATING_MULTIPLY, 100L));
    CoreCosts measured =
        new CoreCosts(
            0.1,
            Map.of("floating", 0.5, "conversion", 1.0),
            Map.of("floating", 2.0, "conversion", 6.0, "floatingMultiply", 4.0),
            5,
            1,
            200,
            1500,
            Map.of());
    assertEquals(460, measured.chain(converts), 1e-9);
    assertEquals(460, measured.nanoseconds(converts), 1e-9);
    assertEquals(
        150,
        measured.nanoseconds(converts.withChain(new long[ChainLink.values().length], 0)),
        1e-9,
        "one unit for both");
    CoreCosts before =
        new CoreCosts(
            0.1, Map.of("floating", 0.5), Map.of("floating", 2.0), 5, 1, 200, 1500, Map.of());
    assertEquals(220, before.chain(converts), 1e-9);
    assertEquals(220, before.nanoseconds(converts), 1e-9);
    assertEquals(
        100, before.nanoseconds(converts.withChain(new long[ChainLink.values().length], 0)), 1e-9);
  }

  @Test
  void computingAndAccessesOverlapAsFarAsIsKnown() {
    assertEquals(20, costs(1).together(5, 20), 1e-9);
    assertEquals(45, costs(0).together(25, 20), 1e-9);
    assertEquals(50, costs(1).together(50, 20), 1e-9);
    assertEquals(60, costs(0.5).together(50, 20), 1e-9);
  }

  @Test
  void chainsOverlapAsFarAsTheCoreLooksAhead() {
    assertEquals(1, costs(1).waited(1e6, 5));
    assertEquals(0.05, costs(1).waited(2, 5), 1e-9);
    assertEquals(1, costs(1).waited(1, 500), "computing for longer than it looks ahead");
    assertEquals(1, CoreCosts.NONE.waited(2, 5));
  }

  @Test
  void branchesThatWereNotForeseenCostWhatTheyDo() {
    InstructionCounts counts = counts(Map.of(InstructionKind.BRANCH, 10L), 0);
    assertEquals(0, costs(1).mispredictions(counts));
    assertEquals(15, costs(1).mispredictions(counts.withBranches(10, 3)), 1e-9);
  }

  @Test
  void chainsGoOnBehindBranchesThatWereNotForeseen() {
    InstructionCounts chain = counts(Map.of(InstructionKind.BRANCH, 10L), 20);
    assertEquals(30, costs(1).nanoseconds(chain), 1e-9);
    assertEquals(15, costs(1).nanoseconds(chain.withBranches(10, 3)), 1e-9);
    assertEquals(2.5, costs(1).nanoseconds(chain.withBranches(10, 10)), 1e-9);
  }

  /**
   * 1000 loads one after the other take 1500 ns; the core holds 50 of them, and 200 instructions.
   */
  @Test
  void chainsThatBeginAnewOverlap() {
    InstructionCounts chain =
        counts(Map.of(InstructionKind.INTEGER, 10000L), 1000).withBranches(0, 0);
    assertEquals(1500, costs(1).chain(chain), 1e-9, "it goes on");
    assertEquals(1500 / 1.2, costs(1).chain(begins(chain, 10)), 1e-9, "instructions limit");
    InstructionCounts dense =
        counts(Map.of(InstructionKind.INTEGER, 1000L), 1000).withBranches(0, 0);
    assertEquals(1500 / 1.5, costs(1).chain(begins(dense, 10)), 1e-9, "what waits limits");
    CoreCosts before = new CoreCosts(0.25, Map.of(), Map.of("load", 1.5), 5, 1, 200, 0, Map.of());
    assertEquals(1500, before.chain(begins(dense, 10)), 1e-9, "not measured");
  }

  private static InstructionCounts begins(InstructionCounts counts, long begins) {
    long[] links = new long[ChainLink.values().length];
    links[ChainLink.LOAD.ordinal()] = counts.chain(ChainLink.LOAD);
    return counts.withChain(links, begins);
  }

  @Test
  void itIsDescribedInALine() {
    assertTrue(costs(0.5).describe().contains("5.0 ns for a mispredicted branch"));
    assertTrue(CoreCosts.NONE.describe().contains("not measured"));
  }

  @Test
  void whatIsNoTimeIsRefused() {
    Map<String, Double> none = Map.of();
    assertThrows(
        IllegalArgumentException.class,
        () -> new CoreCosts(1, Map.of("load", -1.0), none, 1, 1, 1, 1, none));
    assertThrows(
        IllegalArgumentException.class, () -> new CoreCosts(1, none, none, 1, 1.5, 1, 1, none));
    assertThrows(
        IllegalArgumentException.class, () -> new CoreCosts(-1, none, none, 1, 1, 1, 1, none));
    assertThrows(
        IllegalArgumentException.class, () -> new CoreCosts(1, none, none, 1, 1, -1, 1, none));
  }

  @Test
  void thisMachineIsMeasured() {
    CoreCosts core = CoreMeasurement.measure();
    if (!core.known()) {
      return; // a processor that the kernels do not know
    }
    for (InstructionKind kind : InstructionKind.values()) {
      if (kind != InstructionKind.VECTOR_32) {
        assertTrue(core.throughput().get(kind.key()) > 0, kind.key());
      }
    }
    assertTrue(core.window() > 0);
    assertTrue(core.firstTouch() > 0);
    for (ChainLink link : ChainLink.values()) {
      assertTrue(core.latency().get(link.key()) > 0, link.key());
    }
  }
}
