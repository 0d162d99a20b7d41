package org.tslmap.locality.profile;

import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The large parts of profiles that are in memory although they are stored: as many as fit into a
 * third of the heap, and at least those that were loaded last. Others are given up, the ones that
 * were loaded first before the others. Safe for all threads.
 */
final class LoadedDetails {

  /** A third of the heap, at up to four bytes of heap for each byte of JSON. */
  private static final long MOST_BYTES = Runtime.getRuntime().maxMemory() / 3 / 4;

  /** Who has them, and how long their JSON is. The owner may be gone. */
  private record Loaded(WeakReference<ProcessDetails.Holder> owner, long bytes) {}

  private static final Deque<Loaded> LOADED = new ArrayDeque<>();
  private static long total;

  private LoadedDetails() {}

  /** Whether more can be loaded, and nothing be given up for it. */
  static synchronized boolean hasCapacity() {
    return total < MOST_BYTES;
  }

  /** Somebody has loaded details; others may have to give theirs up. */
  static synchronized void add(ProcessDetails.Holder owner, long bytes) {
    LOADED.add(new Loaded(new WeakReference<>(owner), bytes));
    total += bytes;
    while (total > MOST_BYTES && LOADED.size() > 1) {
      Loaded first = LOADED.remove();
      total -= first.bytes();
      ProcessDetails.Holder holder = first.owner().get();
      if (holder != null && holder != owner) {
        holder.giveUp();
      }
    }
  }
}
