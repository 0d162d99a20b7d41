package org.tslmap.collector.loops;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Code of libraries that waits is known by its library and function, and no other is. */
class WaitingCodeTest {
  @Test
  void whatAsksForMessagesWaits() {
    assertTrue(WaitingCode.waits("/lib/libopen-pal.so.40.30.2", "opal_progress", false));
    assertTrue(
        WaitingCode.waits("/lib/openmpi/mca_btl_vader.so", "0x4d50 [mca_btl_vader.so]", false));
    assertTrue(WaitingCode.waits("/lib/libmpi.so.40", "opal_progress@plt", false));
    assertTrue(WaitingCode.waits("/lib/libucp.so.0.0.0", "ucp_worker_progress", false));
    assertTrue(WaitingCode.waits("/usr/lib/libc.so.6", "sched_yield", false));
  }

  @Test
  void blockingCallsWaitInTheirLoopsOnly() {
    assertTrue(WaitingCode.waits("/lib/libmpi.so.40", "ompi_request_default_wait_all", true));
    assertFalse(WaitingCode.waits("/lib/libmpi.so.40", "ompi_request_default_wait_all", false));
    assertTrue(WaitingCode.waits("/lib/libomp.so.5", "__kmp_wait_4", true));
    assertFalse(WaitingCode.waits("/lib/libomp.so.5", "__kmp_fork_call", true));
  }

  @Test
  void theProgramsOwnCodeAndCopiesOfDataDoNot() {
    assertFalse(WaitingCode.waits("/home/me/solver", "opal_progress_mine", true));
    assertFalse(WaitingCode.waits("/home/me/mca_btl", "main", true));
    assertFalse(WaitingCode.waits("/usr/lib/libc.so.6", "__memcpy_avx_unaligned_erms", true));
    assertFalse(WaitingCode.waits("/lib/libmpi.so.40", "PMPI_Send", false));
    assertFalse(WaitingCode.waits("/lib/libopenblas.so.0", "dgemm_kernel", true));
  }
}
