import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.tslmap.collector.store.TraceWriter;
import org.tslmap.collector.wire.EventWords;
import org.tslmap.collector.wire.AccessDecoder;
import org.tslmap.collector.wire.BlockDescriptor;
import org.tslmap.collector.wire.BlockDescriptor.BlockAccess;
import org.tslmap.collector.wire.FrameType;
import org.tslmap.collector.wire.FrameWriter;
import org.tslmap.collector.wire.FunctionSymbol;
import org.tslmap.collector.wire.ObjectFile;
import org.tslmap.collector.wire.Site;
import org.tslmap.collector.wire.Sites;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.locality.AccessSink;

/**
 * What decoding and storing cost per access in processor time, on made-up streams shaped like those of matrix
 * multiply, triad, random update, counting sort and branchy integer code. Run by {@code mvn -Pbench}
 * (see README.md).
 */
public final class CollectorBenchmark {
  private static final int ROUNDS = 5;
  private static final int CHUNK_WORDS = 32 * 1024;
  private static final int SITES = 16;

  /** A made-up program: words per block, accesses per block, and chunks of its stream. */
  private record Stream(String name, List<BlockDescriptor> blocks, List<long[]> chunks) {}

  private CollectorBenchmark() {}

  /** Prints one line per stream. */
  public static void main(String[] arguments) throws IOException {
    System.out.printf(
        "%-14s %12s %12s %12s %14s%n", "ns per access", "counting", "decoding", "storing",
        "bytes/access");
    for (Stream stream : List.of(matmul(), triad(), random(), countingSort(), branchy())) {
      double[] counting = new double[ROUNDS];
      double[] decoding = new double[ROUNDS];
      double[] storing = new double[ROUNDS];
      double bytes = 0;
      for (int round = 0; round < ROUNDS; round++) {
        counting[round] = decode(stream, List.of());
        long[] sum = new long[1];
        AccessSink sink = (thread, addresses, sites, count) -> sum[0] += addresses[count - 1];
        decoding[round] = decode(stream, List.of(sink));
        Path folder = Files.createTempDirectory("tslmap-bench");
        try (TraceWriter writer =
            TraceWriter.create(folder.resolve("t"), new AtomicLong(Long.MAX_VALUE))) {
          writer.frame(FrameType.HELLO.code(), ByteBuffer.allocate(0)); // opens the files
          long start = cpuNanos();
          for (long[] chunk : stream.chunks()) {
            writer.events(chunk, chunk.length, 0);
          }
          writer.end("");
          long nanos = cpuNanos() - start;
          long accesses = accesses(stream);
          storing[round] = (double) nanos / accesses;
          bytes = (double) writer.bytes() / accesses;
        }
        remove(folder);
      }
      System.out.printf(
          Locale.ROOT,
          "%-14s %12.2f %12.2f %12.2f %14.5f%n",
          stream.name(),
          median(counting),
          median(decoding),
          median(storing),
          bytes);
    }
  }

