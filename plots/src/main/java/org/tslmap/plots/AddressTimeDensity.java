package org.tslmap.plots;

/**
 * How often which memory was accessed when: loads and stores of blocks of memory in columns, which
 * are stretches of time. Both may be as fine as they like; a picture adds up what meets in a pixel.
 *
 * @param firstAccess number of the access that the first column begins with
 * @param time accesses that passed from there on, counted or not
 * @param accessesPerColumn accesses that a column stands for
 * @param blockBytes bytes of a block
 * @param blocks the blocks that were accessed, ascending; a block's number times its bytes is its
 *     address
 * @param names what lies in each of them: a variable, heap blocks, a mapped file; empty if unknown
 * @param cells the counts
 */
public record AddressTimeDensity(
    long firstAccess,
    long time,
    long accessesPerColumn,
    long blockBytes,
    long[] blocks,
    String[] names,
    Cells cells) {

  /** Where counts come from. */
  @FunctionalInterface
  public interface Cells {
    /** Gives all counts that are not 0; can be asked for again. */
    void visit(Visitor visitor);
  }

  /** Takes counts. */
  @FunctionalInterface
  public interface Visitor {
    /**
     * Takes the counts of a block in a column.
     *
     * @param column which column, from 0
     * @param block which block, an index of {@link AddressTimeDensity#blocks}
     * @param loads its loads in that time
     * @param stores its stores likewise
     */
    void cell(int column, int block, long loads, long stores);
  }
}
