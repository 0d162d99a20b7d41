package org.tslmap.locality.layout;

/**
 * Each word at the beginning of a line of its own, so that threads that use different words use
 * different lines.
 *
 * @param wordBytes bytes of a word, at least 1
 * @param lineBytes bytes of a line, at least those of a word
 */
public record SpreadWords(int wordBytes, int lineBytes) implements Layout {

  /** Checks the sizes. */
  public SpreadWords {
    if (wordBytes < 1 || lineBytes < wordBytes) {
      throw new IllegalArgumentException(
          "expected words that fit into lines, found %d bytes in %d"
              .formatted(wordBytes, lineBytes));
    }
  }

  @Override
  public long bytes(long blockBytes) {
    return (blockBytes + wordBytes - 1) / wordBytes * lineBytes;
  }

  @Override
  public long offset(long offset, long blockBytes) {
    return offset / wordBytes * lineBytes + offset % wordBytes;
  }
}