  /** Processor time of this thread, which other programs on the machine do not change. */
  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    return values[values.length / 2];
  }

  private static void remove(Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private static AccessDecoder decoder(Stream stream, List<AccessSink> sinks) throws IOException {
    SymbolTables symbols = new SymbolTables();
    symbols.define(new ObjectFile(0, 0, ""));
    symbols.define(new FunctionSymbol(0, 0, 0, 0, "f", ""));
    List<Site> sites = new ArrayList<>();
    for (int s = 0; s < SITES; s++) {
      sites.add(new Site(s, 0, 0, 8, s % 2 == 1, 0));
    }
    symbols.define(new Sites(0, sites));
    AccessDecoder decoder = new AccessDecoder(sinks);
    for (BlockDescriptor block : stream.blocks()) {
      symbols.define(block);
      decoder.define(block, symbols);
    }
    return decoder;
  }

  private static double decode(Stream stream, List<AccessSink> sinks) throws IOException {
    AccessDecoder decoder = decoder(stream, sinks);
    long start = cpuNanos();
    for (long[] chunk : stream.chunks()) {
      decoder.decode(chunk, chunk.length);
    }
    decoder.flush();
    return (double) (cpuNanos() - start) / decoder.totals().accesses();
  }

  private static long accesses(Stream stream) throws IOException {
    AccessDecoder decoder = decoder(stream, List.of());
    for (long[] chunk : stream.chunks()) {
      decoder.decode(chunk, chunk.length);
    }
    return decoder.totals().accesses();
  }

  /** A block whose accesses use the words given, each with a site of its own. */
  private static BlockDescriptor block(int id, int words, int... accessWords) {
    List<BlockAccess> accesses = new ArrayList<>();
    for (int a = 0; a < accessWords.length; a++) {
      accesses.add(new BlockAccess((id + a) % SITES, accessWords[a], false, 8L * (a % 2)));
    }
    return new BlockDescriptor(id, words, id, BlockDescriptor.Ending.OTHER, accesses);
  }

  /** Collects blocks into chunks. */
  private static final class Recorder {
    private final List<long[]> chunks = new ArrayList<>();
    private long[] chunk = new long[CHUNK_WORDS];
    private int used;

    Recorder() {
      chunk[used++] = EventWords.thread(1);
    }

    void run(int block, long... words) {
      if (used + 1 + words.length > CHUNK_WORDS) {
        chunks.add(Arrays.copyOf(chunk, used));
        used = 0;
      }
      chunk[used++] = EventWords.block(block, words.length);
      for (long word : words) {
        chunk[used++] = word;
      }
    }

    List<long[]> chunks() {
      chunks.add(Arrays.copyOf(chunk, used));
      return chunks;
    }
  }

  private static Stream matmul() {
    Recorder r = new Recorder();
    int n = 160;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        for (int k = 0; k < n; k++) {
          r.run(0, 0x1000_0000L + 8L * (i * n + k), 0x2000_0000L + 8L * (k * n + j));
        }
        r.run(1, 0x3000_0000L + 8L * (i * n + j));
      }
    }
    return new Stream("matmul", List.of(block(0, 2, 0, 1), block(1, 1, 0)), r.chunks());
  }

  private static Stream triad() {
    Recorder r = new Recorder();
    for (int repeat = 0; repeat < 2; repeat++) {
      for (int i = 0; i < 1_000_000; i++) {
        long at = 16L * i;
        r.run(0, 0x1000_0000L + at, 0x3000_0000L + at, 0x5000_0000L + at);
      }
    }
    return new Stream("triad", List.of(block(0, 3, 0, 0, 1, 1, 2, 2)), r.chunks());
  }

  private static Stream random() {
    Recorder r = new Recorder();
    Random random = new Random(1);
    for (int i = 0; i < 3_000_000; i++) {
      r.run(0, 0x1000_0000L + 8L * random.nextInt(1 << 23));
    }
    return new Stream("random update", List.of(block(0, 1, 0, 0)), r.chunks());
  }

  private static Stream countingSort() {
    Recorder r = new Recorder();
    Random random = new Random(2);
    for (int i = 0; i < 3_000_000; i++) {
      r.run(0, 0x1000_0000L + 4L * i, 0x2000_0000L + 4L * random.nextInt(1 << 16));
    }
    return new Stream("counting sort", List.of(block(0, 2, 0, 1, 1)), r.chunks());
  }

  private static Stream branchy() {
    Recorder r = new Recorder();
    Random random = new Random(3);
    List<BlockDescriptor> blocks = new ArrayList<>();
    for (int b = 0; b < 16; b++) {
      blocks.add(block(b, 2, 0, 0, 0, 1, 1));
    }
    int b = 0;
    for (int i = 0; i < 2_000_000; i++) {
      b = random.nextInt(3) == 0 ? random.nextInt(16) : (b + 1) % 16;
      r.run(b, 0x7FFF_0000_0000L + 8L * random.nextInt(4), 0x1000_0000L + random.nextInt(4096));
    }
    return new Stream("branchy", blocks, r.chunks());
  }
}
