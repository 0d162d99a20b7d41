package org.tslmap.collector.store;

import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Sees to it that the disk has room for what is written into a mapped file.
 *
 * <p>A queue's file is long and empty when it is made, and its blocks come from the disk when
 * memory that is mapped to them is written to. If there are none left, the system can only end the
 * process or have a machine instruction fail in its middle. So, before the writing goes on, the
 * blocks are written by a system call, which says so. While the disk has plenty of room, asking for
 * that is enough.
 */
final class DiskRoom implements AutoCloseable {
  /** Behind the end of what is written: the queue's own tables, and the last records. */
  static final long AHEAD_BYTES = 2L << 20;

  /** Blocks are taken in such steps. */
  private static final long STEP_BYTES = 4L << 20;

  /** So much free room is plenty; a small part of it is used before it is asked for again. */
  private static final long PLENTY_BYTES = 2L << 30;

  private static final long PLENTY_STEP_BYTES = PLENTY_BYTES / 8;

  private static final int BUFFER_BYTES = 1 << 20;

  private final Path folder;
  private FileChannel file;
  private ByteBuffer buffer;

  /** There is room up to here in the file. */
  private long ready;

  /** The file's blocks are there up to here; 0 while there is plenty of room. */
  private long written;

  /** Room for a queue in this folder, whose file is made later. */
  DiskRoom(Path folder) {
    this.folder = folder;
  }

  /**
   * Looks whether a queue can be begun at all.
   *
   * @throws IOException if the disk is full
   */
  void requireSome() throws IOException {
    if (usable() < 2 * AHEAD_BYTES) {
      throw new IOException("No space left on device");
    }
  }

  private long usable() {
    return folder.toFile().getUsableSpace();
  }

  /**
   * Has room ready.
   *
   * @param end where what was written ends in the file
   * @param more bytes that are to be written
   * @throws IOException if the disk is full; what was ready stays so
   */
  void ensure(long end, long more) throws IOException {
    long needed = end + more + AHEAD_BYTES;
    if (needed <= ready) {
      return;
    }
    if (usable() - more > PLENTY_BYTES) {
      written = 0;
      ready = needed + PLENTY_STEP_BYTES;
      return;
    }
    if (written == 0) {
      written = end;
    }
    long to = needed + STEP_BYTES;
    try {
      // The queue's tables may be there already.
      written = take(written, Math.max(written, end + AHEAD_BYTES / 2), true);
      written = take(written, to, false);
    } finally {
      ready = written;
    }
  }

  /** Writes a range as it is, or zeros; gives its end. */
  private long take(long from, long to, boolean keep) throws IOException {
    if (file == null) {
      file = open();
      buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
    }
    long at = from;
    while (at < to) {
      buffer.clear().limit((int) Math.min(BUFFER_BYTES, to - at));
      if (keep) {
        while (buffer.hasRemaining() && file.read(buffer, at + buffer.position()) > 0) {
          // on to the end of the range, or of the file
        }
        buffer.flip();
        if (!buffer.hasRemaining()) {
          return at;
        }
      }
      int size = buffer.remaining();
      while (buffer.hasRemaining()) {
        file.write(buffer, at + buffer.position());
      }
      at += size;
    }
    return at;
  }

  private FileChannel open() throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.cq4")) {
      for (Path queue : files) {
        return FileChannel.open(queue, READ, WRITE);
      }
    }
    throw new IOException("expected a queue's file in " + folder + ", found none");
  }

  @Override
  public void close() throws IOException {
    if (file != null) {
      file.close();
    }
  }
}
