package org.tslmap.apexmap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;

/** Costs at points are as measured, between points between them, and outside refused. */
class SurfaceTest {

  private static final List<Double> ALPHAS = List.of(0.001, 0.02, 0.3, 1.0);
  private static final List<Integer> LENGTHS = List.of(1, 4, 64, 1024);

  /** Costs that jump from point to point. */
  private static Surface jumpy(long seed) {
    Random random = new Random(seed);
    return Surfaces.surface(
        ProbeSetting.DEFAULT,
        4096,
        1,
        ALPHAS,
        LENGTHS,
        point -> Math.exp(6 * random.nextDouble() - 2));
  }

  private static Surface flat(Operation operation, long words, int stride, double cost) {
    List<Integer> lengths = words / stride > 1024 ? LENGTHS : List.of(1, (int) (words / stride));
    return Surfaces.surface(
        ProbeSetting.DEFAULT.with(operation, Dependence.INDEPENDENT),
        words,
        stride,
        ALPHAS,
        lengths,
        point -> cost);
  }

  @Property
  void pointsAreExact(@ForAll long seed) {
    Surface surface = jumpy(seed);
    for (int i = 0; i < ALPHAS.size(); i++) {
      for (int j = 0; j < LENGTHS.size(); j++) {
        assertEquals(
            surface.at(i, j).nanoseconds(), surface.cost(ALPHAS.get(i), LENGTHS.get(j)), 0);
      }
    }
  }

  @Property
  void betweenPointsCostsAreBetweenTheirs(
      @ForAll long seed,
      @ForAll @DoubleRange(min = -3, max = 0) double logAlpha,
      @ForAll @DoubleRange(min = 1, max = 1024) double length) {
    double alpha = Math.pow(10, logAlpha);
    Surface surface = jumpy(seed);
    List<Double> around = new ArrayList<>();
    for (int i = 0; i + 1 < ALPHAS.size(); i++) {
      for (int j = 0; j + 1 < LENGTHS.size(); j++) {
        if (ALPHAS.get(i) <= alpha
            && alpha <= ALPHAS.get(i + 1)
            && LENGTHS.get(j) <= length
            && length <= LENGTHS.get(j + 1)) {
          around.add(surface.at(i, j).nanoseconds());
          around.add(surface.at(i, j + 1).nanoseconds());
          around.add(surface.at(i + 1, j).nanoseconds());
          around.add(surface.at(i + 1, j + 1).nanoseconds());
        }
      }
    }
    double cost = surface.cost(alpha, length);
    double least = around.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
    double most = around.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
    assertTrue(cost >= least * (1 - 1e-12) && cost <= most * (1 + 1e-12), cost + " " + around);
  }

  /**
   * A power law in both is a plane in logarithms, and any bilinear interpolation has it exactly.
   */
  @Property
  void powerLawsAreExact(
      @ForAll @DoubleRange(min = -3, max = 0) double logAlpha,
      @ForAll @DoubleRange(min = 1, max = 1024) double length) {
    double alpha = Math.pow(10, logAlpha);
    Surface surface =
        Surfaces.surface(
            ProbeSetting.DEFAULT,
            4096,
            1,
            ALPHAS,
            LENGTHS,
            point -> 10 * Math.sqrt(point.alpha()) / Math.cbrt(point.length()));
    double expected = 10 * Math.sqrt(alpha) / Math.cbrt(length);
    assertEquals(expected, surface.cost(alpha, length), 1e-9 * expected);
  }

  @Test
  void outsideIsRefused() {
    Surface surface = jumpy(1);
    for (double[] outside :
        new double[][] {{0.0009, 1}, {1.001, 1}, {1, 0.5}, {1, 2048}, {Double.NaN, 1}}) {
      String message =
          assertThrows(OutsideSurfaceException.class, () -> surface.cost(outside[0], outside[1]))
              .getMessage();
      assertTrue(
          message.contains("alpha 0.001 to 1.0 and L 1 to 1024")
              && message.contains("measure a wider grid"),
          message);
    }
  }

  /** Costs of 1, 4 and 16 ns a factor of four apart in M: between, the cost is in proportion. */
  @Test
  void memoryAndStrideAreInterpolatedInLogarithms() {
    AccessCost cost =
        Surfaces.file(
                List.of(
                    flat(Operation.READ, 4096, 1, 1),
                    flat(Operation.READ, 65536, 1, 16),
                    flat(Operation.READ, 16384, 1, 4),
                    flat(Operation.READ, 16384, 16, 64)))
            .cost();
    assertEquals(2, nanoseconds(cost, new ProbePoint(8192, 4, 0.1)), 1e-12);
    assertEquals(8, nanoseconds(cost, new ProbePoint(32768, 4, 0.1)), 1e-12);
    assertEquals(4, nanoseconds(cost, new ProbePoint(16384, 4, 0.1)), 0);
    assertEquals(16, nanoseconds(cost, new ProbePoint(16384, 4, 4, 0.1)), 1e-12);
    assertEquals(64, nanoseconds(cost, new ProbePoint(16384, 4, 16, 0.1)), 0);
  }

  @Test
  void aVisitLongerThanTheSmallerMemoryCostsItsSweep() {
    Surface small =
        Surfaces.surface(
            ProbeSetting.DEFAULT, 64, 1, ALPHAS, List.of(1, 64), point -> point.length());
    AccessCost cost = Surfaces.file(List.of(small, flat(Operation.READ, 4096, 1, 256))).cost();
    assertEquals(128, nanoseconds(cost, new ProbePoint(512, 256, 0.5)), 1e-9);
  }

