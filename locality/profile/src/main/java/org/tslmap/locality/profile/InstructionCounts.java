package org.tslmap.locality.profile;

import java.util.Arrays;
import java.util.OptionalLong;

/**
 * How many instructions some code executed, by kind, and how long the longest chain in it is in
 * which each operation waits for the one before. Numbers by kind are exact, whether accesses were
 * sampled or not. Chains of several functions are added up as if one came after the other. Where it
 * is known, there is also how many conditional branches there were, and how many of them a small
 * predictor has not foreseen; of sampled runs the latter is an estimate.
 */
public final class InstructionCounts {

  /** Kinds and links that rows of numbers begin with; those that were added later come last. */
  public static final int FIRST_KINDS = 8;

  /** See {@link #FIRST_KINDS}. */
  public static final int FIRST_LINKS = 6;

  /** Numbers there are at least: one for each of the first kinds, and for each first link. */
  public static final int NUMBERS = FIRST_KINDS + FIRST_LINKS;

  private static final int CONDITIONAL = NUMBERS;
  private static final int MISPREDICTED = CONDITIONAL + 1;
  private static final int BEGINS = MISPREDICTED + 1;
  private static final int MORE_KINDS = BEGINS + 1;
  private static final int MORE_LINKS = MORE_KINDS + InstructionKind.values().length - FIRST_KINDS;

  /** All numbers there may be. */
  static final int ALL = MORE_LINKS + ChainLink.values().length - FIRST_LINKS;

  private static final long UNKNOWN = -1;

  /** Nothing was executed. */
  public static final InstructionCounts NONE = new InstructionCounts(new long[NUMBERS]);

  private final long[] numbers;

  /**
   * Counts in the order of rows: by the first eight kinds and the first six links; conditional
   * branches and mispredicted ones, both -1 if they are not known; how often the chain begins;
   * other kinds and links. What is missing at the end is not known or 0; what follows is passed
   * over.
   *
   * @throws IllegalArgumentException if there are too few numbers, or one is negative
   */
  public InstructionCounts(long... numbers) {
    this.numbers = Arrays.copyOf(numbers, ALL);
    if (numbers.length <= MISPREDICTED) {
      this.numbers[CONDITIONAL] = UNKNOWN;
      this.numbers[MISPREDICTED] = UNKNOWN;
    }
    boolean unknown = this.numbers[CONDITIONAL] == UNKNOWN && this.numbers[MISPREDICTED] == UNKNOWN;
    long negative = Arrays.stream(this.numbers).filter(number -> number < 0).count();
    if (numbers.length < NUMBERS || negative > (unknown ? 2 : 0)) {
      throw new IllegalArgumentException(
          "expected %d counts of instructions, none of them negative, but found %s"
              .formatted(NUMBERS, Arrays.toString(numbers)));
    }
  }

  /**
   * Counts whose branches are not known.
   *
   * @param kinds in the order of {@link InstructionKind}
   * @param chain in the order of {@link ChainLink}
   */
  public static InstructionCounts of(long[] kinds, long[] chain) {
    long[] all = NONE.numbers();
    for (InstructionKind kind : InstructionKind.values()) {
      all[at(kind)] = kinds[kind.ordinal()];
    }
    return new InstructionCounts(all).withChain(chain, 0);
  }

  private static int at(InstructionKind kind) {
    int ordinal = kind.ordinal();
    return ordinal < FIRST_KINDS ? ordinal : MORE_KINDS + ordinal - FIRST_KINDS;
  }

  private static int at(ChainLink link) {
    int ordinal = link.ordinal();
    return ordinal < FIRST_LINKS ? FIRST_KINDS + ordinal : MORE_LINKS + ordinal - FIRST_LINKS;
  }

  /** The same with branches. */
  public InstructionCounts withBranches(long conditional, long mispredicted) {
    long[] all = numbers();
    all[CONDITIONAL] = conditional;
    all[MISPREDICTED] = mispredicted;
    return new InstructionCounts(all);
  }

  /**
   * The same with another chain.
   *
   * @param links in the order of {@link ChainLink}
   * @param begins how often it begins with a new value; the core may then begin before the one
   *     before has ended. 0 if it goes on all the time
   */
  public InstructionCounts withChain(long[] links, long begins) {
    long[] all = numbers();
    for (ChainLink link : ChainLink.values()) {
      all[at(link)] = links[link.ordinal()];
    }
    all[BEGINS] = begins;
    return new InstructionCounts(all);
  }

  /** How often the chain begins; 0 if it goes on, or that is not known. */
  public long begins() {
    return numbers[BEGINS];
  }

  /** Conditional branches, if they are known. */
  public OptionalLong conditional() {
    return branches(CONDITIONAL);
  }

  /** Those of them that were not foreseen, if that is known. */
  public OptionalLong mispredicted() {
    return branches(MISPREDICTED);
  }

  private OptionalLong branches(int which) {
    return numbers[which] == UNKNOWN ? OptionalLong.empty() : OptionalLong.of(numbers[which]);
  }

  /** Instructions of a kind. */
  public long of(InstructionKind kind) {
    return numbers[at(kind)];
  }

  /** Links of the chain. */
  public long chain(ChainLink link) {
    return numbers[at(link)];
  }

  /** All instructions. */
  public long all() {
    return Arrays.stream(InstructionKind.values()).mapToLong(this::of).sum();
  }

  /** These and others; branches are known if they are of both. */
  public InstructionCounts plus(InstructionCounts other) {
    if (isNone() || other.isNone()) {
      return isNone() ? other : this;
    }
    long[] sum = numbers();
    for (int i = 0; i < ALL; i++) {
      sum[i] = eitherUnknown(i, other) ? UNKNOWN : sum[i] + other.numbers[i];
    }
    return new InstructionCounts(sum);
  }

  private boolean eitherUnknown(int number, InstructionCounts other) {
    return numbers[number] == UNKNOWN || other.numbers[number] == UNKNOWN;
  }

  /**
   * These without others that are among them, such as what a function executes outside its loops.
   * Chains are not known of the rest, and count as none.
   */
  public InstructionCounts outside(InstructionCounts inside) {
    long[] rest = numbers();
    for (int i = 0; i < ALL; i++) {
      rest[i] = eitherUnknown(i, inside) ? UNKNOWN : Math.max(0, rest[i] - inside.numbers[i]);
    }
    return new InstructionCounts(rest).withChain(new long[ChainLink.values().length], 0);
  }

  private boolean isNone() {
    return Arrays.stream(numbers).allMatch(number -> number == 0 || number == UNKNOWN);
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
