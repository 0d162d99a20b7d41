package org.tslmap.collector.attribution;

/**
 * Where an access went: the object, and around it the addresses of which the same can be said. One
 * of them is filled again and again, since most accesses that are looked up need one.
 */
final class Place {
  /** The object's number. */
  int object;

  /** First address, or offset from the top frame's CFA. */
  long low;

  /** How many bytes, 0 to remember nothing. */
  long bytes;

  /** Whether it lies in the running function's own frame. */
  boolean ownFrame;

  /** The live range whose end ends this. */
  int range;

  void set(int object, long low, long bytes, int range) {
    this.object = object;
    this.low = low;
    this.bytes = bytes;
    this.ownFrame = false;
    this.range = range;
  }

  void setOwnFrame(int object, long lowOffset, long bytes) {
    this.object = object;
    this.low = lowOffset;
    this.bytes = bytes;
    this.ownFrame = true;
    this.range = LiveRanges.ALWAYS;
  }
}
