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
  private static final Path GOLDEN =
      Path.of(System.getProperty("tslmap.home"), "valgrind-tool", "src", "test", "golden");

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
      assertEquals(expected, accesses(stream, new ArrayList<>()), stream.toString());
    }
  }

  @Test
  void theTinyProgramsOtherFramesAreThere() throws IOException {
    List<Frame> told = new ArrayList<>();
    accesses(GOLDEN.resolve("tiny.bin"), told);
    List<FunctionSymbol> functions =
        told.stream()
            .filter(FunctionSymbol.class::isInstance)
            .map(FunctionSymbol.class::cast)
            .toList();
    List<String> found = new ArrayList<>();
    for (Frame frame : told) {
      if (frame instanceof HeapEvent heap) {
        found.add(
            "%s %d %x %d %x %s"
                .formatted(
                    heap.kind(),
                    heap.thread(),
                    heap.address(),
                    heap.bytes(),
                    heap.previous(),
                    functions.get(heap.function()).name()));
      } else if (frame instanceof DataName name) {
        found.add("%x %d %s".formatted(name.address(), name.bytes(), name.name()));
      } else if (frame instanceof Mark mark) {
        found.add(mark.kind() + " " + mark.text());
      } else if (frame instanceof ThreadPointer thread) {
        found.add("%d %x".formatted(thread.thread(), thread.pointer()));
      }
    }
    assertEquals(
        List.of(
            "1 402000",
            "4020e0 8 sum",
            "PHASE allocating",
            "ALLOCATED 1 402000 48 0 malloc",
            "REALLOCATED 1 402060 96 402000 realloc",
            "FREED 1 402060 0 0 free",
            "PHASE "),
        found);
  }

  private static List<String> accesses(Path stream, List<Frame> others) throws IOException {
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
      others.add(frame);
      if (frame instanceof BlockDescriptor block) {
        decoder.define(block, symbols);
      } else if (frame instanceof End end) {
        decoder.flush();
        assertEquals("", decoder.totals().differenceFrom(end, 0, 0));
      }
    }
    return lines;
  }
}
