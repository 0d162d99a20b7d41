package org.tslmap.locality;

/** Whose earlier accesses an access is compared with. */
public enum HistoryMode {
  /** Those of the same thread. */
  THREAD,
  /** Those of all threads of the process, merged in the order the threads ran. */
  PROCESS
}
