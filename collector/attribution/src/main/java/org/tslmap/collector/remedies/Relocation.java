package org.tslmap.collector.remedies;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.tslmap.collector.attribution.sharing.AccessLabels;
import org.tslmap.collector.memory.MemoryRange;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.locality.LabelledBatch;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.SimulatedCache;
import org.tslmap.locality.layout.InPlace;
import org.tslmap.locality.layout.Layout;
import org.tslmap.locality.layout.PaddedRows;
import org.tslmap.locality.layout.Remedy;
import org.tslmap.locality.layout.SplitElements;
import org.tslmap.locality.layout.SpreadWords;
import org.tslmap.locality.layout.TransposedRows;

/**
 * Moves the data of a remedy: accesses to it get the addresses that they would have. Misses of
 * set-associative caches are counted with the old addresses and with the new ones.
 */
public final class Relocation implements AddressChange, AutoCloseable {
  /** Where a pool's nodes begin. */
  private static final long POOL = 1L << 44;

  /** Nodes lie at multiples of this. */
  private static final long NODE_ALIGNMENT = 16;

  private final Remedy remedy;
  private final MetricParameters parameters;
  private final Optional<Survey> survey;
  private final OwnLabels own;
  private final NewPlaces places = new NewPlaces();
  private final List<TargetBlocks> blocks = new ArrayList<>();
  private final Map<Integer, StepCounts> steps = new HashMap<>();
  private final SymbolTables symbols;
  private final OwnMisses before;
  private final OwnMisses after;

  /** Bytes of an access, by label. */
  private final List<Integer> bytes = new ArrayList<>();

  private long[] addresses = new long[0];
  private int[] labelsOf = new int[0];

  /**
   * Has moved nothing yet.
   *
   * @param survey what the remedy's accesses use, of a remedy that needs it
   * @param caches what misses are counted of, at least one
   */
  public Relocation(
      Remedy remedy,
      MetricParameters parameters,
      Optional<Survey> survey,
      List<SimulatedCache> caches,
      SymbolTables symbols) {
    this.remedy = remedy;
    this.parameters = parameters;
    this.survey = survey;
    own = new OwnLabels(remedy, symbols);
    this.symbols = symbols;
    before = new OwnMisses(parameters.withCaches(caches), own);
    after = new OwnMisses(parameters.withCaches(caches), own);
    for (int i = 0; i < remedy.targets().size(); i++) {
      Remedy.Target target = remedy.targets().get(i);
      blocks.add(
          remedy.kind() == Remedy.Kind.POOL
              ? new TargetBlocks(target, pool(target, survey.orElseThrow().use(i)))
              : new TargetBlocks(target, in(layout(target, i))));
    }
  }

  private Layout layout(Remedy.Target target, int number) {
    return switch (remedy.kind()) {
      case INTERCHANGE -> new TransposedRows(target.step(), target.elementBytes());
      case PAD_ROWS -> new PaddedRows(target.step(), parameters.line());
      case SPLIT -> {
        Survey.Use use = survey.orElseThrow().use(number);
        yield SplitElements.of(Math.toIntExact(target.step()), use.bytes(), use.begins());
      }
      case POOL -> new InPlace();
      case SPREAD -> new SpreadWords(parameters.word(), parameters.line());
    };
  }

  private TargetBlocks.Mover in(Layout layout) {
    return (number, start, bytes) ->
        new Block(number, start, bytes, places.of(layout, start, bytes), layout);
  }

  private static TargetBlocks.Mover pool(Remedy.Target target, Survey.Use use) {
    long node = (target.bytes() + NODE_ALIGNMENT - 1) / NODE_ALIGNMENT * NODE_ALIGNMENT;
    return (number, start, bytes) ->
        new Block(number, start, bytes, POOL + node * use.rank(number), new InPlace());
  }

  @Override
  public void placed(MemoryRange range) {
    blocks.forEach(target -> target.placed(range));
  }

  @Override
  public void freed(long address, long now) {
    blocks.forEach(target -> target.freed(address));
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
      know(labelsOf[i], labels);
    }
    before.accesses(batch, bytes);
    for (int i = 0; i < count; i++) {
      int label = labelsOf[i];
      int target = own.target(label, labels);
      if (target >= 0 && (own.isOwn(label) || !remedy.isOfLoopOnly())) {
        addresses[i] = moved(target, addresses[i]);
        steps.computeIfAbsent(label, one -> new StepCounts()).add(batch.thread(), addresses[i]);
      }
    }
    batch.replaceAddresses(addresses, count);
    after.accesses(batch, bytes);
  }

  /** Learns of the labels up to this one how many bytes an access has, and whose they are. */
  private void know(int label, AccessLabels labels) {
    for (int next = bytes.size(); next <= label; next++) {
      bytes.add(symbols.site(labels.site(next)).size());
      own.target(next, labels);
    }
  }

  private long moved(int target, long address) {
    Optional<Block> block = blocks.get(target).at(address);
    return block.isPresent() ? block.get().moved(address) : address;
  }

  @Override
  public boolean counts() {
    return true;
  }

  @Override
  public Optional<StepCounts> steps(int label) {
    return Optional.ofNullable(steps.get(label));
  }

  /** Misses of the remedy's accesses as they are, by cache. */
  public List<Long> missesBefore() {
    return before.counted();
  }

  /** Misses of the remedy's accesses with the data moved, by cache. */
  public List<Long> missesAfter() {
    return after.counted();
  }

  @Override
  public void close() {
    before.close();
    after.close();
  }
}
