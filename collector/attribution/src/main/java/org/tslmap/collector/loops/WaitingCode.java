package org.tslmap.collector.loops;

import java.util.List;
import org.tslmap.collector.names.NamePattern;

/**
 * Code of libraries that waits by asking again and again. Most of such code is found by the
 * instruction PAUSE in its loop (libgomp's and libomp's waits, spin locks, loops with {@code
 * _mm_pause}); here is what has none.
 *
 * @param library file name of the library
 * @param function name of the function
 * @param looping whether only its loops wait, since it does other things before
 * @param reason what its accesses are for
 */
record WaitingCode(NamePattern library, NamePattern function, boolean looping, String reason) {

  private static final String ASKS = "asks every transport whether a message has come";
  private static final String CALLS = "calls what asks until its own message has come";

  /** All that is known. */
  private static final List<WaitingCode> KNOWN =
      List.of(
          always("libopen-pal.so*", "opal_progress", ASKS),
          always("*", "opal_progress@plt", ASKS),
          always("mca_btl_*.so*", "*", "looks into queues of one of Open MPI's transports"),
          always("*", "ucp_worker_progress", ASKS),
          always("*", "ucp_worker_progress@plt", ASKS),
          always("libuct.so*", "*", "looks into queues of one of UCX's transports"),
          looping("libmpi.so*", "ompi_request_default_wait*", CALLS),
          looping("libmpi.so*", "ompi_sync_wait_mt", CALLS),
          looping("mca_pml_*.so*", "*", CALLS),
          looping("libmpich.so*", "MPI*_Wait*", CALLS),
          looping("libmpich.so*", "MPI*rogress*", CALLS),
          looping("lib*omp*.so*", "__kmp_*wait*", "asks whether other threads have come"),
          always("lib*omp*.so*", "__kmp_yield*", "gives the processor away while it waits"),
          always("libc.so*", "*sched_yield", "gives the processor away"),
          always("*", "sched_yield@plt", "gives the processor away"));

  private static WaitingCode always(String library, String function, String reason) {
    return new WaitingCode(new NamePattern(library), new NamePattern(function), false, reason);
  }

  private static WaitingCode looping(String library, String function, String reason) {
    return new WaitingCode(new NamePattern(library), new NamePattern(function), true, reason);
  }

  /**
   * Whether an access waits.
   *
   * @param library path of the file its code is in
   * @param function name of its function
   * @param inLoop whether it is in a loop
   */
  static boolean waits(String library, String function, boolean inLoop) {
    String file = library.substring(library.lastIndexOf('/') + 1);
    return KNOWN.stream()
        .anyMatch(
            known ->
                (inLoop || !known.looping())
                    && known.library().matches(file)
                    && known.function().matches(function));
  }
}
