package org.tslmap.collector.cli.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.List;
import org.tslmap.collector.wire.BlockDescriptor;
import org.tslmap.collector.wire.BlockDescriptor.BlockAccess;
import org.tslmap.collector.wire.End;
import org.tslmap.collector.wire.EventWords;
import org.tslmap.collector.wire.FrameType;
import org.tslmap.collector.wire.FrameWriter;
import org.tslmap.collector.wire.FunctionSymbol;
import org.tslmap.collector.wire.Hello;
import org.tslmap.collector.wire.ObjectFile;
import org.tslmap.collector.wire.Site;
import org.tslmap.collector.wire.Sites;
import org.tslmap.collector.wire.ThreadChange;

/**
 * Sends the stream of a program that was never run, over a Unix socket, as the tool does.
 *
 * <p>The program is one loop. Each round loads the next word of one half of its memory, again and
 * again from the beginning to the end, and loads and stores a random word of the other half. So one
 * access of three continues a sweep, one goes to a random place, and one stays there. Threads take
 * turns and have equal parts of the memory.
 */
final class SyntheticSender implements AutoCloseable {

  /** Accesses of a round. */
  private static final int ACCESSES = 3;

  /** As long as what the tool sends at once. */
  private static final int FRAME_WORDS = 32 * 1024;

  private static final int ROUND_WORDS = 3;
  private static final int ROUNDS = (FRAME_WORDS - 1) / ROUND_WORDS;

  /** Accesses that are sent at once; streams have a multiple of it. */
  static final int STEP = ROUNDS * ACCESSES;

  private static final int WORD_BYTES = 8;
  private static final long MEMORY = 0x10_0000_0000L;

  private final SocketChannel channel;
  private final int threads;
  private final long half;
  private final long[] swept;
  private final ByteBuffer frame =
      ByteBuffer.allocateDirect(FrameType.HEADER_BYTES + WORD_BYTES * (FRAME_WORDS + 1))
          .order(ByteOrder.LITTLE_ENDIAN);
  private long random = 1;
  private long frames;
  private long processorNanos;

  /**
   * Connects and sends what the program consists of.
   *
   * @param words of memory that the program uses, at least 2 for each thread
   */
  SyntheticSender(Path socket, int threads, long words) throws IOException {
    this.threads = threads;
    this.half = words / threads / 2;
    this.swept = new long[threads];
    this.channel = SocketChannel.open(UnixDomainSocketAddress.of(socket));
    long now = System.currentTimeMillis() * 1000;
    int pid = (int) ProcessHandle.current().pid();
    FrameWriter writer =
        new FrameWriter()
            .write(
                new Hello(
                    false,
                    pid,
                    1,
                    -1,
                    now,
                    "",
                    "",
                    "synthetic",
                    "",
                    List.of("synthetic"),
                    List.of()))
            .write(new ObjectFile(0, 0, "synthetic"))
            .write(new FunctionSymbol(0, 0, 1, 0x1000, "loop", ""))
            .write(
                new Sites(
                    0,
                    List.of(
                        new Site(0x1000, 0, 1, WORD_BYTES, false, 0),
                        new Site(0x1004, 0, 2, WORD_BYTES, false, 0),
                        new Site(0x1008, 0, 2, WORD_BYTES, true, 0))))
            .write(
                new BlockDescriptor(
                    0,
                    ROUND_WORDS - 1,
                    0x1000,
                    BlockDescriptor.Ending.OTHER,
                    List.of(
                        new BlockAccess(0, 0, false, 0),
                        new BlockAccess(1, 1, false, 0),
                        new BlockAccess(2, 1, false, 0))));
    for (int thread = 1; thread <= threads; thread++) {
      writer.write(new ThreadChange(0, thread, true, thread == 1 ? 0 : 1));
    }
    write(ByteBuffer.wrap(writer.toByteArray()));
  }

  /** Sends {@value #STEP} accesses of the thread whose turn it is. */
  void step() throws IOException {
    long start = cpuNanos();
    int thread = (int) (frames % threads);
    int words = 1 + ROUNDS * ROUND_WORDS;
    frame.clear();
    frame.putInt(WORD_BYTES * (words + 1)).putShort((short) FrameType.EVENTS.code());
    frame.putShort((short) 0).putLong(frames * words);
    frame.putLong(EventWords.thread(thread + 1));
    long sweep = MEMORY + 2 * WORD_BYTES * half * thread;
    long table = sweep + WORD_BYTES * half;
    long block = EventWords.block(0, ROUND_WORDS - 1);
    long next = swept[thread];
    for (int round = 0; round < ROUNDS; round++) {
      random = random * 6364136223846793005L + 1442695040888963407L;
      frame.putLong(block).putLong(sweep + WORD_BYTES * next);
      frame.putLong(table + WORD_BYTES * Math.multiplyHigh(random >>> 1, 2 * half));
      next = next + 1 == half ? 0 : next + 1;
    }
    swept[thread] = next;
    frames++;
    write(frame.flip());
    processorNanos += cpuNanos() - start;
  }

  /** Sends the program's end and hangs up. */
  void end() throws IOException {
    long rounds = frames * ROUNDS;
    End end =
        new End(
            End.Cause.EXITED,
            0,
            rounds,
            frames * (1 + ROUNDS * ROUND_WORDS),
            2 * rounds,
            rounds,
            frames,
            ACCESSES * rounds);
    write(ByteBuffer.wrap(new FrameWriter().write(end).toByteArray()));
    close();
  }

  /** Accesses sent so far. */
  long accesses() {
    return frames * STEP;
  }

  /** Processor time that sending has taken, which no collector is to blame for. */
  long processorNanos() {
    return processorNanos;
  }

  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private void write(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
