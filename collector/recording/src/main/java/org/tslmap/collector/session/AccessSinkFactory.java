package org.tslmap.collector.session;

import org.tslmap.collector.wire.Hello;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.locality.AccessSink;

/** Creates an analysis for each process of a run. */
@FunctionalInterface
public interface AccessSinkFactory {
  /**
   * An analysis of one process. It is called by one thread at a time; it is closed after the last
   * access if it is {@link AutoCloseable}.
   *
   * @param process which process
   * @param symbols what the process has defined so far; grows while the stream comes in, always
   *     ahead of the accesses that refer to it, and may be read only while the sink is being called
   */
  AccessSink open(Hello process, SymbolTables symbols);
}
