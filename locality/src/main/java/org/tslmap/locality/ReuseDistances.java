package org.tslmap.locality;

import java.util.Arrays;

/**
 * Exact reuse distances, to their powers of two, of one history at one granularity.
 *
 * <p>The history's shadow memory says when a word was accessed last; this class owns the time axis:
 * it says which time is next, and turns last times into entries of a reuse histogram.
 */
final class ReuseDistances {

  /*
   * Time and bits. Every access gets the next time; time 0 means never. A bitmap over time has a one
   * for each time that is some word's LATEST access, so the distance of an access is the number of
   * ones between its word's last time and now: the bit vector of [1] in the form of [2], but without
   * a tree over it. Bits from now on are ones ahead of time: an access only clears one bit.
   *
   * Markers instead of a tree. Only floor(log2 d) is wanted. For each k from FIRST_K on there are two
   * markers, times with a known number of ones from there to now: in(k) with at most 2^k ones (a
   * last time at or after it: d < 2^k) and out(k) with at least 2^k (a last time before it: d >=
   * 2^k). They lie on 64-bit words of the bitmap in the order
   *    ... out(k+1) <= in(k+1) <= out(k) <= in(k) ... <= now
   * and cut the axis into zones, numbered from now backwards: in zone 0 the ones are counted; in zone
   * 2i+1, between out and in of FIRST_K+i, those up to the marker are counted and those after it are
   * known; in zone 2i+2 the bin is FIRST_K+i, certainly. One byte per 64-bit word of the bitmap holds
   * its zone, so most accesses take one look-up. An access adds one to its zone's entry of `older`;
   * the sum of the entries beyond a marker is what the marker's count is behind by.
   *
   * Slack. Markers only move forward, and only once per batch. in(k) is kept so far forward that its
   * count cannot pass 2^k before the next time. The order needs 2^FIRST_K > BATCH + 127.
   *
   * A batch. Markers stand still during a batch, so zones of all its accesses are looked up first,
   * without a branch, and the accesses are parted: those of zone 0 and the others do not see each
   * other's bits.
   *
   * Renumbering. When the axis is full, live times are replaced by their ranks in one sweep over
   * shadow memory. The axis is some times longer than the number of live words.
   *
   * The C engine (tsl_reuse.h) does the same.
   *
   * [1] Bennett, Kruskal: LRU stack processing. IBM Journal of Research and Development 19, 1975.
   * [2] Olken: Efficient methods for calculating the success function of fixed space replacement
   *     policies. Lawrence Berkeley Laboratory, LBL-12370, 1981.
   */

  /** Most accesses between two moves of the markers. */
  static final int BATCH = 256;

  /** The entry given for a first touch. */
  static final int COLD_ENTRY = -1;

  private static final int FIRST_K = 9;
  private static final int LAST_K = 30;
  private static final int MARKERS = 2 * (LAST_K - FIRST_K + 1);
  private static final int COLD_ZONE = 46;
  private static final int ZONES = 48;
  private static final int FIRST_TIME = 64;
  private static final int LAST_TIME = 0x7FFFFF00;
  private static final int PAD_WORDS = 8;

  /** Where the zone alone decides: its entry in a reuse histogram. */
  private static final byte[] ENTRY_OF_ZONE = new byte[ZONES];

  static {
    for (int z = 2; z <= MARKERS; z += 2) {
      ENTRY_OF_ZONE[z] = (byte) (FIRST_K + z / 2);
    }
    ENTRY_OF_ZONE[COLD_ZONE] = COLD_ENTRY;
  }

  private final int axisMin;
  private final int axisRoom;
  private final int batch;

  private long[] bits;
  private byte[] zone;
  private int now = FIRST_TIME;
  private int end;
  private int live;

  /** Markers below this have left the start of the axis. */
  private int top;

  private final int[] markerWord = new int[MARKERS];
  private final int[] markerCount = new int[MARKERS];
  private final int[] older = new int[ZONES];

  /** A batch, parted by the zones of its accesses' last times: positions of near and far ones. */
  private final byte[] zones = new byte[BATCH];

  private final int[] near = new int[BATCH];
  private final int[] far = new int[BATCH];
  private int nearCount;
  private int farCount;

  /**
   * With another axis, for tests.
   *
   * @param axisMin the shortest axis, in accesses
   * @param axisRoom least free times after renumbering, in 1/16 of the live words
   * @param batch accesses between two moves of the markers, at most {@link #BATCH}
   */
  ReuseDistances(int axisMin, int axisRoom, int batch) {
    this.axisMin = axisMin;
    this.axisRoom = axisRoom;
    this.batch = batch;
    Arrays.fill(markerWord, 1);
    makeAxis(FIRST_TIME + (long) axisMin + batch);
  }

  /** The next access's time. */
  int now() {
    return now;
  }

  /** Distinct words so far. */
  long live() {
    return live + older[COLD_ZONE];
  }

  /** Prepares the next batch: renumbers the slots of a granularity when the axis is full. */
  void settle(ShadowPages pages, Granularity granularity) {
    if (end - now < batch) {
      renumber(pages, granularity);
    }
    moveMarkers();
  }

  /**
   * Decides the next accesses.
   *
   * @param lastTimes last times of their words, 0 for never
   * @param entries takes their entries in a reuse histogram, or {@link #COLD_ENTRY}
   * @param at where the first entry goes
   */
  void decide(int[] lastTimes, int count, byte[] entries, int at) {
    part(lastTimes, count);
    decideFar(lastTimes, entries, at);
    decideNear(lastTimes, entries, at);
    now += count;
  }

