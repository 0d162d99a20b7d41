package org.tslmap.collector.remedies;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.tslmap.collector.attribution.sharing.AccessLabels;
import org.tslmap.collector.memory.MemoryRange;
import org.tslmap.collector.wire.Site;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.locality.LabelledBatch;
import org.tslmap.locality.layout.InPlace;
import org.tslmap.locality.layout.Remedy;

/**
 * Sees what a remedy's accesses use of its data, and in which order, and changes nothing: which
 * bytes of elements, and which block when for the first time.
 */
public final class Survey implements AddressChange {

  /** What is known of one data object. */
  static final class Use {
    private final TargetBlocks blocks;
    private final BitSet bytes = new BitSet();
    private final BitSet begins = new BitSet();
    private int[] ranks = new int[64];
    private int ranked;

    Use(Remedy.Target target) {
      blocks =
          new TargetBlocks(
              target,
              (number, start, size) -> new Block(number, start, size, start, new InPlace()));
    }

    /** Bytes of an element that are used. */
    BitSet bytes() {
      return bytes;
    }

    /** Bytes of an element at which accesses begin. */
    BitSet begins() {
      return begins;
    }

    /** How many blocks were allocated. */
    int blocks() {
      return blocks.allocated();
    }

    /**
     * Which place a block has in the order of first use; blocks that are never used come last, in
     * the order of allocation.
     */
    int rank(int block) {
      int rank = block < ranks.length ? ranks[block] : 0;
      return rank > 0 ? rank - 1 : ranked + block;
    }

    private void saw(Block block) {
      if (block.number() >= ranks.length) {
        ranks = Arrays.copyOf(ranks, Math.max(block.number() + 1, 2 * ranks.length));
      }
      if (ranks[block.number()] == 0) {
        ranks[block.number()] = ++ranked;
      }
    }
  }

  private final Remedy remedy;
  private final SymbolTables symbols;
  private final List<Use> uses = new ArrayList<>();
  private final OwnLabels own;
  private long[] addresses = new long[0];
  private int[] labelsOf = new int[0];

  /** Has seen nothing yet. */
  public Survey(Remedy remedy, SymbolTables symbols) {
    this.remedy = remedy;
    this.symbols = symbols;
    own = new OwnLabels(remedy, symbols);
    remedy.targets().forEach(target -> uses.add(new Use(target)));
  }

  /** What is known of a target. */
  Use use(int target) {
    return uses.get(target);
  }

  @Override
  public void placed(MemoryRange range) {
    uses.forEach(use -> use.blocks.placed(range));
  }

  @Override
  public void freed(long address, long now) {
    uses.forEach(use -> use.blocks.freed(address));
  }

  @Override
  public void accesses(LabelledBatch batch, AccessLabels labels) {
    int count = batch.count();
    if (addresses.length < count) {
      addresses = new long[count];
      labelsOf = new int[count];
    }
    batch.addresses(0, addresses, count);
    batch.labels(0, labelsOf, count);
    for (int i = 0; i < count; i++) {
      int label = labelsOf[i];
      int target = own.target(label, labels);
      if (target >= 0 && own.isOwn(label)) {
        Use use = uses.get(target);
        Optional<Block> block = use.blocks.at(addresses[i]);
        if (block.isPresent()) {
          saw(use, block.get(), addresses[i], target, symbols.site(labels.site(label)));
        }
      }
    }
  }

  private void saw(Use use, Block block, long address, int target, Site site) {
    if (remedy.kind() == Remedy.Kind.POOL) {
      use.saw(block);
    } else {
      long element = Math.max(1, remedy.targets().get(target).step());
      int in = (int) ((address - block.start()) % element);
      use.begins.set(in);
      use.bytes.set(in, (int) Math.min(element, in + Math.max(1, site.size())));
    }
  }

  @Override
  public boolean counts() {
    return false;
  }

  @Override
  public Optional<StepCounts> steps(int label) {
    return Optional.empty();
  }
}
