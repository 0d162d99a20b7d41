package org.tslmap.collector.store;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Where in a trace reading can start, so that any of its accesses is reached without reading all
 * before it; and where definitions are. A file beside the queue's; a trace without it is whole, but
 * can only be read from its beginning.
 *
 * @param keys where reading can start, in order; the first is the beginning
 * @param frames where frames other than EVENTS and HEAP are, in order
 * @param accesses accesses in the trace
 */
public record TracePositions(List<Key> keys, long[] frames, long accesses) {
  /** Stands for the beginning of a trace. */
  static final long START = -1;

  /** Stands for "no thread yet". */
  private static final int NO_THREAD = -1;

  private static final String FILE = "positions";
  private static final int MAGIC = 0x74736C70;

  /**
   * A place where reading can start.
   *
   * @param index the place
   * @param accesses how many accesses are before it
   * @param thread the thread that goes on there; -1 at the beginning
   */
  public record Key(long index, long accesses, int thread) {}

  /** Keeps the list unmodifiable. */
  public TracePositions {
    keys = List.copyOf(keys);
  }

  /** The last place that is not behind this access. */
  public Key before(long access) {
    int low = 0;
    int high = keys.size() - 1;
    while (low < high) {
      int middle = low + high + 1 >>> 1;
      if (keys.get(middle).accesses() <= access) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return keys.get(low);
  }

  /** Collects positions while a trace is written. */
  static final class Builder {
    private final List<Key> keys = new ArrayList<>();
    private long[] frames = new long[256];
    private int count;

    Builder() {
      keys.add(new Key(START, 0, NO_THREAD));
    }

    void key(long index, long accesses, int thread) {
      keys.add(new Key(index, accesses, thread));
    }

    void frame(long index) {
      if (count == frames.length) {
        frames = Arrays.copyOf(frames, 2 * count);
      }
      frames[count++] = index;
    }

    TracePositions built(long accesses) {
      return new TracePositions(keys, Arrays.copyOf(frames, count), accesses);
    }
  }

  void write(Path folder) throws IOException {
    Path file = folder.resolve(FILE);
    try (DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
      write(out);
    } catch (IOException e) {
      Files.deleteIfExists(file); // rather none than a part of it
      throw e;
    }
  }

  private void write(DataOutputStream out) throws IOException {
    out.writeInt(MAGIC);
    out.writeLong(accesses);
    out.writeInt(keys.size());
    for (Key key : keys) {
      out.writeLong(key.index());
      out.writeLong(key.accesses());
      out.writeInt(key.thread());
    }
    out.writeInt(frames.length);
    for (long frame : frames) {
      out.writeLong(frame);
    }
  }

  /**
   * Reads the positions of a trace.
   *
   * @param folder the trace's
   * @return nothing if the trace has none: it is an old one, or its collector was killed
   * @throws DamagedTraceException if the file is damaged
   */
  public static Optional<TracePositions> read(Path folder) throws IOException {
    Path file = folder.resolve(FILE);
    if (!Files.isRegularFile(file)) {
      return Optional.empty();
    }
    long size = Files.size(file);
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
      int magic = in.readInt();
      long accesses = in.readLong();
      int keyCount = in.readInt();
      if (magic != MAGIC || keyCount < 1 || keyCount > size / 20) {
        throw damaged(file);
      }
      List<Key> keys = new ArrayList<>(keyCount);
      for (int i = 0; i < keyCount; i++) {
        keys.add(new Key(in.readLong(), in.readLong(), in.readInt()));
      }
      int frameCount = in.readInt();
      if (frameCount < 0 || frameCount > size / Long.BYTES) {
        throw damaged(file);
      }
      long[] frames = new long[frameCount];
      for (int i = 0; i < frameCount; i++) {
        frames[i] = in.readLong();
      }
      return Optional.of(new TracePositions(keys, frames, accesses));
    } catch (EOFException e) {
      throw damaged(file);
    }
  }

  private static DamagedTraceException damaged(Path file) {
    return new DamagedTraceException(
        file
            + ": expected a trace's table of positions, found something else; delete it, the trace"
            + " can be replayed without it");
  }
}
