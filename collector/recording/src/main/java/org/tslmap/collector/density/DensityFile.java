package org.tslmap.collector.density;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.tslmap.locality.profile.ProcessIdentity;

/**
 * A process's density at several resolutions, finest first, as a file: deflated tiles one behind
 * the other, then a directory that says where they are, then where that is. Tiles are read when
 * they are asked for.
 */
public final class DensityFile implements AutoCloseable {
  private static final int MAGIC = 0x74736C64;
  private static final int VERSION = 2;
  private static final int TRAILER_BYTES = Long.BYTES + Integer.BYTES;
  private static final int MOST = 1 << 27;

  /** No byte stands for more than that many when it is unpacked. */
  private static final int MOST_DEFLATED = 1032;

  /**
   * Whose density it is.
   *
   * @param pid process number
   * @param host name of its machine
   * @param startedMicros when it started, Unix time in microseconds
   * @param accesses how many accesses were counted
   */
  public record Subject(int pid, String host, long startedMicros, long accesses) {
    /** Whether it is this process. */
    public boolean isOf(ProcessIdentity process) {
      return pid == process.pid()
          && host.equals(process.host())
          && startedMicros == process.startedMicros();
    }
  }

  private record Tile(long offset, int bytes, int unpacked) {}

  private final FileChannel channel;
  private final Subject subject;
  private final List<DensityLevel> levels;
  private final MemoryOrigins origins;

  private DensityFile(
      FileChannel channel, Subject subject, List<DensityLevel> levels, MemoryOrigins origins) {
    this.channel = channel;
    this.subject = subject;
    this.levels = levels;
    this.origins = origins;
  }

  /** Whose density it is. */
  public Subject subject() {
    return subject;
  }

  /** The resolutions, finest first. */
  public List<DensityLevel> levels() {
    return levels;
  }

  /** What its memory was used for. */
  public MemoryOrigins origins() {
    return origins;
  }

  /** Writes a new file. */
  static void write(Path file, Subject subject, List<DensityLevel> levels, MemoryOrigins origins)
      throws IOException {
    ByteArrayOutputStream directory = new ByteArrayOutputStream();
    try (FileChannel channel =
            FileChannel.open(
                file,
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.WRITE);
        DataOutputStream out = new DataOutputStream(directory)) {
      out.writeInt(VERSION);
      out.writeInt(subject.pid());
      out.writeUTF(subject.host());
      out.writeLong(subject.startedMicros());
      out.writeLong(subject.accesses());
      out.writeInt(levels.size());
      for (DensityLevel level : levels) {
        out.writeLong(level.accessesPerColumn());
        out.writeInt(level.shift());
        out.writeInt(level.columns());
        out.writeInt(level.blocks().length);
        write(channel, out, blockBytes(level.blocks()));
        write(channel, out, siteBytes(level.sites()));
        for (int tile = 0; tile < level.tileCount(); tile++) {
          write(channel, out, level.tiles().tile(tile));
        }
      }
      write(channel, out, origins.bytes());
      long at = channel.position();
      out.flush();
      fully(channel, ByteBuffer.wrap(directory.toByteArray()));
      ByteBuffer trailer = ByteBuffer.allocate(TRAILER_BYTES).putLong(at).putInt(MAGIC).flip();
      fully(channel, trailer);
    }
  }

  private static void write(FileChannel channel, DataOutputStream directory, byte[] content)
      throws IOException {
    byte[] packed = deflated(content);
    directory.writeLong(channel.position());
    directory.writeInt(packed.length);
    directory.writeInt(content.length);
    fully(channel, ByteBuffer.wrap(packed));
  }

