package org.tslmap.collector.wire;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * The event words of one frame, shared by several readers and given back to its pool by the last.
 *
 * <p>Whoever obtains a chunk holds one reference; {@link #retain} adds one, {@link #release} drops
 * one. The words are written by the one who obtained it, before it is passed on.
 */
public final class WordChunk {
  private final long[] words;
  private final int count;
  private final Consumer<? super WordChunk> recycler;
  private final AtomicInteger references = new AtomicInteger(1);

  /**
   * A chunk with one reference.
   *
   * @param words holds the words, possibly with unused ones behind them
   * @param count how many of them belong to the chunk
   * @param recycler called once, with the chunk, after the last release
   */
  public WordChunk(long[] words, int count, Consumer<? super WordChunk> recycler) {
    if (count < 0 || count > words.length) {
      throw new IllegalArgumentException(
          "a chunk of " + words.length + " words cannot hold " + count);
    }
    this.words = words;
    this.count = count;
    this.recycler = recycler;
  }

  /** A chunk that belongs to no pool. */
  public static WordChunk of(long... words) {
    return new WordChunk(words, words.length, chunk -> {});
  }

  /** The words, entries 0..count-1; not to be changed once the chunk is passed on. */
  public long[] words() {
    return words;
  }

  /** How many words the chunk has. */
  public int count() {
    return count;
  }

  /** Adds a reference. */
  public WordChunk retain() {
    if (references.getAndIncrement() <= 0) {
      throw new IllegalStateException("the chunk was given back already");
    }
    return this;
  }

  /** Drops a reference. */
  public void release() {
    int left = references.decrementAndGet();
    if (left == 0) {
      recycler.accept(this);
    } else if (left < 0) {
      throw new IllegalStateException("the chunk was released more often than retained");
    }
  }
}
