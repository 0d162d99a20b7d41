package org.tslmap.collector.attribution;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.tslmap.collector.wire.BlockDescriptor;
import org.tslmap.collector.wire.BlockValues;
import org.tslmap.collector.wire.CodePassages;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.locality.LabelledBatch;
import org.tslmap.locality.LoadDependence;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.pass.DependentLoads;

/**
 * Which loads wait for others. Blocks are defined where accesses are labelled, and told where they
 * are counted, before the first batch that has their runs.
 */
final class Dependences implements AutoCloseable {
  /** So many accesses in bursts tell what others are like, rather than those before. */
  private static final long ENOUGH = 1000;

  /** From so few misses in bursts it cannot be told which share of a function's waits. */
  private static final long FEW_MISSES = 16;

  private final SymbolTables symbols;
  private final DependentLoads loads;

  /** What has been defined, and not yet told. */
  private List<Runnable> defined = new ArrayList<>();

  /** Of each block: the first access's site, and how many conditional exits it has. */
  private final List<Integer> firstSites = new ArrayList<>();

  private final List<Integer> exits = new ArrayList<>();

  /** Whether anything was said of values, as in streams of this version. */
  private boolean known;

  private final boolean branchesAreKnown;

  /**
   * Knows of no block yet.
   *
   * @param recordsAll whether no function is counted, so that the branches of all are met
   */
  Dependences(SymbolTables symbols, MetricParameters parameters, boolean recordsAll) {
    this.symbols = symbols;
    branchesAreKnown = recordsAll;
    loads = new DependentLoads(parameters);
  }

  // --- Where accesses are labelled --------------------------------------------------------------

  void define(BlockDescriptor block) {
    List<BlockDescriptor.BlockAccess> accesses = block.accesses();
    long isLoad = isLoad(accesses);
    firstSites.add(accesses.isEmpty() ? -1 : accesses.get(0).site());
    exits.add(0);
    boolean leaves = block.ending() == BlockDescriptor.Ending.SIDE_EXIT;
    defined.add(() -> loads.define(block.guest(), accesses.size(), isLoad, leaves));
  }

  /** A bit for each of the first accesses. */
  private long isLoad(List<BlockDescriptor.BlockAccess> accesses) {
    long bits = 0;
    for (int i = 0; i < Math.min(Long.SIZE, accesses.size()); i++) {
      bits |= symbols.isStore(accesses.get(i).site()) ? 0 : 1L << i;
    }
    return bits;
  }

  void define(BlockValues block) {
    long[] sources = new long[3 * block.values().size()];
    int at = 0;
    for (BlockValues.Value value : block.values()) {
      sources[at++] = value.what().ordinal() | (long) value.which() << Integer.SIZE;
      sources[at++] = value.registers();
      sources[at++] = value.loads();
    }
    exits.set(
        block.block(),
        (int)
            block.values().stream()
                .filter(value -> value.what() == BlockValues.What.CONDITION)
                .count());
    known = true;
    defined.add(() -> loads.values(block.block(), sources));
  }

  void define(CodePassages passages) {
    for (CodePassages.Passage passage : passages.passages()) {
      long[] moves =
          passage.moves().stream()
              .mapToLong(move -> move.register() | (long) move.registers() << Integer.SIZE)
              .toArray();
      defined.add(() -> loads.passage(passage.start(), passage.to(), moves));
    }
  }

  /** What is to be done before the next batch is counted, if anything is. */
  Optional<Runnable> defined() {
    if (defined.isEmpty()) {
      return Optional.empty();
    }
    List<Runnable> told = defined;
    defined = new ArrayList<>();
    return Optional.of(() -> told.forEach(Runnable::run));
  }

  // --- Where they are counted -------------------------------------------------------------------

  /** A burst begins; from the first one on only bursts come. */
  void burst() {
    loads.burst();
  }

  void count(LabelledBatch batch) {
    loads.accesses(batch);
  }

  // --- When all has been counted ----------------------------------------------------------------

  /** Accesses of a label in bursts that were looked at. */
  long lookedAt(int label) {
    return loads.lookedAt(label);
  }

  boolean isKnown() {
    return known;
  }

  boolean knowsBranches() {
    return branchesAreKnown;
  }

  void read() {
    loads.read();
  }

  /**
   * What is known of loads of a function.
   *
   * @param others loads that were not scored, but for bursts
   * @param lookedAt loads that were all counted, or looked at in bursts
   * @param missed those of them that missed
   */
  record Looks(long others, long lookedAt, long missed) {
    static final Looks NONE = new Looks(0, 0, 0);

    Looks plus(Looks other) {
      return new Looks(others + other.others, lookedAt + other.lookedAt, missed + other.missed);
    }

    /** Whether they tell what the others do. */
    private boolean suffice() {
      return lookedAt >= ENOUGH || missed >= FEW_MISSES;
    }
  }

  /** What is known of a label's loads, of which so many were all counted. */
  Looks looks(int label, long scored) {
    return new Looks(0, scored + loads.lookedAt(label), seen(label).missed());
  }

  private LoadDependence seen(int label) {
    return loads.of(label).plus(loads.inBursts(label));
  }

  /**
   * How many of a label's loads waited; empty if too little tells of those that are not scored. A
   * label of which few were seen counts as often as all of its function: one load that missed says
   * little of thousands.
   *
   * @param all its loads
   * @param scored those of them that were all counted
   * @param function what is known of its function
   */
  Optional<LoadDependence> of(int label, long all, long scored, Looks function) {
    LoadDependence counted = loads.of(label);
    long others = all - scored;
    long lookedAt = loads.lookedAt(label);
    if (others <= 0) {
      return Optional.of(counted.atMost(all));
    }
    if (lookedAt >= ENOUGH) {
      LoadDependence inBursts = loads.inBursts(label).times((double) others / lookedAt);
      return Optional.of(counted.plus(inBursts).atMost(all));
    }
    if (scored >= ENOUGH) {
      return Optional.of(counted.times((double) all / scored).atMost(all));
    }
    return lookedAt + scored > 0 && function.suffice()
        ? Optional.of(
            counted
                .plus(seen(label).times((double) function.others() / function.lookedAt()))
                .atMost(all))
        : Optional.empty();
  }

  /** Conditional branches of code with accesses, and those of them that were not foreseen. */
  record Branches(long executed, long mispredicted) {
    static final Branches NONE = new Branches(0, 0);

    Branches withExecuted(long other) {
      return new Branches(other, mispredicted);
    }

    Branches times(double factor) {
      return new Branches(Math.round(factor * executed), Math.round(factor * mispredicted));
    }

    Branches plus(Branches other) {
      return new Branches(executed + other.executed, mispredicted + other.mispredicted);
    }
  }

  /** The branches of blocks, by the site of the first access. */
  Map<Integer, Branches> branches() {
    Map<Integer, Branches> sums = new HashMap<>();
    long[] blocks = loads.blocks();
    for (int block = 0; 2 * block < blocks.length; block++) {
      if (firstSites.get(block) >= 0) {
        long executed = blocks[2 * block] * exits.get(block);
        sums.merge(
            firstSites.get(block),
            new Branches(executed, Math.min(executed, blocks[2 * block + 1])),
            Branches::plus);
      }
    }
    return sums;
  }

  @Override
  public void close() {
    loads.close();
  }
}
