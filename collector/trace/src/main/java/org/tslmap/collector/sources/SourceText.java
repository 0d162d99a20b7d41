package org.tslmap.collector.sources;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;

/**
 * A source file's text, or why there is none.
 *
 * @param text everything in the file; empty if there is none
 * @param place where it was read; empty if there is none
 * @param changedMillis when the file was last changed, Unix time in milliseconds; 0 if there is
 *     none, or it is the run's own copy
 * @param missing why there is none, in one sentence; empty if there is a text
 */
public record SourceText(String text, String place, long changedMillis, String missing) {
  /** A larger file is no source that a person reads. */
  static final int MOST_BYTES = 8 << 20;

  static SourceText missing(String why) {
    return new SourceText("", "", 0, why);
  }

  /** Reads a regular file whose place was checked. */
  static SourceText of(Path file) {
    byte[] bytes;
    long changed;
    try (InputStream in =
        Channels.newInputStream(
            Files.newByteChannel(
                file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)))) {
      bytes = in.readNBytes(MOST_BYTES + 1);
      changed = Files.getLastModifiedTime(file).toMillis();
    } catch (IOException e) {
      return missing("it cannot be read: " + e.getMessage());
    }
    if (bytes.length > MOST_BYTES) {
      return missing("it has more than %d MiB".formatted(MOST_BYTES >> 20));
    }
    for (byte one : bytes) {
      if (!isText(one)) {
        return missing("it is no text: expected no byte 0x%02x in it".formatted(one));
      }
    }
    return new SourceText(new String(bytes, StandardCharsets.UTF_8), file.toString(), changed, "");
  }

  /** Tabs, line breaks, form feeds, and the end mark of old systems are text. */
  private static boolean isText(byte one) {
    return one < 0 || one >= ' ' && one != 0x7F || one >= '\t' && one <= '\r' || one == 0x1A;
  }

  /** Whether there is a text. */
  public boolean isThere() {
    return missing.isEmpty();
  }

  /** The lines of the text. */
  public List<String> lines() {
    return text.lines().toList();
  }

  /** The same as a copy, which was made after the run and is as the file was then. */
  SourceText asCopy() {
    return new SourceText(text, place, 0, missing);
  }

  /** Bytes of the text. */
  int bytes() {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
