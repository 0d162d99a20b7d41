package org.tslmap.collector.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** However many sessions there are, what waits in their queues takes a part of the memory. */
class QueueShareTest {
  /** Of each session: what is to be scored, and what is to be stored. */
  private static final long QUEUES = 2;

  @Test
  void allQueuesTogetherTakeNoMoreThanThereIs() {
    long total = 256L << 20;
    QueueShare share = new QueueShare(total);
    for (int sessions = 1; sessions <= 500; sessions++) {
      share.sessions(sessions);
      long all = QUEUES * sessions * share.bytes();
      assertTrue(all <= total, sessions + " sessions have " + all + " bytes");
    }
  }

  @Test
  void fewSessionsHaveAsMuchAsIsOfUse() {
    QueueShare share = new QueueShare(256L << 20);
    share.sessions(1);
    assertEquals(QueueShare.MOST, share.bytes());
  }

  @Test
  void thisMachinesQueuesTakeAQuarterOfTheHeap() {
    QueueShare share = QueueShare.ofThisMachine();
    int sessions = (int) (Runtime.getRuntime().maxMemory() / 4 / QUEUES / (1 << 20));
    share.sessions(sessions);
    assertTrue(QUEUES * sessions * share.bytes() <= Runtime.getRuntime().maxMemory() / 4);
  }
}
