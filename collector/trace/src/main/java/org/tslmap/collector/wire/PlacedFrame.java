package org.tslmap.collector.wire;

/** A message about a moment of the stream: what it says holds after the event words before it. */
public sealed interface PlacedFrame extends Frame
    permits ThreadChange,
        Mapping,
        Mark,
        HeapEvent,
        DataName,
        WatchedVariable,
        ThreadPointer,
        ThreadBlock,
        CallStack,
        Burst,
        Pause,
        Picks,
        FunctionState,
        CountedCode,
        Epoch {

  /** How many event words were sent before. */
  long position();
}
