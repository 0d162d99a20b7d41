package org.tslmap.collector.density;

import java.util.Arrays;
import java.util.function.IntConsumer;

/** A set of rows that gives them back by ascending number; nothing needs to be sorted. */
final class RowMarks {
  private static final int BITS = 6;

  private long[] marks = new long[1];
  private long[] words = new long[1]; // a bit for each word of the marks that is not 0

  /** Reserves capacity for this many rows. */
  void grow(int rows) {
    marks = Arrays.copyOf(marks, (rows >>> BITS) + 1);
    words = Arrays.copyOf(words, (marks.length >>> BITS) + 1);
  }

  void mark(int row) {
    int word = row >>> BITS;
    marks[word] |= 1L << row;
    words[word >>> BITS] |= 1L << word;
  }

  /** Gives all marked rows, which are not marked afterwards. */
  void take(IntConsumer consumer) {
    for (int i = 0; i < words.length; i++) {
      for (long left = words[i]; left != 0; left &= left - 1) {
        int word = i << BITS | Long.numberOfTrailingZeros(left);
        for (long rows = marks[word]; rows != 0; rows &= rows - 1) {
          consumer.accept(word << BITS | Long.numberOfTrailingZeros(rows));
        }
        marks[word] = 0;
      }
      words[i] = 0;
    }
  }
}
