package org.tslmap.apexmap;

import java.util.Locale;
import java.util.Map;
import org.tslmap.locality.profile.ChainLink;
import org.tslmap.locality.profile.InstructionCounts;
import org.tslmap.locality.profile.InstructionKind;

/**
 * What the core of a machine computes in a time, measured by the probe's own kernels. Times are in
 * nanoseconds.
 *
 * @param instruction the time of any instruction at least, in a mixture of them in a loop
 * @param throughput the same by {@link InstructionKind#key} of instructions of one kind that wait
 *     for nothing; kinds that the processor does not have are not there, nor are those that were
 *     not measured
 * @param latency by {@link ChainLink#key}, the time of an operation that waits for the one before;
 *     floating-point operations that were not measured take as long as others
 * @param misprediction what a branch costs in addition if its direction was not foreseen
 * @param overlap which part of the shorter of two goes on while the longer one does: computing, and
 *     accesses beyond the nearest cache; 0 to 1
 * @param window how many instructions the core looks ahead while it waits for memory; 0 where not
 *     measured
 * @param firstTouch what the system takes to give a page of 4 KiB when it is touched for the first
 *     time, and to take it back; 0 where not measured
 * @param waiting by {@link ChainLink#key}, how many operations of a chain the core holds besides
 *     those of the chain before; empty where not measured
 */
public record CoreCosts(
    double instruction,
    Map<String, Double> throughput,
    Map<String, Double> latency,
    double misprediction,
    double overlap,
    double window,
    double firstTouch,
    Map<String, Double> waiting) {

  /** Not measured. */
  public static final CoreCosts NONE = new CoreCosts(0, Map.of(), Map.of(), 0, 0, 0, 0, Map.of());

  /**
   * Checks that times are times.
   *
   * @throws IllegalArgumentException if one is negative, or the overlap is not 0 to 1
   */
  public CoreCosts {
    throughput = Map.copyOf(throughput);
    latency = Map.copyOf(latency);
    waiting = Map.copyOf(waiting);
    boolean times =
        throughput.values().stream().allMatch(CoreCosts::isTime)
            && latency.values().stream().allMatch(CoreCosts::isTime)
            && waiting.values().stream().allMatch(CoreCosts::isTime)
            && isTime(instruction)
            && isTime(misprediction)
            && isTime(window)
            && isTime(firstTouch);
    if (!times || !(overlap >= 0 && overlap <= 1)) {
      throw new IllegalArgumentException(
          "the core should have times and a window of 0 or more and an overlap of 0 to 1, but has"
              + " %s, %s, %s, %s, %s, %s, %s and %s"
                  .formatted(
                      instruction,
                      throughput,
                      latency,
                      misprediction,
                      window,
                      firstTouch,
                      waiting,
                      overlap));
    }
  }

  private static boolean isTime(double nanoseconds) {
    return nanoseconds >= 0 && nanoseconds < 1e9;
  }

  /** What was measured, in one line. */
  public String describe() {
    return known()
        ? String.format(
            Locale.ROOT,
            "core: %.3f ns for an instruction of a mixture, %.2f ns for a floating-point addition"
                + " that waits for another, %.1f ns for a mispredicted branch; computing and"
                + " accesses overlap by %.0f %%; the core looks %.0f instructions ahead; the first"
                + " touch of a page takes %.0f ns",
            instruction,
            latency.getOrDefault(ChainLink.FLOATING.key(), 0.0),
            misprediction,
            100 * overlap,
            window,
            firstTouch)
        : "core: not measured; predictions leave computing out (tslmap apex measure measures it)";
  }

  /** Whether it was measured. */
  public boolean known() {
    return instruction > 0;
  }

  /**
   * The time of some instructions if no access waits for memory, in nanoseconds: the longest of
   * what all of them take, what the units for one kind take, and what the longest chain takes
   * beyond {@link #mispredictions}. A chain goes on while the core starts anew behind a branch that
   * it mispredicted.
   */
  public double nanoseconds(InstructionCounts counts) {
    double floating = 0;
    double longest = Math.max(instruction * counts.all(), chain(counts) - mispredictions(counts));
    for (InstructionKind kind : InstructionKind.values()) {
      double time = throughput(kind) * counts.of(kind);
      switch (kind) {
        case FLOATING, CONVERSION, VECTOR_16, VECTOR_32 -> floating += time;
        default -> longest = Math.max(longest, time);
      }
    }
    return Math.max(longest, floating);
  }

  private double throughput(InstructionKind kind) {
    return kind == InstructionKind.CONVERSION && !throughput.containsKey(kind.key())
        ? throughput(InstructionKind.FLOATING)
        : throughput.getOrDefault(kind.key(), instruction);
  }

  private static double of(ChainLink link, Map<String, Double> values) {
    return switch (link) {
      case FLOATING_MULTIPLY, CONVERSION ->
          values.getOrDefault(link.key(), of(ChainLink.FLOATING, values));
      default -> values.getOrDefault(link.key(), 0.0);
    };
  }

  /** What branches cost that were not foreseen, in nanoseconds; 0 where that is not known. */
  public double mispredictions(InstructionCounts counts) {
    return misprediction * counts.mispredicted().orElse(0);
  }

  /**
   * The time of the longest chain, in nanoseconds. Where it begins anew again and again, the core
   * is at work on several at a time: on those that begin within the instructions that it looks
   * ahead, as long as it holds their operations that wait.
   */
  public double chain(InstructionCounts counts) {
    double time = 0;
    double held = 0;
    for (ChainLink link : ChainLink.values()) {
      time += of(link, latency) * counts.chain(link);
      if (counts.chain(link) > 0) {
        held += counts.chain(link) / of(link, waiting);
      }
    }
    if (time == 0 || waiting.isEmpty() || counts.begins() == 0) {
      return time;
    }
    double ahead = counts.begins() * Math.min(window / counts.all(), 1 / held);
    return time / (1 + ahead);
  }

  /**
   * Which part of a miss's time is waited for where trees of misses, all of which wait for the
   * first one, follow one another: one over the trees that the core has under way at a time.
   *
   * @param length misses in a tree, one if none waits for another one
   * @param instructions from one miss to the next
   */
  public double waited(double length, double instructions) {
    return window == 0 ? 1 : Math.min(1, length * instructions / window);
  }

  /**
   * The time of computing and of accesses together.
   *
   * @param core nanoseconds of the instructions if no access waits
   * @param fetching nanoseconds in which lines come from beyond the nearest cache
   */
  public double together(double core, double fetching) {
    return Math.max(core, fetching) + (1 - overlap) * Math.min(core, fetching);
  }
}
