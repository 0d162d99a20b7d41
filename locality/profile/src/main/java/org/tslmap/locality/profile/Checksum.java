package org.tslmap.locality.profile;

import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;

/**
 * The checksum of a JSON text, which stands in it as the last key of its object.
 *
 * <p>It covers every byte before that key, but for white space between tokens, so that a file may
 * be indented otherwise and is still the same. CRC-32C finds every change of one number, every
 * burst of up to 32 bits, and all but one of 4 billion other changes; processors compute it faster
 * than files are read. It is there against damage: whoever wants to deceive can compute it, too.
 *
 * <p>The text is taken as it streams by. The last bytes are held back, since only the end of the
 * text tells whether they are the checksum itself.
 */
final class Checksum {
  /** The key. */
  static final String KEY = "checksum";

  private static final String ALGORITHM = "crc32c:";
  private static final Pattern STORED =
      Pattern.compile(",\"" + KEY + "\":\"([^\"\\\\]{0,64})\"\\}$");

  /** More than what {@link #STORED} matches. */
  private static final int HELD_BACK = 128;

  private final CRC32C sum = new CRC32C();
  private final byte[] tokens = new byte[1 << 16];
  private int count;
  private boolean inString;
  private boolean escaped;

  /** Takes the next bytes of the text. */
  void add(byte[] text, int from, int length) {
    int part = tokens.length / 2;
    for (int i = from; i < from + length; i += part) {
      if (count > part) {
        digest();
      }
      addPart(text, i, Math.min(from + length, i + part));
    }
  }

  /** Takes bytes that there is room for. The state is kept in local variables, which are faster. */
  private void addPart(byte[] text, int from, int end) {
    byte[] to = tokens;
    int at = count;
    boolean quoted = inString;
    boolean literal = escaped;
    for (int i = from; i < end; i++) {
      byte c = text[i];
      if (quoted) {
        quoted = literal || c != '"';
        literal = c == '\\' && !literal;
      } else if (c == '"') {
        quoted = true;
      } else if (c == ' ' || c == '\n' || c == '\r' || c == '\t') {
        continue;
      }
      to[at++] = c;
    }
    count = at;
    inString = quoted;
    escaped = literal;
  }

  private void digest() {
    sum.update(tokens, 0, count - HELD_BACK);
    System.arraycopy(tokens, count - HELD_BACK, tokens, 0, HELD_BACK);
    count = HELD_BACK;
  }

  /** The checksum of everything that was taken, as the value of the key. Ends the computation. */
  String value() {
    sum.update(tokens, 0, count);
    return text();
  }

  /**
   * What the text that was taken says of itself. Ends the computation.
   *
   * @return the checksum it should have and the one it has; nothing if it ends without one
   */
  Optional<Comparison> compare() {
    int from = Math.max(0, count - HELD_BACK);
    Matcher stored =
        STORED.matcher(new String(tokens, from, count - from, StandardCharsets.ISO_8859_1));
    if (!stored.find()) {
      return Optional.empty();
    }
    sum.update(tokens, 0, from + stored.start());
    return Optional.of(new Comparison(stored.group(1), text()));
  }

  private String text() {
    return ALGORITHM + HexFormat.of().toHexDigits((int) sum.getValue());
  }

  /**
   * Two checksums of a text.
   *
   * @param stored the one that stands in it
   * @param found the one it has
   */
  record Comparison(String stored, String found) {
    boolean agrees() {
      return stored.equals(found);
    }
  }

  /** Whether a file ends with a checksum, right or wrong. */
  static boolean endsIn(Path file) throws IOException {
    byte[] end;
    try (SeekableByteChannel channel = Files.newByteChannel(file)) {
      channel.position(Math.max(0, channel.size() - 2 * HELD_BACK));
      end = Channels.newInputStream(channel).readAllBytes();
    }
    String text = new String(end, StandardCharsets.ISO_8859_1);
    return STORED.matcher(text.replaceAll("\\s", "")).find();
  }

  /** Takes all bytes that are read. */
  static final class Input extends FilterInputStream {
    private final Checksum checksum = new Checksum();

    Input(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      int c = in.read();
      if (c >= 0) {
        checksum.add(new byte[] {(byte) c}, 0, 1);
      }
      return c;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
      int size = in.read(bytes, from, length);
      checksum.add(bytes, from, Math.max(0, size));
      return size;
    }

    @Override
    public long skip(long bytes) throws IOException {
      return readNBytes((int) Math.min(bytes, Integer.MAX_VALUE)).length;
    }

    @Override
    public boolean markSupported() {
      return false;
    }

    /** Reads what is left, and compares. */
    Optional<Comparison> compare() throws IOException {
      transferTo(OutputStream.nullOutputStream());
      return checksum.compare();
    }
  }

  /** Takes and counts all bytes that are written. */
  static final class Output extends FilterOutputStream {
    private final Checksum checksum = new Checksum();
    private long count;

    Output(OutputStream out) {
      super(out);
    }

    @Override
    public void write(int c) throws IOException {
      write(new byte[] {(byte) c}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      checksum.add(bytes, from, length);
      out.write(bytes, from, length);
      count += length;
    }

    /** How many bytes were written. */
    long count() {
      return count;
    }

    /** The checksum of what was written, as the value of the key that comes next. */
    String value() {
      return checksum.value();
    }
  }
}
