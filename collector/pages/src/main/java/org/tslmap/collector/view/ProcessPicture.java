package org.tslmap.collector.view;

import java.io.IOException;
import java.util.Optional;
import org.tslmap.collector.density.AddressMap;
import org.tslmap.collector.density.DensityFile;
import org.tslmap.collector.density.DensityLevel;
import org.tslmap.collector.store.StoredTrace;
import org.tslmap.collector.wire.Hello;
import org.tslmap.locality.profile.ProcessIdentity;

/** Addresses over time of one process: the whole at low resolution, any view down to accesses. */
final class ProcessPicture implements AutoCloseable {
  /** Stretches of so many accesses are read from the trace: about a tenth of a second's work. */
  static final long MOST_FROM_TRACE = 6_000_000;

  private final DensityFile density;
  private final AddressMap map;
  private final Optional<StoredTrace> trace;

  /** Takes both over, and closes them with itself. */
  ProcessPicture(DensityFile density, Optional<StoredTrace> trace) {
    this.density = density;
    this.map = AddressMap.of(density.levels().get(0));
    this.trace = trace;
  }

  /** Whether it is this process's. */
  boolean isOf(ProcessIdentity process) {
    return density.subject().isOf(process);
  }

  /** Whether a trace is that of the process whose density this is. */
  static boolean fits(DensityFile density, StoredTrace trace) {
    Hello hello = trace.hello();
    DensityFile.Subject subject = density.subject();
    return subject.pid() == hello.pid()
        && subject.host().equals(hello.host())
        && subject.startedMicros() == hello.startedMicros();
  }

  DensityFile density() {
    return density;
  }

  AddressMap map() {
    return map;
  }

  Optional<StoredTrace> trace() {
    return trace;
  }

  long accesses() {
    return density.subject().accesses();
  }

  /** Whether a stretch is best read from the trace, which has all of it. */
  boolean isInTrace(long from, long to) {
    return to - from <= MOST_FROM_TRACE && trace.isPresent() && to <= trace.get().accesses();
  }

  /** The coarsest resolution at which every pixel of the view has a column of its own. */
  DensityLevel level(long from, long to, int columns) {
    DensityLevel chosen = density.levels().get(0);
    for (DensityLevel level : density.levels()) {
      if (level.accessesPerColumn() * columns <= to - from) {
        chosen = level;
      }
    }
    return chosen;
  }

  @Override
  public void close() throws IOException {
    trace.ifPresent(StoredTrace::close);
    density.close();
  }
}
