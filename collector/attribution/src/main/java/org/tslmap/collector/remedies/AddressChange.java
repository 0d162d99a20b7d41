package org.tslmap.collector.remedies;

import java.util.Optional;
import org.tslmap.collector.attribution.sharing.AccessLabels;
import org.tslmap.collector.memory.MemoryListener;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.locality.LabelledBatch;

/**
 * Gives labelled accesses other addresses before anybody counts them. It is told what is where in
 * memory, always ahead of the accesses to it and behind those before.
 *
 * <p>Used by one thread at a time.
 */
public interface AddressChange extends MemoryListener {

  /** Begins with a process that has made no access yet. */
  @FunctionalInterface
  interface Factory {
    /**
     * A change of one process's accesses.
     *
     * @param symbols what the process has defined so far; grows while the stream comes in
     */
    AddressChange begin(SymbolTables symbols);
  }

  /** Changes the addresses of the next accesses, all made by one thread, in program order. */
  void accesses(LabelledBatch batch, AccessLabels labels);

  /** Whether accesses are counted with their new addresses; otherwise nothing is. */
  boolean counts();

  /** The steps between the new addresses of a label; empty if none of its addresses is changed. */
  Optional<StepCounts> steps(int label);
}
