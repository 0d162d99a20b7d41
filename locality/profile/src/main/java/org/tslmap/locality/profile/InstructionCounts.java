package org.tslmap.locality.profile;

import java.util.Arrays;
import java.util.OptionalLong;

/**
 * How many instructions some code executed, by kind, and how long the longest chain in it is in
 * which each operation waits for the one before. All numbers are exact, whether accesses were
 * sampled or not; chains of several functions are added up as if one came after the other. Where it
 * is known, there is also how many conditional branches there were, and how many of them a small
 * predictor has not foreseen.
 */
public final class InstructionCounts {

  /** Numbers there are at least: one for each kind, and one for each link of the chain. */
  public static final int NUMBERS = InstructionKind.values().length + ChainLink.values().length;

  /** The same with branches. */
  static final int NUMBERS_WITH_BRANCHES = NUMBERS + 2;

  /** The same, and how often the chain begins. */
  static final int NUMBERS_WITH_BEGINS = NUMBERS_WITH_BRANCHES + 1;

  /** Nothing was executed. */
  public static final InstructionCounts NONE = new InstructionCounts(new long[NUMBERS]);

  private final long[] numbers;

  /**
   * Counts in the order of {@link InstructionKind} and then of {@link ChainLink}; then, if they are
   * known, conditional branches and mispredicted ones; then, if that is known, how often the chain
   * begins; what follows is passed over.
   *
   * @throws IllegalArgumentException if there are too few numbers, or one is negative
   */
  public InstructionCounts(long... numbers) {
    if (numbers.length < NUMBERS || Arrays.stream(numbers).anyMatch(number -> number < 0)) {
      throw new IllegalArgumentException(
          "expected %d counts of instructions, none of them negative, but found %s"
              .formatted(NUMBERS, Arrays.toString(numbers)));
    }
    this.numbers =
        Arrays.copyOf(
            numbers,
            numbers.length < NUMBERS_WITH_BRANCHES
                ? NUMBERS
                : Math.min(numbers.length, NUMBERS_WITH_BEGINS));
  }

  /** The same with branches. */
  public InstructionCounts withBranches(long conditional, long mispredicted) {
    long[] all = Arrays.copyOf(numbers, NUMBERS_WITH_BRANCHES);
    all[NUMBERS] = conditional;
    all[NUMBERS + 1] = mispredicted;
    return new InstructionCounts(all);
  }

  /**
   * The same with another chain. How often it begins is kept only where branches are known.
   *
   * @param links in the order of {@link ChainLink}
   * @param begins how often it begins with a new value; the core may then begin before the one
   *     before has ended. 0 if it goes on all the time
   */
  public InstructionCounts withChain(long[] links, long begins) {
    boolean known = numbers.length > NUMBERS;
    long[] all = Arrays.copyOf(numbers, known ? NUMBERS_WITH_BEGINS : NUMBERS);
    System.arraycopy(links, 0, all, InstructionKind.values().length, ChainLink.values().length);
    if (known) {
      all[NUMBERS_WITH_BRANCHES] = begins;
    }
    return new InstructionCounts(all);
  }

  /** How often the chain begins; 0 if it goes on, or that is not known. */
  public long begins() {
    return numbers.length < NUMBERS_WITH_BEGINS ? 0 : numbers[NUMBERS_WITH_BRANCHES];
  }

  /** Conditional branches, if they are known. */
  public OptionalLong conditional() {
    return branches(0);
  }

  /** Those of them that were not foreseen, if that is known. */
  public OptionalLong mispredicted() {
    return branches(1);
  }

  private OptionalLong branches(int which) {
    return numbers.length == NUMBERS
        ? OptionalLong.empty()
        : OptionalLong.of(numbers[NUMBERS + which]);
  }

  /** Instructions of a kind. */
  public long of(InstructionKind kind) {
    return numbers[kind.ordinal()];
  }

  /** Links of the chain. */
  public long chain(ChainLink link) {
    return numbers[InstructionKind.values().length + link.ordinal()];
  }

  /** All instructions. */
  public long all() {
    return Arrays.stream(numbers, 0, InstructionKind.values().length).sum();
  }

  /** These and others; branches are known if they are of both. */
  public InstructionCounts plus(InstructionCounts other) {
    if (isNone() || other.isNone()) {
      return isNone() ? other : this;
    }
    long[] sum = Arrays.copyOf(numbers, Math.min(numbers.length, other.numbers.length));
    for (int i = 0; i < sum.length; i++) {
      sum[i] += other.numbers[i];
    }
    return new InstructionCounts(sum);
  }

  /**
   * These without others that are among them, such as what a function executes outside its loops.
   * Chains are not known of the rest, and count as none.
   */
  public InstructionCounts outside(InstructionCounts inside) {
    long[] rest = new long[Math.min(numbers.length, inside.numbers.length)];
    for (int i = 0; i < rest.length; i++) {
      boolean chain =
          (i >= InstructionKind.values().length && i < NUMBERS) || i == NUMBERS_WITH_BRANCHES;
      rest[i] = chain ? 0 : Math.max(0, numbers[i] - inside.numbers[i]);
    }
    return new InstructionCounts(rest);
  }

  private boolean isNone() {
    return Arrays.stream(numbers).allMatch(number -> number == 0);
  }

  /** All numbers, in the order of the constructor. */
  public long[] numbers() {
    return numbers.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof InstructionCounts that && Arrays.equals(numbers, that.numbers);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(numbers);
  }

  @Override
  public String toString() {
    return "InstructionCounts" + Arrays.toString(numbers);
  }
}