  private void part(int[] lastTimes, int count) {
    byte[] zone = this.zone;
    int nears = 0;
    int fars = 0;
    for (int i = 0; i < count; i++) {
      byte z = zone[lastTimes[i] >>> 6];
      int isFar = -z >>> 31;
      zones[i] = z;
      near[nears] = i;
      far[fars] = i;
      nears += 1 - isFar;
      fars += isFar;
    }
    nearCount = nears;
    farCount = fars;
  }

  private void decideNear(int[] lastTimes, byte[] entries, int at) {
    long[] bits = this.bits;
    for (int j = 0; j < nearCount; j++) {
      int i = near[j];
      int t = lastTimes[i];
      entries[at + i] = (byte) nearEntry(bits, t, now + i);
      bits[t >>> 6] &= ~(1L << t);
    }
  }

  private void decideFar(int[] lastTimes, byte[] entries, int at) {
    long[] bits = this.bits;
    int[] older = this.older;
    int hot = ZONES;
    int hotCount = 0;
    for (int j = 0; j < farCount; j++) {
      int i = far[j];
      int t = lastTimes[i];
      int z = zones[i];
      int entry = ENTRY_OF_ZONE[z];
      if ((z & 1) != 0) {
        if (z != hot) {
          hot = z;
          hotCount = countAfterMarker(z);
        }
        entry = entry(hotCount + onesBetween(bits, t, markerWord[z - 1]));
      }
      older[z]++;
      hotCount += z >= hot ? 1 : 0;
      entries[at + i] = (byte) entry;
      bits[t >>> 6] &= ~(1L << t);
    }
  }

  private static int entry(int distance) {
    return 32 - Integer.numberOfLeadingZeros(distance);
  }

  /**
   * Ones at and after now are ahead of time and taken off again. Most often four words of the
   * bitmap are enough; counting all four needs no loop.
   */
  private static int nearEntry(long[] bits, int t, int now) {
    int w = t >>> 6;
    int ones = Long.bitCount(bits[w] >>> t >>> 1);
    if (now >>> 6 < w + 4) {
      ones += Long.bitCount(bits[w + 1]) + Long.bitCount(bits[w + 2]) + Long.bitCount(bits[w + 3]);
      return entry(ones - ((w + 4) * 64 - now));
    }
    int last = now >>> 6;
    while (w < last) {
      ones += Long.bitCount(bits[++w]);
    }
    return entry(ones - ((last + 1) * 64 - now));
  }

  private static int onesBetween(long[] bits, int t, int end) {
    int w = t >>> 6;
    int ones = Long.bitCount(bits[w] >>> t >>> 1);
    while (++w < end) {
      ones += Long.bitCount(bits[w]);
    }
    return ones;
  }

  private int countAfterMarker(int z) {
    int sum = markerCount[z - 1] + older[COLD_ZONE];
    for (int i = z; i <= top; i++) {
      sum += older[i];
    }
    return sum;
  }

  private void addOlder() {
    int sum = older[COLD_ZONE];
    live += sum;
    older[COLD_ZONE] = 0;
    for (int z = top; z >= 1; z--) {
      sum += older[z];
      older[z] = 0;
      markerCount[z - 1] += sum;
    }
  }

  private void moveMarkers() {
    addOlder();
    for (int j = 0; j < MARKERS; j += 2) {
      int edge = 1 << (FIRST_K + j / 2);
      if (j >= top && live <= edge - batch) {
        break;
      }
      move(j, 0, edge - batch);
      move(j + 1, edge, edge);
      top = Math.max(top, j + 2);
    }
  }

  /**
   * Moves a marker forward while its count stays at least {@code least} and is above {@code most}.
   */
  private void move(int j, int least, int most) {
    int w = markerWord[j];
    int count = j < top ? markerCount[j] : live;
    while (count > most) {
      int ones = Long.bitCount(bits[w]);
      if (count - ones < least) {
        break;
      }
      zone[w++] = (byte) (j + 1);
      count -= ones;
    }
    markerCount[j] = count;
    markerWord[j] = w;
  }

  private void renumber(ShadowPages pages, Granularity granularity) {
    int words = (now + 63) >>> 6;
    addOlder();
    replaceByRanks(pages, granularity, words);
    if (live > LAST_TIME - (LAST_TIME >> 4)) {
      throw new IllegalStateException(
          "more than 2^31 distinct words or lines in one history: choose a larger word and line");
    }
    long room = (long) live * axisRoom / 16;
    if (axisRoom >= 16) {
      room = Math.max(room, pages.slots(granularity) / 2);
    }
    long want = Math.max(FIRST_TIME + live + room + batch, (long) axisMin + batch);
    if (want > end) {
      makeAxis(Math.min(want, LAST_TIME));
    } else {
      Arrays.fill(bits, 0, words, -1L);
      Arrays.fill(zone, 1, words, (byte) 0);
    }
    now = FIRST_TIME + live;
    top = 0;
    Arrays.fill(markerWord, 1);
    Arrays.fill(older, 0);
  }

  /** rank[0] is 0, so "never" stays what it is. */
  private void replaceByRanks(ShadowPages pages, Granularity granularity, int words) {
    int[] rank = new int[words];
    int sum = FIRST_TIME;
    for (int w = 1; w < words; w++) {
      rank[w] = sum;
      sum += Long.bitCount(bits[w]);
    }
    long[] bits = this.bits;
    pages.eachRun(
        granularity,
        (slots, from, to) -> {
          for (int s = from; s < to; s++) {
            int t = slots[s];
            slots[s] = rank[t >>> 6] + Long.bitCount(bits[t >>> 6] & ~(-1L << t));
          }
        });
  }

  private void makeAxis(long times) {
    int words = (int) ((times + 63) >>> 6);
    end = words * 64;
    bits = new long[words + PAD_WORDS];
    Arrays.fill(bits, -1L);
    zone = new byte[words + PAD_WORDS];
    zone[0] = COLD_ZONE;
  }
}