  private static void fully(FileChannel channel, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  private static byte[] blockBytes(long[] blocks) {
    ByteBuffer bytes = ByteBuffer.allocate(blocks.length * Long.BYTES);
    long last = 0;
    for (long block : blocks) {
      bytes.putLong(block - last);
      last = block;
    }
    return bytes.array();
  }

  private static byte[] siteBytes(int[] sites) {
    ByteBuffer bytes = ByteBuffer.allocate(sites.length * Integer.BYTES);
    bytes.asIntBuffer().put(sites);
    return bytes.array();
  }

  private static byte[] deflated(byte[] content) {
    Deflater deflater = new Deflater(Deflater.BEST_SPEED, true);
    try {
      deflater.setInput(content);
      deflater.finish();
      ByteArrayOutputStream packed = new ByteArrayOutputStream(content.length / 2 + 64);
      byte[] part = new byte[1 << 16];
      while (!deflater.finished()) {
        packed.write(part, 0, deflater.deflate(part));
      }
      return packed.toByteArray();
    } finally {
      deflater.end();
    }
  }

  /**
   * Opens a file.
   *
   * @throws IOException if it cannot be read or is damaged
   */
  public static DensityFile open(Path file) throws IOException {
    FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
    try {
      long size = channel.size();
      if (size < TRAILER_BYTES) {
        throw damaged(file);
      }
      ByteBuffer trailer = read(channel, size - TRAILER_BYTES, TRAILER_BYTES);
      long at = trailer.getLong();
      if (trailer.getInt() != MAGIC || at < 0 || at > size - TRAILER_BYTES) {
        throw damaged(file);
      }
      ByteBuffer directory = read(channel, at, (int) (size - TRAILER_BYTES - at));
      try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(directory.array()))) {
        int version = in.readInt();
        if (version != VERSION) {
          throw new IOException(
              "%s: expected version %d, found %d; record the run again"
                  .formatted(file, VERSION, version));
        }
        Subject subject = new Subject(in.readInt(), in.readUTF(), in.readLong(), in.readLong());
        int count = in.readInt();
        List<DensityLevel> levels = new ArrayList<>();
        for (int level = 0; level < count; level++) {
          levels.add(level(channel, in, file));
        }
        return new DensityFile(
            channel, subject, levels, MemoryOrigins.of(content(channel, tile(in), file)));
      }
    } catch (EOFException | JsonProcessingException e) {
      channel.close();
      throw damaged(file);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private static DensityLevel level(FileChannel channel, DataInputStream in, Path file)
      throws IOException {
    long accessesPerColumn = in.readLong();
    int shift = in.readInt();
    int columns = in.readInt();
    int rows = in.readInt();
    Tile packed = tile(in);
    Tile packedSites = tile(in);
    if (accessesPerColumn < 1
        || columns < 0
        || columns > MOST
        || shift < 0
        || shift > 63
        || packed.unpacked() != (long) rows * Long.BYTES
        || packedSites.unpacked() != (long) rows * Integer.BYTES) {
      throw damaged(file);
    }
    ByteBuffer bytes = ByteBuffer.wrap(content(channel, packed, file));
    long[] blocks = new long[rows];
    long last = 0;
    for (int row = 0; row < rows; row++) {
      last += bytes.getLong();
      blocks[row] = last;
    }
    int[] sites = new int[rows];
    ByteBuffer.wrap(content(channel, packedSites, file)).asIntBuffer().get(sites);
    int count = (columns + DensityLevel.TILE_COLUMNS - 1) / DensityLevel.TILE_COLUMNS;
    List<Tile> tiles = new ArrayList<>(count);
    for (int tile = 0; tile < count; tile++) {
      tiles.add(tile(in));
    }
    return new DensityLevel(
        accessesPerColumn,
        shift,
        blocks,
        sites,
        columns,
        number -> content(channel, tiles.get(number), file));
  }

  private static Tile tile(DataInputStream in) throws IOException {
    return new Tile(in.readLong(), in.readInt(), in.readInt());
  }

  private static byte[] content(FileChannel channel, Tile tile, Path file) throws IOException {
    if (tile.bytes() < 0
        || tile.unpacked() < 0
        || tile.unpacked() > MOST
        || tile.unpacked() / MOST_DEFLATED > tile.bytes()
        || tile.offset() < 0
        || tile.offset() > channel.size() - tile.bytes()) {
      throw damaged(file);
    }
    ByteBuffer packed = read(channel, tile.offset(), tile.bytes());
    byte[] content = new byte[tile.unpacked()];
    Inflater inflater = new Inflater(true);
    try {
      inflater.setInput(packed.array());
      int size = 0;
      while (size < content.length) {
        int got = inflater.inflate(content, size, content.length - size);
        if (got == 0) {
          throw damaged(file);
        }
        size += got;
      }
    } catch (DataFormatException e) {
      throw damaged(file);
    } finally {
      inflater.end();
    }
    return content;
  }

  private static ByteBuffer read(FileChannel channel, long at, int bytes) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(bytes);
    while (buffer.hasRemaining()) {
      if (channel.read(buffer, at + buffer.position()) < 0) {
        throw new EOFException("a density file is shorter than it says");
      }
    }
    return buffer.flip();
  }

  private static IOException damaged(Path file) {
    return new IOException(
        file
            + ": expected addresses over time, found damaged data; delete the folder it is in, so"
            + " that they are counted from the trace again");
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
