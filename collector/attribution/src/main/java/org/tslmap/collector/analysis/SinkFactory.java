package org.tslmap.collector.analysis;

import org.tslmap.collector.wire.Hello;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.locality.AccessSink;

/**
 * Looks at the accesses of each process of a run as they are decoded: all of them, selected or not,
 * of a live stream or a stored one. What needs to know which data and which call path an access
 * belongs to is an {@link Analysis}; labelling them for it takes several times as long.
 */
@FunctionalInterface
public interface SinkFactory {
  /**
   * What takes the accesses of one process, by one thread at a time.
   *
   * @param process which process
   * @param symbols what the process has defined so far; grows while the stream comes in, always
   *     ahead of the accesses that refer to it, and may be read only while the sink is being called
   */
  AccessSink begin(Hello process, SymbolTables symbols);
}
