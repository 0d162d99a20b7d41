package org.tslmap.collector.server;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.tslmap.collector.wire.FrameType;
import org.tslmap.collector.wire.FrameWriter;
import org.tslmap.collector.wire.Hello;
import org.tslmap.collector.wire.SampleProgram;
import org.tslmap.collector.wire.WordChunk;

/** Frames come out the same however the bytes arrive, and every buffer is given back. */
class FrameCutterTest {
  /** Writes down what it is told. */
  private static final class Notebook extends PassiveReceiver {
    private final List<String> lines = new ArrayList<>();
    private String reason = "still open";
    private boolean anything;

    @Override
    public void frame(FrameType type, byte[] payload) {
      lines.add(type + Arrays.toString(payload));
    }

    @Override
    public void events(long position, WordChunk words) {
      lines.add(position + Arrays.toString(Arrays.copyOf(words.words(), words.count())));
      words.release();
    }

    @Override
    public void closed(String why, boolean any) {
      reason = why;
      anything = any;
    }
  }

  /** Sends the bytes in pieces; every buffer must have been released afterwards. */
  private static Notebook send(byte[] stream, Random random, int largest) {
    Notebook notebook = new Notebook();
    EmbeddedChannel channel =
        new EmbeddedChannel(new FrameCutter(notebook, new WordPool(), new FrameMemory(1 << 26)));
    for (int at = 0; at < stream.length && channel.isOpen(); ) {
      int size = Math.min(1 + random.nextInt(largest), stream.length - at);
      ByteBuf piece = PooledByteBufAllocator.DEFAULT.directBuffer(size);
      piece.writeBytes(stream, at, size);
      channel.writeInbound(piece);
      assertEquals(0, piece.refCnt(), "a network buffer was kept");
      at += size;
    }
    assertFalse(channel.finish(), "something was passed on");
    return notebook;
  }

  private static Notebook send(FrameWriter stream) {
    return send(stream.toByteArray(), new Random(1), 1000);
  }

  @Property(tries = 100)
  void piecesOfAnySizeGiveTheSameFrames(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 3000) int largest) {
    byte[] stream = new SampleProgram(seed, 6).stream(4, 50);
    Notebook whole =
        send(
            stream,
            new Random(1) {
              private static final long serialVersionUID = 1;

              @Override
              public int nextInt(int bound) {
                return bound - 1;
              }
            },
            stream.length);
    Notebook pieces = send(stream, new Random(seed), largest);
    assertEquals(whole.lines, pieces.lines);
    assertEquals("", pieces.reason);
  }

  @Test
  void wordsAreThoseThatWereSent() {
    Hello hello = new SampleProgram(1, 1).hello();
    Notebook notebook = send(new FrameWriter().write(hello).events(1, 2, 3).events().events(4));
    assertEquals(List.of("0[1, 2, 3]", "3[]", "3[4]"), notebook.lines.subList(1, 4));
  }

  @Test
  void largePayloadsGrowAsTheyArrive() {
    byte[] payload = new byte[300_000];
    new Random(2).nextBytes(payload);
    Notebook notebook =
        send(
            new FrameWriter()
                .write(new SampleProgram(1, 1).hello())
                .frame(FrameType.OBJECT.code(), payload));
    assertEquals("OBJECT" + Arrays.toString(payload), notebook.lines.get(1));
  }

  @Test
  void saysWhereAStreamIsNoLongerOne() {
    Hello hello = new SampleProgram(1, 1).hello();
    int first = new FrameWriter().write(hello).toByteArray().length;
    byte[] huge = {(byte) 0xF8, -1, -1, 0x7F, 6, 0, 0, 0};
    byte[] odd = {3, 0, 0, 0, 2, 0, 0, 0};
    byte[] unknown = {8, 0, 0, 0, 99, 0, 0, 0};
    String at = "frame at byte " + first + ": expected ";
    check(at + "a EVENTS frame of at most", send(new FrameWriter().write(hello).raw(huge)));
    check(at + "a OBJECT frame whose", send(new FrameWriter().write(hello).raw(odd)));
    check(
        at + "a frame of type 1 to " + FrameType.values().length,
        send(new FrameWriter().write(hello).raw(unknown)));
  }

  private static void check(String expected, Notebook notebook) {
    assertTrue(notebook.reason.startsWith(expected), notebook.reason);
    assertTrue(notebook.anything);
  }

  @Test
  void anEndInAFrameIsNoticed() {
    byte[] stream = new SampleProgram(3, 4).stream(2, 20);
    for (int size : new int[] {5, 40, stream.length - 60, stream.length - 1}) {
      Notebook notebook = send(Arrays.copyOf(stream, size), new Random(1), 64);
      assertTrue(notebook.reason.contains("found the end of the connection"), notebook.reason);
    }
    assertArrayEquals(new Object[] {}, send(new byte[0], new Random(1), 1).lines.toArray());
  }
}
