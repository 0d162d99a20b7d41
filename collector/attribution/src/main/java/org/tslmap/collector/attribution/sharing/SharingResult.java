package org.tslmap.collector.attribution.sharing;

import java.util.List;
import java.util.function.IntUnaryOperator;
import org.tslmap.locality.profile.DataObject;
import org.tslmap.locality.profile.SharedData;

/**
 * What threads passed to each other while there were several.
 *
 * @param sharedWords words that more than one thread touched
 * @param rows the transfers by data object and kind, most transfers first
 * @param leftOut accesses to lines that there was no memory to follow
 */
public record SharingResult(long sharedWords, List<Row> rows, long leftOut) {

  /** Keeps the list unmodifiable. */
  public SharingResult {
    rows = List.copyOf(rows);
  }

  /**
   * The rows as a profile has them.
   *
   * @param objects the process's data objects, which the rows' objects are indexes of
   * @param siteIndex gives a site's index in the profile
   */
  public List<SharedData> sharedData(List<DataObject> objects, IntUnaryOperator siteIndex) {
    return rows.stream()
        .map(
            row ->
                new SharedData(
                    row.object,
                    row.falselyShared,
                    row.lines,
                    row.transfers,
                    row.overwrites,
                    row.concurrent,
                    offset(row.firstAddress, objects.get(row.object)),
                    row.sites.stream().map(siteIndex::applyAsInt).toList(),
                    row.threads))
        .toList();
  }

  private static long offset(long address, DataObject object) {
    long offset = address - object.address();
    return object.address() != 0 && offset >= 0 && offset < object.bytes() ? offset : -1;
  }

  /**
   * The true or the false transfers of a data object.
   *
   * @param object the data object whose word was accessed when a line was transferred
   * @param falselyShared whether these are transfers of lines in which the access's own word had
   *     not been passed on, but only other words
   * @param lines how many lines
   * @param transfers how often
   * @param overwrites how many of them were stores to a word that another thread stored to last
   * @param concurrent how many took the line from a thread that was still at work on it
   * @param firstAddress smallest address accessed so, in bytes
   * @param sites sites on both sides, most transfers first, at most {@link #MOST_SITES}
   * @param threads numbers of the threads on both sides, in ascending order
   */
  public record Row(
      int object,
      boolean falselyShared,
      long lines,
      long transfers,
      long overwrites,
      long concurrent,
      long firstAddress,
      List<Integer> sites,
      List<Integer> threads) {

    /** How many sites a row names. */
    public static final int MOST_SITES = 8;

    /** Keeps the lists unmodifiable. */
    public Row {
      sites = List.copyOf(sites);
      threads = List.copyOf(threads);
    }
  }
}
