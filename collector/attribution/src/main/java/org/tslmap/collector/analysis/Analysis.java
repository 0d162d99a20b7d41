package org.tslmap.collector.analysis;

import java.io.IOException;
import org.tslmap.collector.wire.Hello;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.locality.AccessSink;

/**
 * Looks at all accesses of one process as they are decoded, whether anybody has them scored or not,
 * and whether the stream is live or stored. Its result is its own affair. What needs to know which
 * data and which call path an access belongs to is a {@link LabelledAnalysis}.
 *
 * <p>Used by one thread at a time.
 */
public interface Analysis extends AccessSink {
  /** Begins an analysis of each process of a run. */
  @FunctionalInterface
  interface Factory {
    /**
     * An analysis of one process.
     *
     * @param process which process
     * @param symbols what the process has defined so far; grows while the stream comes in, always
     *     ahead of the accesses that refer to it, and may be read only while the analysis is being
     *     called
     */
    Analysis begin(Hello process, SymbolTables symbols);
  }

  /**
   * No more accesses will come, whether the stream was whole or not. Called once.
   *
   * @throws IOException if what was found cannot be kept
   */
  default void end() throws IOException {}
}
