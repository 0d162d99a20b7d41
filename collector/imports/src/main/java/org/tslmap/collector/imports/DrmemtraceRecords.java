package org.tslmap.collector.imports;

/** The records of drmemtrace, as DynamoRIO's {@code trace_entry.h} describes them. */
final class DrmemtraceRecords {
  /** A record: type (2 bytes), size or kind of marker (2), value (8); packed, little-endian. */
  static final int BYTES = 12;

  static final int READ = 0;
  static final int WRITE = 1;
  static final int INSTR = 10;
  static final int INSTR_DIRECT_CALL = 14;
  static final int INSTR_INDIRECT_CALL = 15;
  static final int INSTR_RETURN = 16;
  static final int INSTR_BUNDLE = 17;
  static final int THREAD = 22;
  static final int THREAD_EXIT = 23;
  static final int PID = 24;
  static final int HEADER = 25;
  static final int FOOTER = 26;
  static final int MARKER = 28;
  static final int INSTR_NO_FETCH = 29;
  static final int INSTR_SYSENTER = 31;
  static final int ENCODING = 47;
  static final int INSTR_TAKEN_JUMP = 48;
  static final int INSTR_UNTAKEN_JUMP = 49;

  /** The last type that versions up to {@link #NEWEST} know. */
  static final int LAST = 49;

  static final int MARKER_TIMESTAMP = 2;
  static final int MARKER_FILETYPE = 9;
  static final int MARKER_SYSCALL_TRACE_START = 27;
  static final int MARKER_SYSCALL_TRACE_END = 28;
  static final int MARKER_CONTEXT_SWITCH_START = 34;
  static final int MARKER_CONTEXT_SWITCH_END = 35;

  /** Bits of the value of {@link #MARKER_FILETYPE}. */
  static final long FILTERED = 0x01 | 0x80 | 0x100;

  static final long INSTRUCTIONS_ONLY = 0x04;
  static final long AARCH64 = 0x08;
  static final long BITS_32 = 0x10 | 0x20;

  /** The newest version of the format that is known here. */
  static final int NEWEST = 7;

  private DrmemtraceRecords() {}

  /** Whether a record of this type is an instruction that was fetched. */
  static boolean isFetch(int type) {
    return type >= INSTR && type <= INSTR_RETURN
        || type == INSTR_SYSENTER
        || type == INSTR_TAKEN_JUMP
        || type == INSTR_UNTAKEN_JUMP;
  }
}
