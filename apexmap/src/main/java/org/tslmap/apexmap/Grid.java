package org.tslmap.apexmap;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Which surfaces are measured, and with how much effort for a point.
 *
 * @param plans at least one
 * @param effort for each point
 */
public record Grid(List<Plan> plans, Effort effort) {

  private static final List<Double> ALPHAS =
      List.of(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0);
  private static final List<Double> FEW_ALPHAS = List.of(0.001, 0.01, 0.05, 0.25, 1.0);
  private static final List<Integer> LENGTHS =
      IntStream.rangeClosed(0, 16).mapToObj(bit -> 1 << bit).toList();
  private static final List<Integer> FEW_LENGTHS = List.of(1, 4, 16, 128, 65536);
  private static final List<Integer> STRIDED_LENGTHS = List.of(1, 4, 32, 65536);

  private static final List<Long> WORDS = powers(9, 12, 14, 16, 18, 20, 21, 22, 23, 25);
  private static final List<Long> STRIDED_WORDS = powers(9, 14, 17, 20, 22, 25);
  private static final List<Long> QUICK_WORDS = powers(9, 14, 17, 19, 20, 21, 22, 25);

  /** Words of a page and of a line. */
  private static final int PAGE = 512;

  private static final int LINE = 8;

  private static final List<Integer> STRIDES = List.of(2, 4, 8, 16, 64, 512);

  /**
   * One surface.
   *
   * @param setting how the probe runs
   * @param words M
   * @param stride words from one access of a visit to the next
   * @param alphas rising
   * @param lengths rising; each times the stride divides M
   */
  public record Plan(
      ProbeSetting setting, long words, int stride, List<Double> alphas, List<Integer> lengths) {

    /**
     * Checks that all points exist.
     *
     * @throws IllegalArgumentException as {@link ProbePoint} has it
     */
    public Plan {
      alphas = List.copyOf(alphas);
      lengths = List.copyOf(lengths);
      points(words, stride, alphas, lengths);
    }

    /** As {@link Surface#costs} orders them. */
    public List<ProbePoint> points() {
      return points(words, stride, alphas, lengths);
    }

    private static List<ProbePoint> points(
        long words, int stride, List<Double> alphas, List<Integer> lengths) {
      return alphas.stream()
          .flatMap(alpha -> lengths.stream().map(l -> new ProbePoint(words, l, stride, alpha)))
          .toList();
    }

    /** The lengths that fit into memory, and the one that fills it if that is less. */
    static Plan fitting(
        ProbeSetting setting, long words, int stride, List<Double> alphas, List<Integer> lengths) {
      long longest = words / stride;
      List<Integer> fitting = new ArrayList<>(lengths.stream().filter(l -> l <= longest).toList());
      if (fitting.size() < lengths.size() && !fitting.contains((int) longest)) {
        fitting.add((int) longest);
      }
      return new Plan(setting, words, stride, alphas, fitting);
    }
  }

  /**
   * Checks that there is something to measure.
   *
   * @throws IllegalArgumentException if there is nothing
   */
  public Grid {
    plans = List.copyOf(plans);
    if (plans.isEmpty()) {
      throw new IllegalArgumentException("a grid should have at least one surface, but has none");
    }
  }

  /**
   * A minute and a half: reads over five alphas and six lengths, and all other operations and
   * strides over the corners, each from a memory that fits the first-level cache to one that fits
   * none.
   */
  public static Grid quick(ProbeSetting setting) {
    List<Double> corners = List.of(0.001, 0.05, 1.0);
    List<Plan> plans = new ArrayList<>();
    for (long words : QUICK_WORDS) {
      reads(plans, setting, words, FEW_ALPHAS, List.of(1, 4, 16, 128, 1024, 65536));
      others(plans, setting, words, corners, FEW_LENGTHS);
      strided(plans, setting, words, List.of(8, 512), corners, List.of(1, 16, 65536));
      overPages(plans, setting, words, List.of(1, 16, 65536));
    }
    return new Grid(plans, Effort.QUICK);
  }