  private static double nanoseconds(AccessCost cost, ProbePoint point) {
    return cost.nanoseconds(point, Operation.READ, Dependence.INDEPENDENT);
  }

  @Test
  void whatWasNotMeasuredIsRefused() {
    AccessCost cost =
        Surfaces.file(
                List.of(
                    flat(Operation.READ, 4096, 1, 1),
                    flat(Operation.READ, 16384, 1, 4),
                    flat(Operation.READ, 16384, 16, 64)))
            .cost();
    refused(cost, new ProbePoint(2048, 1, 1), Operation.READ, "M from 4096 to 16384");
    refused(cost, new ProbePoint(32768, 1, 1), Operation.READ, "M from 4096 to 16384");
    refused(cost, new ProbePoint(8192, 1, 2, 1), Operation.READ, "M from 16384 to 16384");
    refused(cost, new ProbePoint(16384, 1, 32, 1), Operation.READ, "strides from 1 to 16");
    refused(cost, new ProbePoint(8192, 1, 1), Operation.WRITE, "no surface of that operation");
    refused(cost, new ProbePoint(8192, 2048, 1), Operation.READ, "L 1 to 1024");
  }

  private static void refused(
      AccessCost cost, ProbePoint point, Operation operation, String range) {
    String message =
        assertThrows(
                OutsideSurfaceException.class,
                () -> cost.nanoseconds(point, operation, Dependence.INDEPENDENT))
            .getMessage();
    assertTrue(message.contains(range) && message.contains("measure a"), message);
  }

  @Test
  void otherThreadsAndPagesAreKeptApart() {
    ProbeSetting two = new ProbeSetting(Operation.READ, Dependence.INDEPENDENT, 2, true, false);
    Surface dear = Surfaces.surface(two, 4096, 1, ALPHAS, LENGTHS, point -> 7);
    SurfaceFile file = Surfaces.file(List.of(flat(Operation.READ, 4096, 1, 1), dear));
    ProbePoint point = new ProbePoint(4096, 1, 1);
    assertEquals(1, nanoseconds(file.cost(), point));
    assertEquals(7, nanoseconds(file.cost(two), point));
    assertEquals(7, nanoseconds(file.cost(two.with(Operation.WRITE, Dependence.DEPENDENT)), point));
  }

  @Test
  void cornersAreTheEndsOfTheAxes() {
    Surface.Corners corners =
        Surfaces.surface(
                ProbeSetting.DEFAULT,
                4096,
                1,
                ALPHAS,
                LENGTHS,
                point -> 1000 * point.alpha() + point.length())
            .corners();
    assertEquals(new Surface.Corners(2, 1025, 1001, 2024), corners);
    assertEquals(1001.0 / 1025, corners.ratio(), 0);
  }

  @Test
  void aSurfaceWithGapsIsRefused() {
    Surface whole = jumpy(1);
    List<MeasuredCost> swapped = new ArrayList<>(whole.costs());
    swapped.set(0, whole.costs().get(1));
    for (List<MeasuredCost> wrong : List.of(whole.costs().subList(1, 16), swapped)) {
      assertThrows(
          IllegalArgumentException.class,
          () -> new Surface(whole.setting(), 4096, 1, ALPHAS, LENGTHS, wrong));
    }
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () ->
                    new Surface(
                        whole.setting(), 4096, 1, List.of(1.0, 0.5), LENGTHS, whole.costs()))
            .getMessage();
    assertTrue(message.contains("alphas should rise"), message);
  }

  @Test
  void ratiosCoverWhatBothCover() {
    Surface first =
        Surfaces.surface(
            ProbeSetting.DEFAULT, 4096, 1, ALPHAS, LENGTHS, point -> 1.0 / point.length());
    Surface second =
        Surfaces.surface(
            ProbeSetting.DEFAULT,
            8192,
            1,
            List.of(0.01, 0.3, 0.5),
            List.of(2, 64, 2048),
            point -> 3.0 / point.length());
    SurfaceRatio ratio = SurfaceRatio.of(first, second);
    assertEquals(List.of(0.02, 0.3, 0.5), ratio.alphas().subList(1, 4));
    assertEquals(List.of(0.01, 0.02, 0.3, 0.5), ratio.alphas());
    assertEquals(List.of(2, 4, 64, 1024), ratio.lengths());
    ratio.ratios().forEach(row -> row.forEach(value -> assertEquals(3, value, 1e-9)));
    assertEquals(3, ratio.medianRatio(), 1e-9);
    assertEquals(2, ratio.medianDifference(), 1e-9);
    assertEquals(2, ratio.worstDifference(), 1e-9);
    assertEquals(0, ratio.spread(), 1e-9);
  }

  @Test
  void surfacesWithNothingInCommonAreRefused() {
    Surface first = flat(Operation.READ, 4096, 1, 1);
    Surface second =
        Surfaces.surface(ProbeSetting.DEFAULT, 4096, 1, ALPHAS, List.of(2048, 4096), point -> 1);
    String message =
        assertThrows(OutsideSurfaceException.class, () -> SurfaceRatio.of(first, second))
            .getMessage();
    assertTrue(message.contains("no L in common"), message);
    SurfaceFile reads = Surfaces.file(List.of(first));
    SurfaceFile writes = Surfaces.file(List.of(flat(Operation.WRITE, 4096, 1, 1)));
    assertEquals(1, SurfaceRatio.of(reads, reads).size());
    assertThrows(OutsideSurfaceException.class, () -> SurfaceRatio.of(reads, writes));
  }
}
