package org.tslmap.locality.pass;

import org.tslmap.locality.Granularity;
import org.tslmap.locality.LabelledBatch;
import org.tslmap.locality.LoadDependence;
import org.tslmap.locality.LocalityEngine;
import org.tslmap.locality.MetricParameters;

/**
 * Counts for each label the loads that depend on a load that missed, as {@code tsl_depends.h}
 * describes. All of that is C.
 *
 * <p>Used by one thread at a time.
 */
public final class DependentLoads implements AutoCloseable {
  /** Numbers that are counted of each label; the last is that of accesses looked at in bursts. */
  private static final int NUMBERS = 6;

  private long loads;
  private long[] labels = new long[0];
  private long[] inBursts = new long[0];

  /**
   * Loads of a process that has made none.
   *
   * @throws IllegalStateException if there is no native library, or no memory
   */
  public DependentLoads(MetricParameters parameters) {
    LocalityEngine.nativeProblem()
        .ifPresent(
            problem -> {
              throw new IllegalStateException("dependent loads cannot be counted: " + problem);
            });
    loads = DependenceBridge.open(parameters.shifts()[Granularity.LINE.ordinal()]);
    if (loads == 0) {
      throw new IllegalStateException("no memory for dependent loads");
    }
  }

  /**
   * The next block.
   *
   * @param guest the address of its code
   * @param accesses how many it makes
   * @param isLoad a bit for each of the first 64 of them
   * @param leaves whether it ends by a conditional exit that is taken
   */
  public void define(long guest, int accesses, long isLoad, boolean leaves) {
    DependenceBridge.define(loads, guest, accesses, isLoad, leaves);
  }

  /**
   * Where the values of a block come from.
   *
   * @param sources three numbers each: what and, 32 bits higher, which; registers; loads
   */
  public void values(int block, long[] sources) {
    DependenceBridge.values(loads, block, sources);
  }

  /**
   * What code without accesses does with registers.
   *
   * @param start where it begins
   * @param to where it goes on
   * @param moves for each register that does not keep what it has its number and, 32 bits higher, a
   *     bit for each of those that it comes from
   */
  public void passage(long start, long to, long[] moves) {
    DependenceBridge.passage(loads, start, to, moves);
  }

  /** Takes the accesses of a batch, once an engine has told which of them missed. */
  public void accesses(LabelledBatch batch) {
    DependenceBridge.accesses(
        loads,
        batch.thread(),
        batch.addressAt(0),
        batch.labelAt(0),
        batch.missAt(0),
        batch.count(),
        batch.runsStart(),
        batch.runs());
  }

  /** A burst begins; from the first one on only bursts come. */
  public void burst() {
    DependenceBridge.burst(loads);
  }

  /** Reads what was counted, for {@link #of}, {@link #inBursts} and {@link #lookedAt}. */
  public void read() {
    labels = DependenceBridge.labels(loads, false);
    inBursts = DependenceBridge.labels(loads, true);
  }

  /** What was counted of a label until {@link #read}, without bursts. */
  public LoadDependence of(int label) {
    return at(labels, label);
  }

  /** The same in bursts, of {@link #lookedAt} accesses. */
  public LoadDependence inBursts(int label) {
    return at(inBursts, label);
  }

  /** Accesses of a label that were looked at in bursts. */
  public long lookedAt(int label) {
    int at = NUMBERS * label + NUMBERS - 1;
    return at < inBursts.length ? inBursts[at] : 0;
  }

  private static LoadDependence at(long[] numbers, int label) {
    int at = NUMBERS * label;
    return at < numbers.length
        ? new LoadDependence(
            numbers[at], numbers[at + 1], numbers[at + 2], numbers[at + 3], numbers[at + 4])
        : LoadDependence.NONE;
  }

  /**
   * Of each block that was defined, how often it ran, and its mispredicted branches, in turn; in
   * bursts, of the runs that were looked at.
   */
  public long[] blocks() {
    return DependenceBridge.blocks(loads);
  }

  @Override
  public void close() {
    if (loads != 0) {
      DependenceBridge.close(loads);
      loads = 0;
    }
  }
}
