package org.tslmap.apexmap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The probe runs every kind of pattern, and says why when it does not. */
class ProbeTest {

  private static final Effort LITTLE =
      new Effort(Duration.ofNanos(20_000), 3, 0, Duration.ofMillis(1));

  private static String message(Class<? extends Exception> type, ThrowingAction action) {
    return assertThrows(type, action::run).getMessage();
  }

  @FunctionalInterface
  private interface ThrowingAction {
    void run() throws Exception;
  }

  /** Sums of reads, and stores of writes, are checked by every run; counts of updates here. */
  @Test
  void everyKindRunsAndIsRight() throws InterruptedException {
    ProbeMeasurement measurement = new ProbeMeasurement(LITTLE);
    for (boolean hugePages : List.of(false, true)) {
      ProbeSetting setting =
          new ProbeSetting(Operation.READ, Dependence.INDEPENDENT, 1, false, hugePages);
      try (Probe probe = Probe.open(1 << 13, setting)) {
        for (Operation operation : Operation.values()) {
          for (Dependence dependence : Dependence.values()) {
            if (operation != Operation.WRITE || dependence != Dependence.DEPENDENT) {
              for (int length : List.of(1, 2, 4, 8, 16, 32, 512)) {
                for (int stride : List.of(1, 2, 16)) {
                  ProbePoint point = new ProbePoint(1 << 13, length, stride, 0.1);
                  MeasuredCost cost = measurement.measure(probe, point, operation, dependence);
                  assertEquals(point, cost.point());
                  assertTrue(cost.nanoseconds() > 0 && cost.repeats() >= 3, cost.toString());
                }
              }
              probe.verify();
            }
          }
        }
      }
    }
  }

  @Test
  void threadsRunTogether() throws InterruptedException {
    assumeTrue(Probe.processors() > 1, "one processor");
    for (boolean shared : List.of(false, true)) {
      ProbeSetting setting =
          new ProbeSetting(Operation.READ, Dependence.INDEPENDENT, 2, shared, false);
      try (Probe probe = Probe.open(1 << 10, setting)) {
        ProbePoint point = new ProbePoint(1 << 10, 4, 0.5);
        for (Operation operation : Operation.values()) {
          ProbeRun run =
              probe.run(
                  point, operation, Dependence.INDEPENDENT, new Probe.Pace(1000, 20), 1024, 1);
          assertEquals(2, run.threads().size());
          assertEquals(1000L * 20 * 4 * operation.accesses(), run.accesses());
          run.threads().forEach(time -> assertTrue(time.nanoseconds() > 0));
          probe.verify();
        }
      }
    }
  }

  @Test
  void moreThreadsThanProcessorsAreRefused() {
    int threads = Probe.processors() + 1;
    ProbeSetting setting =
        new ProbeSetting(Operation.READ, Dependence.INDEPENDENT, threads, false, false);
    String message = message(ProbeException.class, () -> Probe.open(1024, setting));
    assertTrue(
        message.contains(threads + " threads") && message.contains("use fewer threads"), message);
  }

  @Test
  void moreMemoryThanThereIsIsRefused() {
    String message =
        message(ProbeException.class, () -> Probe.open(1L << 40, ProbeSetting.DEFAULT));
    assertTrue(
        message.contains("M = 1099511627776 words needs 8388608 MiB")
            && message.contains("choose a smaller M"),
        message);
    ProbeSetting two = new ProbeSetting(Operation.READ, Dependence.INDEPENDENT, 2, false, false);
    ProbeSetting shared = new ProbeSetting(Operation.READ, Dependence.INDEPENDENT, 2, true, false);
    OptionalLong free = OptionalLong.of(164L << 20);
    Probe.checkMemory(100 << 17, ProbeSetting.DEFAULT, free);
    Probe.checkMemory(100 << 17, shared, free);
    message = message(ProbeException.class, () -> Probe.checkMemory(100 << 17, two, free));
    assertTrue(message.contains("200 MiB") && message.contains("100 MiB are free"), message);
  }

  @Test
  void dependentWritesAreRefused() {
    ProbeSetting setting = ProbeSetting.DEFAULT.with(Operation.WRITE, Dependence.DEPENDENT);
    String message =
        message(
            ProbeException.class,
            () -> new ProbeMeasurement(LITTLE).measure(new ProbePoint(1024, 1, 1), setting));
    assertTrue(message.contains("independent writes"), message);
  }

  @Test
  void otherPatternsAndClosedProbesAreRefused() {
    Probe probe = Probe.open(1024, ProbeSetting.DEFAULT);
    ProbePoint larger = new ProbePoint(2048, 1, 1);
    ProbeMeasurement measurement = new ProbeMeasurement(LITTLE);
    assertTrue(
        message(
                IllegalArgumentException.class,
                () -> measurement.measure(probe, larger, Operation.READ, Dependence.INDEPENDENT))
            .contains("1024"));
    probe.close();
    probe.close();
    assertTrue(message(IllegalStateException.class, probe::verify).contains("closed"));
  }

  @Test
  void anInterruptEndsMeasuring() {
    Thread.currentThread().interrupt();
    assertThrows(
        InterruptedException.class,
        () -> new ProbeMeasurement(LITTLE).measure(new ProbePoint(64, 1, 1), ProbeSetting.DEFAULT));
  }

  @Test
  void impossiblePatternsAreRefused() {
    for (double alpha : new double[] {0, -1, 1.5, Double.NaN}) {
      assertTrue(
          message(IllegalArgumentException.class, () -> new ProbePoint(64, 1, alpha))
              .contains("alpha should be greater than 0 and at most 1"));
    }
    assertTrue(
        message(IllegalArgumentException.class, () -> new ProbePoint(64, 3, 1))
            .contains("divide M"));
  }

  @Test
  void aGridIsMeasuredPointByPoint() throws InterruptedException {
    ProbeSetting updates = ProbeSetting.DEFAULT.with(Operation.UPDATE, Dependence.DEPENDENT);
    Grid grid =
        new Grid(
            List.of(
                new Grid.Plan(ProbeSetting.DEFAULT, 256, 1, List.of(0.1, 1.0), List.of(1, 16)),
                new Grid.Plan(ProbeSetting.DEFAULT, 1024, 2, List.of(1.0), List.of(512)),
                new Grid.Plan(updates, 256, 1, List.of(0.5), List.of(2))),
            LITTLE);
    List<Long> told = new ArrayList<>();
    AtomicInteger lastTotal = new AtomicInteger();
    SurfaceFile file =
        GridMeasurement.measure(
            grid,
            "test",
            (done, total, left, setting, cost) -> {
              assertTrue(!left.isNegative());
              told.add(cost.point().words());
              assertEquals(told.size(), done);
              lastTotal.set(total);
            });
    // Two rounds, the larger memory first; what was not steady comes once more.
    assertEquals(
        List.of(1024L, 256L, 256L, 256L, 256L, 256L, 1024L, 256L, 256L, 256L, 256L, 256L),
        told.subList(0, 12));
    assertEquals(told.size(), lastTotal.get());
    assertEquals(
        grid.plans().stream().map(Grid.Plan::points).toList(),
        file.surfaces().stream()
            .map(surface -> surface.costs().stream().map(MeasuredCost::point).toList())
            .toList());
    assertEquals(told.size(), file.noise().samples());
    assertTrue(file.noise().coreMegahertz() > 100, file.noise().toString());
    assertTrue(file.machine().sameAs(Machine.current()));
  }
}
