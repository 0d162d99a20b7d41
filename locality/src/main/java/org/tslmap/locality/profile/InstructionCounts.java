package org.tslmap.locality.profile;

import java.util.Arrays;

/**
 * How many instructions some code executed, by kind, and how long the longest chain in it is in
 * which each operation waits for the one before. All numbers are exact, whether accesses were
 * sampled or not; chains of several functions are added up as if one came after the other.
 */
public final class InstructionCounts {

  /** Numbers there are at least: one for each kind, and one for each link of the chain. */
  public static final int NUMBERS = InstructionKind.values().length + ChainLink.values().length;

  /** Nothing was executed. */
  public static final InstructionCounts NONE = new InstructionCounts(new long[NUMBERS]);

  private final long[] numbers;

  /**
   * Counts in the order of {@link InstructionKind} and then of {@link ChainLink}; what follows is
   * passed over.
   *
   * @throws IllegalArgumentException if there are too few numbers, or one is negative
   */
  public InstructionCounts(long... numbers) {
    if (numbers.length < NUMBERS || Arrays.stream(numbers).anyMatch(number -> number < 0)) {
      throw new IllegalArgumentException(
          "expected %d counts of instructions, none of them negative, but found %s"
              .formatted(NUMBERS, Arrays.toString(numbers)));
    }
    this.numbers = Arrays.copyOf(numbers, NUMBERS);
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

  /** These and others. */
  public InstructionCounts plus(InstructionCounts other) {
    long[] sum = numbers.clone();
    for (int i = 0; i < sum.length; i++) {
      sum[i] += other.numbers[i];
    }
    return new InstructionCounts(sum);
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
