package org.tslmap.collector.attribution.sharing;

import java.util.ArrayList;
import java.util.List;
import org.tslmap.collector.analysis.Analysis;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.LabelledBatch;
import org.tslmap.locality.MetricParameters;

/**
 * Finds the words and lines that threads pass to each other, as if each thread ran on a processor
 * of its own with a cache that forgets nothing.
 *
 * <ul>
 *   <li>A <em>transfer</em> is a load of a line that another thread has stored to since the thread
 *       accessed it last, or a store to a line that another thread has accessed since it was last
 *       stored to, or stored to itself: what makes caches talk to each other.
 *   <li>A transfer is <em>true</em> sharing if the same holds of the accessed word, and
 *       <em>false</em> sharing if it holds of other words of the line only.
 * </ul>
 *
 * <p>Of the transfers of true sharing some are <em>overwrites</em>: stores to a word that another
 * thread was the last to store to. Threads that update the same words have them, threads that hand
 * on results have not. Two threads that lie 15 apart in the order of their first accesses count as
 * one in that.
 *
 * <p>A transfer is <em>concurrent</em> if the other thread's last access to the line is among the
 * last 4,096 accesses that it has made, spinning included: it was at work on the line when it lost
 * the processor, so that both would use it at once on a machine. A line that it was through with
 * before is handed over; so is a line that no second thread had touched until then.
 *
 * <p>Nothing is counted before a second thread makes an access: what the first one prepared before
 * is not shared. Accesses come in the order the threads ran in, which Valgrind lets run one at a
 * time and for long stretches; so there are far fewer transfers than on a machine, and between the
 * same accesses. Words are as the parameters say, but a line has at most 16: where it has more, one
 * stands for several. Beyond 62 threads, two that lie 62 apart in the order of their first accesses
 * count as one.
 *
 * <p>Lines are followed in the order in which they are first touched until 256 MiB are used: 8
 * bytes for each line of memory, and 112 more for each that a second thread touches. That is enough
 * for 2 GiB of memory of which no line, or for 134 MiB of which every line, is touched by several
 * threads. Accesses to the other lines are counted, and nothing else is known of them.
 *
 * <p>Used by one thread at a time.
 */
/*
 * Almost all lines belong to one thread, and they must be cheap. Such a line is one long in a page:
 * which words were touched and which stored to, the thread, and the label of its last access. A
 * line that a second thread touches becomes an entry of SharedLines, and the long is its number.
 *
 *   owner (8 bits) | label (24) | stored words (16) | touched words (16)
 *
 * The owner is 1 + the thread's number in the order of appearance, 0 if nobody touched the line,
 * 254 if it
 * was to be shared and there was no capacity left, 255 if it is shared.
 */
public final class SharingAnalysis implements Analysis {
  private static final int MOST_WORDS = 16;
  private static final int OWNER_SHIFT = 56;
  private static final int LABEL_SHIFT = 32;
  private static final int STORED_SHIFT = 16;
  private static final long WORDS_MASK = (1L << LABEL_SHIFT) - 1;
  private static final long SHARED = 255;
  private static final long LEFT_OUT = 254;
  private static final long MOST_BYTES = 256L << 20;
  private static final int RECENT = 4096;
  private static final int NOBODY = -1;

  private final AccessLabels labels;
  private final int wordShift;
  private final int lineShift;
  private final int wordMask;
  private final LinePages pages;
  private final Transfers transfers;
  private final SharedLines shared;
  private final List<Integer> threads = new ArrayList<>();
  private int only = NOBODY;

  /* What was copied of a batch. */
  private long[] addresses = new long[0];
  private int[] sites = new int[0];
  private long leftOut;

  /**
   * An analysis that has seen nothing.
   *
   * @param parameters say how large words and lines are
   * @param labels what labels mean, asked while accesses come in
   */
  public SharingAnalysis(MetricParameters parameters, AccessLabels labels) {
    this(parameters, labels, MOST_BYTES, RECENT);
  }

