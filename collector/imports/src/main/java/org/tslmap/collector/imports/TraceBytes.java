package org.tslmap.collector.imports;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;
import org.tukaani.xz.XZIOException;
import org.tukaani.xz.XZInputStream;

/**
 * The bytes of a file in a window that moves on. Compression (gzip, xz, or a zip of parts that
 * follow each other) is known by the first bytes.
 */
final class TraceBytes implements Closeable {
  /** How much of a file is looked at to know what it is. */
  static final int HEAD_BYTES = 4096;

  private static final int WINDOW_BYTES = 1 << 18;

  /** What unpacking xz may take; its strongest level needs 65 MiB. */
  private static final int XZ_MEMORY_KIB = 128 << 10;

  private static final VarHandle SHORT = little(short[].class);
  private static final VarHandle LONG = little(long[].class);

  private final Path file;
  private final InputStream in;

  /** Whether positions are those of what was unpacked, and not of the file. */
  private final boolean unpacked;

  private byte[] window = new byte[WINDOW_BYTES];
  private int at;
  private int end;

  /** Bytes before the window, since the file's beginning. */
  private long before;

  private TraceBytes(Path file, InputStream in, boolean unpacked) {
    this.file = file;
    this.in = in;
    this.unpacked = unpacked;
  }

  private static VarHandle little(Class<?> array) {
    return MethodHandles.byteArrayViewVarHandle(array, ByteOrder.LITTLE_ENDIAN);
  }

  /**
   * Opens a file.
   *
   * @throws ImportException if it cannot be read, or is packed in a way that is not known here
   */
  static TraceBytes open(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new ImportException(
          "expected a trace file, found %s at %s"
              .formatted(Files.exists(file) ? "no file" : "nothing", file));
    }
    InputStream raw = new BufferedInputStream(Files.newInputStream(file), 1 << 16);
    try {
      InputStream in = unpacked(raw);
      return new TraceBytes(file, in, in != raw);
    } catch (EOFException | ZipException | XZIOException e) {
      raw.close();
      throw new ImportException(
          "%s: expected a whole compressed file, found a damaged beginning (%s); copy it again"
              .formatted(file, e.getMessage()),
          e);
    } catch (IOException e) {
      raw.close();
      throw e;
    }
  }

  private static InputStream unpacked(InputStream raw) throws IOException {
    raw.mark(8);
    byte[] magic = raw.readNBytes(6);
    raw.reset();
    if (begins(magic, 0x1F, 0x8B)) {
      return new GZIPInputStream(raw, 1 << 16);
    }
    if (begins(magic, 'P', 'K', 3, 4)) {
      return new Parts(new ZipInputStream(raw));
    }
    if (begins(magic, 0xFD, '7', 'z', 'X', 'Z', 0)) {
      return new XZInputStream(raw, XZ_MEMORY_KIB);
    }
    return raw;
  }

  private static boolean begins(byte[] bytes, int... magic) {
    if (bytes.length < magic.length) {
      return false;
    }
    for (int i = 0; i < magic.length; i++) {
      if ((bytes[i] & 0xFF) != magic[i]) {
        return false;
      }
    }
    return true;
  }

  /** The entries of a zip file one after the other. */
  private static final class Parts extends InputStream {
    private final ZipInputStream zip;
    private ZipEntry entry;

    Parts(ZipInputStream zip) throws IOException {
      this.zip = zip;
      this.entry = next(zip);
    }

    private static ZipEntry next(ZipInputStream zip) throws IOException {
      try {
        return zip.getNextEntry();
      } catch (IllegalArgumentException e) {
        ZipException damaged = new ZipException("a part's name is no UTF-8");
        damaged.initCause(e);
        throw damaged;
      }
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int from, int count) throws IOException {
      while (entry != null) {
        int got = zip.read(bytes, from, count);
        if (got >= 0) {
          return got;
        }
        entry = next(zip);
      }
      return -1;
    }

    @Override
    public void close() throws IOException {
      zip.close();
    }
  }

  /** The first bytes, decompressed. */
  static byte[] head(Path file) throws IOException {
    try (TraceBytes bytes = open(file)) {
      bytes.has(HEAD_BYTES);
      return Arrays.copyOf(bytes.window, Math.min(bytes.end, HEAD_BYTES));
    }
  }

  /**
   * Whether there are so many more bytes.
   *
   * @param count at most the size of the window
   * @throws ImportException if the file is cut or damaged
   */
  boolean has(int count) throws IOException {
    return end - at >= count || fill(count);
  }

  private boolean fill(int count) throws IOException {
    if (count > window.length) {
      throw new IllegalArgumentException("more bytes than the window has: " + count);
    }
    System.arraycopy(window, at, window, 0, end - at);
    before += at;
    end -= at;
    at = 0;
    while (end < count) {
      int got = read();
      if (got < 0) {
        return false;
      }
      end += got;
    }
    return true;
  }

  private int read() throws IOException {
    try {
      return in.read(window, end, window.length - end);
    } catch (EOFException | ZipException | XZIOException e) {
      throw new ImportException(
          "%s: expected more data, found a cut or damaged file (%s); copy it again"
              .formatted(place(before + end), e.getMessage()),
          e);
    }
  }

  /** Bytes that are there without another look at the file. */
  int ready() {
    return end - at;
  }

  /** A byte ahead, 0..255. */
  int peek(int ahead) {
    return window[at + ahead] & 0xFF;
  }

  /** Two bytes ahead, 0..65535. */
  int peekShort(int ahead) {
    return (short) SHORT.get(window, at + ahead) & 0xFFFF;
  }

  /** Eight bytes ahead. */
  long peekLong(int ahead) {
    return (long) LONG.get(window, at + ahead);
  }

  /** Passes over bytes that are there. */
  void skip(int count) {
    at += count;
  }

  /** Position of the next byte in the unpacked file. */
  long position() {
    return before + at;
  }

  /** Something that is wrong here. */
  ImportException wrong(String what) {
    return new ImportException("%s: %s".formatted(place(position()), what));
  }

  private String place(long position) {
    return "%s, byte %d%s".formatted(file, position, unpacked ? " of what is unpacked" : "");
  }

  Path file() {
    return file;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
