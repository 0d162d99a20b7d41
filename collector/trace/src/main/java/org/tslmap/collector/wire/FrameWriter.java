package org.tslmap.collector.wire;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Writes a stream of frames, as the tool does; for tests and for streams made by hand. */
public final class FrameWriter {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private long position;

  /** The bytes written so far. */
  public byte[] toByteArray() {
    return out.toByteArray();
  }

  /** The event words written so far: the position of the next frame. */
  public long position() {
    return position;
  }

  /** Appends bytes as they are. */
  public FrameWriter raw(byte... bytes) {
    out.writeBytes(bytes);
    return this;
  }

  /** Appends a frame of any type with this payload, which is padded. */
  public FrameWriter frame(int type, byte[] payload) {
    int padded = (payload.length + 7) & ~7;
    ByteBuffer frame = little(FrameType.HEADER_BYTES + padded);
    frame.putInt(padded).putShort((short) type).putShort((short) 0).put(payload);
    out.writeBytes(frame.array());
    return this;
  }

  /** Appends event words at the current position. */
  public FrameWriter events(long... words) {
    ByteBuffer payload = little(8 + 8 * words.length).putLong(position);
    payload.asLongBuffer().put(words);
    position += words.length;
    return frame(FrameType.EVENTS.code(), payload.array());
  }

  /** Appends a frame. */
  public FrameWriter write(Frame frame) {
    if (frame instanceof Events events) {
      long[] words = new long[events.words().count()];
      System.arraycopy(events.words().words(), 0, words, 0, words.length);
      return events(words);
    }
    return frame(type(frame).code(), payload(frame));
  }

  /** The type of a frame. */
  public static FrameType type(Frame frame) {
    if (frame instanceof Hello) {
      return FrameType.HELLO;
    } else if (frame instanceof ObjectFile) {
      return FrameType.OBJECT;
    } else if (frame instanceof FunctionSymbol) {
      return FrameType.FUNCTION;
    } else if (frame instanceof Sites) {
      return FrameType.SITES;
    } else if (frame instanceof BlockDescriptor) {
      return FrameType.BLOCK;
    } else if (frame instanceof Events) {
      return FrameType.EVENTS;
    } else if (frame instanceof ThreadChange) {
      return FrameType.THREAD;
    } else if (frame instanceof Mapping) {
      return FrameType.MAPPING;
    } else if (frame instanceof Mark) {
      return FrameType.MARK;
    } else if (frame instanceof HeapEvent) {
      return FrameType.HEAP;
    } else if (frame instanceof DataName) {
      return FrameType.NAME;
    } else if (frame instanceof ThreadPointer) {
      return FrameType.THREAD_POINTER;
    } else if (frame instanceof ThreadBlock) {
      return FrameType.THREAD_BLOCK;
    } else if (frame instanceof WatchedVariable) {
      return FrameType.WATCHED_VARIABLE;
    } else if (frame instanceof SiteCounts) {
      return FrameType.COUNTS;
    } else if (frame instanceof SampledPart) {
      return FrameType.SAMPLED;
    } else if (frame instanceof CodeFlow) {
      return FrameType.FLOW;
    } else if (frame instanceof BlockValues) {
      return FrameType.VALUES;
    } else if (frame instanceof CodePassages) {
      return FrameType.PASSAGES;
    } else if (frame instanceof Pause) {
      return FrameType.PAUSE;
    } else if (frame instanceof CostRequest) {
      return FrameType.COST;
    } else if (frame instanceof ComputedOperations) {
      return FrameType.OPERATIONS;
    } else if (frame instanceof ExecutedCode) {
      return FrameType.EXECUTED;
    } else if (frame instanceof FunctionState) {
      return FrameType.FILTER;
    } else if (frame instanceof CountedCode) {
      return FrameType.COUNTED;
    } else if (frame instanceof Epoch) {
      return FrameType.EPOCH;
    }
    return FrameType.END;
  }

