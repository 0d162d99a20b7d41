package org.tslmap.locality.pass;

import java.util.Optional;
import org.tslmap.locality.LocalityEngine;

/**
 * The native functions of the labelling pass, one for one as {@code tsl_pass.h} and the files it
 * stands on have them. A pass is a number.
 */
final class PassBridge {

  /** Why the library did not load, or empty; then no other method can be called. */
  private static final Optional<String> PROBLEM = LocalityEngine.nativeProblem();

  private PassBridge() {}

  static Optional<String> problem() {
    return PROBLEM;
  }

  /** 0 when there is no memory. */
  static native long open(
      int[] shifts,
      boolean withData,
      boolean withCalls,
      int depth,
      boolean complete,
      boolean fromStart,
      boolean takesWords,
      boolean selects,
      boolean showsDecoded,
      boolean decodesOnly,
      boolean withRuns);

  static native void close(long pass);

  static native void sites(long pass, int[] functions, int[] bytes, byte[] flags);

  static native void function(long pass, int function, int is);

  /** Regions are pairs of start and length. */
  static native void select(
      long pass, long from, long to, int[] threads, long[] regions, boolean inclusive);

  static native void phase(long pass, boolean wanted);

  static native void toggle(long pass, long start, long stop, boolean flips);

  static native void define(
      long pass,
      long header,
      int function,
      int flags,
      int[] sites,
      int[] words,
      long[] offsets,
      byte[] kinds);

  /** The header of a block; 0 if there is no such block. */
  static native long header(long pass, int block);

  static native void begin(long pass, long[] words, int from, int end);

  /** Gives a status; at[0] is the index of the first word that is left, and is moved. */
  static native int words(long pass, long[] words, int end, int[] at);

  /** The same for words that are only counted. */
  static native int count(long pass, long[] words, int end, int[] at);

  static native int flush(long pass);

  static native void warm(long pass, int function, boolean is);

  /** Gives a thread's number, and behind it its accesses by site. */
  static native long[] warmOf(long pass, int index);

  static native void batch(long pass, long memory, int capacity);

  /** Gives how many accesses were decoded; copies them if the arrays are long enough. */
  static native int decoded(long pass, long[] addresses, int[] sites);

  static native void state(long pass, long[] to);

  /** Site and object of labels from a number on; gives how many. */
  static native int labels(long pass, int first, int[] to);

  static native void asked(long pass, long[] to);

  static native void found(long pass, int object);

  static native boolean askedSpot(long pass, long[] to);

  static native void foundSpot(long pass, int object, long low, long bytes, boolean ofCallee);

  static native int place(long pass, long start, long bytes, int object);

  static native void remove(long pass, int range);

  static native void removeAt(long pass, long start);

  static native void map(long pass, long start, long bytes, int object, boolean anonymous);

  static native void unmap(long pass, long start, long bytes);

  static native boolean isAnonymous(long pass, long address);

  static native void renameMapping(long pass, long address, int object);

  static native int rangeAt(long pass, long address);

  static native int object(long pass, int range);

  static native void setObject(long pass, int range, int object);

  static native void gap(long pass);

  static native void threadEnds(long pass, int thread);

  static native void interrupted(long pass, int thread, long address);

  static native void countsNoCalls(long pass);

  static native void called(long pass, int thread, long address, int site);

  static native void returned(long pass, int thread, long address);

  static native void entered(
      long pass, int thread, int function, boolean atEntry, boolean hasEntry);

  static native int frameAt(long pass, int thread, long address);

  static native void frame(long pass, int thread, int frame, long[] to);

  static native int nodes(long pass);

  static native void node(long pass, int node, long[] to);

  static native void finish(long pass);

  static native long strides(long pass, int cell, long[] to);

  static native void footprints(
      long pass, boolean ofContexts, int[] groupOf, int[] partOf, long[] to);

  static native long bytes(long pass);
}
