package org.tslmap.collector.pictures;

/** Says what lies where in a process's memory. */
@FunctionalInterface
interface MemoryNames {

  /**
   * What lies in a block of memory: a variable, heap blocks, a mapped file.
   *
   * @param start the block's first address
   * @param bytes the block's size
   * @param site a site that touched it among the last
   * @return its name, the one with most of the block if there are several; empty if it has none
   */
  String nameOf(long start, long bytes, int site);
}