  /** The payload of a frame that is not {@link Events}, padded to a multiple of 8 bytes. */
  public static byte[] payload(Frame frame) {
    Fields f = new Fields();
    if (frame instanceof Hello hello) {
      f.i32(FrameDecoder.MAGIC).i16(FrameDecoder.VERSION).i16(hello.forked() ? 1 : 0);
      f.i32(hello.pid()).i32(hello.ppid()).i32(hello.rank()).i64(hello.startedMicros());
      f.str(hello.host()).str(hello.rankSource()).str(hello.executable()).str(hello.directory());
      f.strings(hello.arguments()).strings(hello.options());
    } else if (frame instanceof ObjectFile object) {
      f.i32(object.id()).i32(0).i64(object.bias()).str(object.path());
    } else if (frame instanceof FunctionSymbol function) {
      f.i32(function.id()).i32(function.object()).i32(function.line()).i32(0);
      f.i64(function.entry()).str(function.name()).str(function.file()).str(function.symbol());
    } else if (frame instanceof Sites sites) {
      f.i32(sites.first()).i32(sites.sites().size());
      for (Site site : sites.sites()) {
        f.i64(site.instruction()).i32(site.function()).i32(site.line()).i32(site.size());
        f.i8(site.store() ? 1 : 0).i8(site.index()).i16(0);
      }
    } else if (frame instanceof BlockDescriptor block) {
      f.i32(block.id()).i16(block.words()).i16(block.accesses().size()).i64(block.guest());
      f.i64(block.ending().ordinal());
      for (BlockDescriptor.BlockAccess access : block.accesses()) {
        f.i32(access.site()).i16(access.word()).i8(access.guarded() ? 1 : 0).i8(0);
        f.i64(access.offset());
      }
    } else if (frame instanceof ThreadChange thread) {
      f.i64(thread.position()).i32(thread.thread()).i32(thread.starts() ? 0 : 1);
      f.i32(thread.parent()).i32(0);
    } else if (frame instanceof Mapping mapping) {
      f.i64(mapping.position()).i64(mapping.start()).i64(mapping.bytes());
      f.i32(mapping.mapped() ? 0 : 1).i32(mapping.protection()).i64(mapping.offset());
      f.str(mapping.path());
    } else if (frame instanceof Mark mark) {
      f.i64(mark.position()).i32(mark.kind().ordinal() + 1).i32(0);
      f.i64(mark.value()).i64(mark.value2()).str(mark.text());
    } else if (frame instanceof HeapEvent heap) {
      f.i64(heap.position()).i32(heap.thread()).i32(heap.kind().ordinal()).i64(heap.address());
      f.i64(heap.bytes()).i64(heap.previous()).i32(heap.function()).i32(0);
    } else if (frame instanceof DataName name) {
      f.i64(name.position()).i64(name.address()).i64(name.bytes()).str(name.name());
    } else if (frame instanceof ThreadPointer thread) {
      f.i64(thread.position()).i32(thread.thread()).i32(0).i64(thread.pointer());
    } else if (frame instanceof ThreadBlock block) {
      f.i64(block.position()).i32(block.thread()).i32(block.object()).i64(block.start());
    } else if (frame instanceof WatchedVariable variable) {
      f.i64(variable.position()).i64(variable.address()).i64(variable.bytes());
      f.i64(variable.function()).i64(variable.cfaOffset()).i32(variable.object()).i32(0);
      f.str(variable.name());
    } else if (frame instanceof CodeFlow flow) {
      f.i32(flow.straights().size()).i32(flow.jumps().size());
      for (CodeFlow.Straight straight : flow.straights()) {
        f.i64(straight.start()).i32(straight.bytes()).i32(straight.function());
      }
      for (CodeFlow.Jump jump : flow.jumps()) {
        f.i64(jump.behind()).i64(jump.to()).i32(jump.function()).i32(jump.pauses() ? 1 : 0);
      }
    } else if (frame instanceof SiteCounts counted) {
      f.i32(counted.thread()).i32(counted.counts().size());
      f.i64(counted.words()).i64(counted.lines());
      counted.counts().forEach(row -> f.i32(row.site()).i32(0).i64(row.accesses()));
    } else if (frame instanceof SampledPart part) {
      f.i64(part.exact()).i64(part.scored()).i64(part.made()).i64(part.paceThousandths());
      f.i64(part.millis()).str(part.asked());
    } else if (frame instanceof BlockValues block) {
      f.i32(block.block()).i16(block.values().size()).i16(1);
      for (BlockValues.Value value : block.values()) {
        f.i8(value.what().ordinal()).i8(0).i16(value.which()).i32(value.registers());
        f.i64(value.loads());
      }
    } else if (frame instanceof Pause pause) {
      f.i64(pause.position()).i64(pause.accesses());
    } else if (frame instanceof CodePassages code) {
      for (CodePassages.Passage passage : code.passages()) {
        f.i64(passage.start()).i64(passage.to()).i32(passage.moves().size()).i32(0);
        passage.moves().forEach(move -> f.i32(move.register()).i32(move.registers()));
      }
    } else if (frame instanceof ComputedOperations operations) {
      int numbers =
          operations.functions().stream()
              .mapToInt(row -> row.numbers().size())
              .findFirst()
              .orElse(ComputedOperations.NUMBERS);
      f.i32(operations.functions().size()).i32(numbers);
      for (ComputedOperations.OfFunction row : operations.functions()) {
        f.i32(row.function()).i32(0);
        row.numbers().forEach(f::i64);
      }
    } else if (frame instanceof ExecutedCode executed) {
      executed.pieces().forEach(piece -> put(f, piece));
    } else if (frame instanceof FunctionState state) {
      f.i64(state.position()).i32(state.function()).i32(state.state().ordinal());
      f.str(state.reason());
    } else if (frame instanceof CountedCode counted) {
      f.i64(counted.position()).i32(counted.thread()).i32(counted.sites().size());
      f.i32(counted.calls().size()).i32(0);
      counted.sites().forEach(row -> f.i32(row.site()).i32(0).i64(row.accesses()));
      counted.calls().forEach(row -> f.i32(row.function()).i32(0).i64(row.calls()));
    } else if (frame instanceof Epoch epoch) {
      f.i64(epoch.position()).i64(epoch.number()).i64(epoch.made());
    } else if (frame instanceof End end) {
      f.i32(end.cause().ordinal()).i32(end.status()).i64(end.blocks()).i64(end.words());
      f.i64(end.loads()).i64(end.stores()).i64(end.threadWords()).i64(end.made());
      f.i64(end.countedLoads()).i64(end.countedStores());
    } else if (frame instanceof CostRequest request) {
      f.i64(request.position());
    } else {
      throw new IllegalArgumentException("event words are written by events()");
    }
    return f.padded();
  }

