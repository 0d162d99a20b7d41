package org.tslmap.collector.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Streams that the tool's C code has written, in {@code valgrind-tool/src/test/golden}: each gives
 * the accesses in the text file beside it, in Lackey's form.
 */
class GoldenStreamTest {
  private static final Path GOLDEN = Path.of("..", "valgrind-tool", "src", "test", "golden");

  @Test
  void theToolsStreamsGiveTheirAccesses() throws IOException {
    List<Path> streams;
    try (Stream<Path> files = Files.list(GOLDEN)) {
      streams = files.filter(file -> file.toString().endsWith(".bin")).sorted().toList();
    }
    assertFalse(streams.isEmpty(), "no golden stream in " + GOLDEN);
    for (Path stream : streams) {
      Path text = Path.of(stream.toString().replaceFirst("\\.bin$", ".txt"));
      List<String> expected =
          Files.readAllLines(text).stream().filter(line -> !line.isEmpty()).toList();
      assertEquals(expected, accesses(stream), stream.toString());
    }
  }

  private static List<String> accesses(Path stream) throws IOException {
    ByteBuffer in = ByteBuffer.wrap(Files.readAllBytes(stream)).order(ByteOrder.LITTLE_ENDIAN);
    SymbolTables symbols = new SymbolTables();
    List<String> lines = new ArrayList<>();
    AccessDecoder decoder =
        new AccessDecoder(
            List.of(
                (thread, addresses, sites, count) -> {
                  for (int i = 0; i < count; i++) {
                    Site site = symbols.site(sites[i]);
                    lines.add(
                        " %s %08x,%d"
                            .formatted(site.store() ? "S" : "L", addresses[i], site.size()));
                  }
                }));
    while (in.hasRemaining()) {
      long header = in.getLong();
      FrameType type = FrameType.check(header);
      byte[] payload = new byte[(int) FrameType.payloadBytes(header)];
      in.get(payload);
      if (type == FrameType.EVENTS) {
        ByteBuffer words = ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN);
        assertEquals(decoder.totals().words(), words.getLong());
        long[] chunk = new long[words.remaining() / Long.BYTES];
        words.asLongBuffer().get(chunk);
        decoder.decode(chunk, chunk.length);
        continue;
      }
      Frame frame = FrameDecoder.decode(type, payload);
      symbols.define(frame);
      if (frame instanceof BlockDescriptor block) {
        decoder.define(block, symbols);
      } else if (frame instanceof End end) {
        decoder.flush();
        assertEquals("", decoder.totals().differenceFrom(end));
      }
    }
    return lines;
  }
}