  /** About ten minutes: the alphas and lengths of the papers, and what predictions need. */
  public static Grid full(ProbeSetting setting) {
    List<Plan> plans = new ArrayList<>();
    for (long words : WORDS) {
      reads(plans, setting, words, ALPHAS, LENGTHS);
      others(plans, setting, words, FEW_ALPHAS, FEW_LENGTHS);
    }
    for (long words : STRIDED_WORDS) {
      strided(plans, setting, words, STRIDES, FEW_ALPHAS, STRIDED_LENGTHS);
      overPages(plans, setting, words, STRIDED_LENGTHS);
    }
    return new Grid(plans, Effort.FULL);
  }

  private static void reads(
      List<Plan> plans,
      ProbeSetting setting,
      long words,
      List<Double> alphas,
      List<Integer> lengths) {
    plans.add(
        Plan.fitting(
            setting.with(Operation.READ, Dependence.INDEPENDENT), words, 1, alphas, lengths));
  }

  private static void others(
      List<Plan> plans,
      ProbeSetting setting,
      long words,
      List<Double> alphas,
      List<Integer> lengths) {
    for (ProbeSetting other :
        List.of(
            setting.with(Operation.READ, Dependence.DEPENDENT),
            setting.with(Operation.WRITE, Dependence.INDEPENDENT),
            setting.with(Operation.UPDATE, Dependence.INDEPENDENT),
            setting.with(Operation.UPDATE, Dependence.DEPENDENT))) {
      plans.add(Plan.fitting(other, words, 1, alphas, lengths));
    }
  }

  /**
   * A stride of a page and a line, for as many lines as with a stride of a page: what a walk down a
   * column costs where its lines do not compete for few cache sets.
   */
  private static void overPages(
      List<Plan> plans, ProbeSetting setting, long words, List<Integer> lengths) {
    long more = words / PAGE * (PAGE + LINE);
    strided(plans, setting, more, List.of(PAGE + LINE), List.of(1.0), lengths);
  }

  private static void strided(
      List<Plan> plans,
      ProbeSetting setting,
      long words,
      List<Integer> strides,
      List<Double> alphas,
      List<Integer> lengths) {
    for (Operation operation : Operation.values()) {
      for (int stride : strides) {
        ProbeSetting independent = setting.with(operation, Dependence.INDEPENDENT);
        plans.add(Plan.fitting(independent, words, stride, alphas, lengths));
      }
    }
  }

  /**
   * Only these operations and dependences.
   *
   * @throws IllegalArgumentException if none is left
   */
  public Grid only(Collection<Operation> operations, Collection<Dependence> dependences) {
    return new Grid(
        plans.stream()
            .filter(plan -> operations.contains(plan.setting().operation()))
            .filter(plan -> dependences.contains(plan.setting().dependence()))
            .toList(),
        effort);
  }

  /**
   * The same surfaces for other memory sizes: for each size those of the grid's nearest one, if
   * their strides fit in. Without those of a page and a line, which are no stride of such sizes.
   *
   * @throws IllegalArgumentException if there is no size, or a length or stride of the grid does
   *     not divide one
   */
  public Grid withWords(Collection<Long> sizes) {
    List<Plan> regular = plans.stream().filter(plan -> plan.stride() != PAGE + LINE).toList();
    List<Plan> others = new ArrayList<>();
    for (long words : sizes) {
      long nearest =
          regular.stream()
              .map(Plan::words)
              .min(Comparator.comparingDouble(own -> Math.abs(Math.log((double) own / words))))
              .orElseThrow();
      for (Plan plan : regular) {
        if (plan.words() == nearest && plan.stride() <= words) {
          others.add(
              Plan.fitting(plan.setting(), words, plan.stride(), plan.alphas(), plan.lengths()));
        }
      }
    }
    return new Grid(others, effort);
  }

  /** The same surfaces with another effort. */
  public Grid with(Effort other) {
    return new Grid(plans, other);
  }

  /** All points of all surfaces. */
  public int size() {
    return plans.stream().mapToInt(plan -> plan.alphas().size() * plan.lengths().size()).sum();
  }

  private static List<Long> powers(int... exponents) {
    return IntStream.of(exponents).mapToObj(exponent -> 1L << exponent).toList();
  }
}