  private static void put(Fields f, ExecutedCode.Piece piece) {
    f.i64(piece.executions()).i64(piece.mispredictions());
    f.i16(piece.stretches().size()).i16(piece.links().size()).i32(piece.anew());
    for (ExecutedCode.Stretch stretch : piece.stretches()) {
      f.i64(stretch.start()).i32(stretch.function()).i32(stretch.instructions().size());
    }
    for (ExecutedCode.Link link : piece.links()) {
      f.i16(link.register()).i16(link.counts().size());
      link.counts().forEach(f::i16);
    }
    int written = piece.links().stream().mapToInt(link -> 4 + 2 * link.counts().size()).sum();
    for (ExecutedCode.Stretch stretch : piece.stretches()) {
      stretch.instructions().forEach(instruction -> f.i8(instruction.code()));
      written += stretch.instructions().size();
    }
    for (; written % Long.BYTES != 0; written++) {
      f.i8(0);
    }
  }

  private static ByteBuffer little(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Little-endian fields one after the other. */
  private static final class Fields {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    Fields i8(int value) {
      bytes.write(value);
      return this;
    }

    Fields i16(int value) {
      return i8(value).i8(value >> 8);
    }

    Fields i32(int value) {
      return i16(value).i16(value >> 16);
    }

    Fields i64(long value) {
      return i32((int) value).i32((int) (value >> 32));
    }

    Fields str(String text) {
      byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
      i32(utf8.length);
      bytes.writeBytes(utf8);
      return this;
    }

    Fields strings(List<String> list) {
      i32(list.size());
      list.forEach(this::str);
      return this;
    }

    byte[] padded() {
      while (bytes.size() % 8 != 0) {
        bytes.write(0);
      }
      return bytes.toByteArray();
    }
  }
}
