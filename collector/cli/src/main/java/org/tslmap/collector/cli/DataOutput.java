package org.tslmap.collector.cli;

import java.io.IOException;
import java.util.List;
import org.tslmap.collector.lookup.DataQuery;
import org.tslmap.collector.lookup.MemberAccesses;
import org.tslmap.collector.lookup.WordHistory;
import org.tslmap.collector.memory.MemoryRange;
import org.tslmap.locality.profile.DataObject;

/** Takes what {@code tslmap data} finds, and writes it in some form. */
interface DataOutput extends AutoCloseable {

  /** What readers must know. */
  void note(String note) throws IOException;

  /**
   * What follows is of a process.
   *
   * @param several whether there are others
   */
  void process(long pid, boolean several) throws IOException;

  /**
   * Memory that data had for some time.
   *
   * @param allocation which call allocated it, and its callers; empty for other data
   * @param members accesses by member, if they were asked for
   */
  void range(
      MemoryRange range,
      DataQuery query,
      List<String> allocation,
      List<MemberAccesses.Count> members)
      throws IOException;

  /** How many ranges were shown, of how many. */
  void leftOut(int shown, int all) throws IOException;

  /**
   * What accesses to a word belong to.
   *
   * @param word its address
   * @param among which accesses these are, if not all
   * @param owners some of them
   * @param all how many there are
   */
  void owners(long word, String among, List<WordHistory.Owner> owners, int all) throws IOException;

  /**
   * What the profile knows of a data object.
   *
   * @param alone whether there is no trace that tells its place
   */
  void object(DataObject object, long accesses, long pid, DataQuery query, boolean alone)
      throws IOException;

  @Override
  void close() throws IOException;
}