  /**
   * The same with other bounds.
   *
   * @param mostBytes what lines may take, in bytes
   * @param recent a thread that accessed a line among its last so many accesses is still at work on
   *     it
   */
  SharingAnalysis(MetricParameters parameters, AccessLabels labels, long mostBytes, int recent) {
    this.labels = labels;
    Capacity capacity = new Capacity(mostBytes);
    pages = new LinePages(capacity);
    transfers = new Transfers(labels, capacity);
    lineShift = parameters.shift(Granularity.LINE);
    int least = lineShift - Integer.numberOfTrailingZeros(MOST_WORDS);
    wordShift = Math.max(parameters.shift(Granularity.WORD), least);
    int words = 1 << (lineShift - wordShift);
    wordMask = words - 1;
    shared = new SharedLines(words, lineShift, transfers, capacity, recent);
  }

  /** Takes the next accesses; their labels are below 2^24 and known to {@link AccessLabels}. */
  @Override
  public void accesses(LabelledBatch batch, int from, int count) {
    if (count == 0 || isAlone(batch.thread())) {
      return;
    }
    if (addresses.length < count) {
      addresses = new long[batch.capacity()];
      sites = new int[batch.capacity()];
    }
    batch.addresses(from, addresses, count);
    batch.labels(from, sites, count);
    accesses(batch.thread(), addresses, sites, count);
  }

  /** The same with labels in an array. */
  public void accesses(int thread, long[] addresses, int[] sites, int count) {
    if (count == 0 || isAlone(thread)) {
      return;
    }
    if (threads.isEmpty()) {
      threads.add(only);
    }
    int index = indexOf(thread) % SharedLines.MOST_THREADS;
    for (int i = 0; i < count; i++) {
      access(index, addresses[i], sites[i]);
      shared.made(index);
    }
  }

  /** Whether a thread that makes accesses is the only one so far, so that nothing is shared. */
  private boolean isAlone(int thread) {
    if (threads.isEmpty() && only == NOBODY) {
      only = thread;
    }
    return threads.isEmpty() && only == thread;
  }

  /** What was found so far. */
  public SharingResult result() {
    return new SharingResult(shared.sharedWords(), transfers.rows(threads), leftOut);
  }

  private int indexOf(int thread) {
    int index = threads.indexOf(thread);
    if (index < 0) {
      index = threads.size();
      threads.add(thread);
    }
    return index;
  }

  private void access(int thread, long address, int label) {
    long line = address >>> lineShift;
    long[] page = pages.of(line);
    if (page == null) {
      leftOut++;
      return;
    }
    int slot = LinePages.slot(line);
    long entry = page[slot];
    boolean store = labels.isStore(label);
    int word = (int) (address >>> wordShift) & wordMask;
    long owner = entry >>> OWNER_SHIFT;
    if (owner == thread + 1 || owner == 0) {
      page[slot] =
          (thread + 1L) << OWNER_SHIFT
              | (long) label << LABEL_SHIFT
              | (entry & WORDS_MASK)
              | 1L << word
              | (store ? 1L << STORED_SHIFT + word : 0);
      return;
    }
    int number = (int) entry;
    if (owner < LEFT_OUT) {
      number = share(entry);
      owner = number == SharedLines.FULL ? LEFT_OUT : SHARED;
      page[slot] = owner << OWNER_SHIFT | number & 0xFFFF_FFFFL;
    }
    if (owner == LEFT_OUT) {
      leftOut++;
      return;
    }
    if (store) {
      shared.store(number, thread, word, address, label);
    } else {
      shared.load(number, thread, word, address, label);
    }
  }

  private int share(long entry) {
    return shared.add(
        (int) (entry >>> OWNER_SHIFT) - 1,
        (int) (entry >>> LABEL_SHIFT) & 0xFF_FFFF,
        (int) entry & 0xFFFF,
        (int) (entry >>> STORED_SHIFT) & 0xFFFF);
  }
}
