package org.tslmap.collector.hotspots;

/** The classical patterns that are recognised. {@code collector/HOTSPOTS.md} has their criteria. */
public enum AccessPattern {
  /** Steps of one row over a matrix. */
  COLUMN_WALK("column walk", "interchange the loops or transpose the matrix"),
  /** Word by word over one matrix, in steps of a row over another. */
  TRANSPOSE("transpose", "tile both loops"),
  /** Steps that reach few sets of a cache. */
  SET_CONFLICT("set conflict", "pad rows"),
  /** Few members of large elements. */
  STRUCT_WALK("array of structs", "split into a structure of arrays"),
  /** Any other step that leaves something out. */
  STRIDED_WALK("strided walk", "interchange loops or change the layout"),
  /** Again and again over more than a cache holds. */
  REPEATED_SWEEP("repeated sweep", "tile the loops"),
  /** Again and again over a buffer that keeps nothing from one pass to the next. */
  LARGE_BUFFER("buffer larger than needed", "use a smaller buffer again and again"),
  /** Once over what an earlier pass left in memory long ago. */
  LATER_PASS("later pass", "fuse the passes"),
  /** Loop after loop over blocks that come and go. */
  TEMPORARIES("passes over temporaries", "fuse the passes"),
  /** Once over what nobody touched before. */
  STREAM_ONCE("streaming once", "none needed"),
  /** Several arrays at the same irregular places. */
  PARALLEL_ARRAYS("ping-pong between arrays", "merge the arrays"),
  /** Loads at places that another array names. */
  GATHER("gather", "reorder the data or the index"),
  /** Stores at places that another array names. */
  SCATTER("scatter", "partition by target first"),
  /** From node to node. */
  POINTER_CHASE("pointer chase", "keep nodes in arrays or pools"),
  /** Irregular accesses of unknown origin. */
  RANDOM_PROBES("random probes", "sort, partition or prefetch"),
  /** What malloc and free do to their own lists. */
  ALLOCATION("allocation", "allocate less often, or from a pool"),
  /** Stack frames far apart. */
  DEEP_STACK("deep stack", "smaller frames or less recursion"),
  /** Threads store to different words of one line. */
  FALSE_SHARING("false sharing", "pad and align"),
  /** Threads store to the same words. */
  TRUE_SHARING("true sharing", "one copy for each thread"),
  /** One thread stores what another one loads. */
  EXCHANGE("exchange between threads", "let who computes it use it"),
  /** Threads meet at locks and barriers. */
  SYNCHRONISATION("synchronisation", "fewer barriers, shorter locks"),
  /** Most accesses go to the function's own frame. */
  STACK_TRAFFIC("stack traffic", "optimise or spill less");

  private final String label;
  private final String remedy;

  AccessPattern(String label, String remedy) {
    this.label = label;
    this.remedy = remedy;
  }

  /** What reports call it. */
  public String label() {
    return label;
  }

  /** The classical remedy in a few words. */
  public String remedy() {
    return remedy;
  }

  /** Why its remedy cannot be tried where it cannot: a format of the object's name. */
  String cannotTry() {
    return switch (this) {
      case COLUMN_WALK, SET_CONFLICT, STRUCT_WALK, STRIDED_WALK, FALSE_SHARING ->
          "where %s and its elements lie is not known well enough to give them other addresses";
      case PARALLEL_ARRAYS -> "merged arrays are not computed";
      default ->
          "the remedy changes the order or the number of accesses, and a stored trace can only be"
              + " scored with other addresses";
    };
  }

  /** Whether it is only worth knowing, since no line is fetched for nothing. */
  public boolean isNote() {
    return this == STREAM_ONCE || this == STACK_TRAFFIC || this == SYNCHRONISATION;
  }
}
