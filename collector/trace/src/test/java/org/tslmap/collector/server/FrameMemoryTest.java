package org.tslmap.collector.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.tslmap.collector.wire.FrameType;

/** Memory follows what has arrived, over all connections; who sends nothing is sent away. */
class FrameMemoryTest {
  private static final long LIMIT = 1 << 20;

  private final FrameMemory memory = new FrameMemory(LIMIT);
  private final List<String> reasons = new ArrayList<>();

  /** Remembers why connections were ended. */
  private final class Sink extends PassiveReceiver {
    @Override
    public void closed(String reason, boolean anything) {
      reasons.add(reason);
    }
  }

  private EmbeddedChannel connection() {
    return new EmbeddedChannel(new FrameCutter(new Sink(), new WordPool(), memory));
  }

  private static ByteBuf header(FrameType type, int bytes) {
    return Unpooled.buffer().writeIntLE(bytes).writeShortLE(type.code()).writeShortLE(0);
  }

  private static void send(EmbeddedChannel channel, int bytes) {
    for (int sent = 0; sent < bytes && channel.isOpen(); sent += 4096) {
      channel.writeInbound(Unpooled.buffer().writeZero(4096));
    }
  }

  private static ArrivingWords words(int arrived) {
    ArrivingWords words = new ArrivingWords(new WordPool(), 1 << 21, 0);
    for (int more = 0; more < arrived; more += 8) {
      words.roomFor(8);
      words.took(8);
    }
    return words;
  }

  @Test
  void aFrameTakesNoMoreThanAFewTimesWhatHasArrived() {
    for (int arrived = 0; arrived < 1 << 18; arrived += 1000) {
      long taken = words(arrived).bytesWith(0);
      assertTrue(
          taken <= 4096 + 8L * 8 * arrived, taken + " bytes taken for " + arrived + " words");
    }
  }

  @Test
  void manyLargeFramesOfWhichLittleHasComeTakeNothing() {
    for (FrameType type : List.of(FrameType.EVENTS, FrameType.OBJECT)) {
      for (int i = 0; i < 500; i++) {
        EmbeddedChannel channel = connection();
        channel.writeInbound(header(type, FrameType.MAX_PAYLOAD_BYTES));
        send(channel, 4096);
        assertTrue(channel.isOpen());
      }
    }
    assertEquals(0, memory.held());
    assertEquals(List.of(), reasons);
  }

  @Test
  void theLargestOfTooManyLargeFramesIsGivenUp() {
    EmbeddedChannel other = connection();
    other.writeInbound(header(FrameType.EVENTS, FrameType.MAX_PAYLOAD_BYTES));
    send(other, 300 << 10);
    EmbeddedChannel greedy = connection();
    greedy.writeInbound(header(FrameType.OBJECT, FrameType.MAX_PAYLOAD_BYTES));
    send(greedy, FrameType.MAX_PAYLOAD_BYTES);
    assertFalse(greedy.isOpen());
    assertTrue(other.isOpen());
    assertEquals(1, reasons.size());
    assertTrue(reasons.get(0).startsWith("expected a frame for which there is memory"));
    other.writeInbound(Unpooled.buffer().writeZero(8));
    other.close();
    assertEquals(0, memory.held());
  }

  @Test
  void completeFramesAreNotCounted() {
    EmbeddedChannel channel = connection();
    for (int i = 0; i < 10; i++) {
      channel.writeInbound(header(FrameType.EVENTS, 600 << 10));
      send(channel, 600 << 10);
      channel.writeInbound(header(FrameType.OBJECT, 600 << 10));
      send(channel, 600 << 10);
    }
    assertTrue(channel.isOpen());
    assertEquals(0, memory.held());
  }

  @Test
  void aConnectionWithoutAFrameIsClosedAfterAMinute() {
    EmbeddedChannel silent = connection();
    EmbeddedChannel begun = connection();
    begun.writeInbound(header(FrameType.HELLO, 0));
    for (int second = 0; second < FrameCutter.PATIENCE * FrameCutter.PATIENCE_SECONDS; second++) {
      assertTrue(silent.isOpen());
      for (EmbeddedChannel channel : List.of(silent, begun)) {
        channel.advanceTimeBy(1, TimeUnit.SECONDS);
        channel.runScheduledPendingTasks();
      }
    }
    silent.runScheduledPendingTasks();
    assertFalse(silent.isOpen());
    assertEquals(List.of("expected a HELLO frame within 60 seconds, found nothing"), reasons);
    assertTrue(begun.isOpen());
  }
}
