package org.tslmap.collector.imports;

import static org.tslmap.collector.imports.DrmemtraceRecords.AARCH64;
import static org.tslmap.collector.imports.DrmemtraceRecords.BITS_32;
import static org.tslmap.collector.imports.DrmemtraceRecords.BYTES;
import static org.tslmap.collector.imports.DrmemtraceRecords.FILTERED;
import static org.tslmap.collector.imports.DrmemtraceRecords.FOOTER;
import static org.tslmap.collector.imports.DrmemtraceRecords.HEADER;
import static org.tslmap.collector.imports.DrmemtraceRecords.INSTRUCTIONS_ONLY;
import static org.tslmap.collector.imports.DrmemtraceRecords.INSTR_BUNDLE;
import static org.tslmap.collector.imports.DrmemtraceRecords.INSTR_DIRECT_CALL;
import static org.tslmap.collector.imports.DrmemtraceRecords.INSTR_INDIRECT_CALL;
import static org.tslmap.collector.imports.DrmemtraceRecords.INSTR_NO_FETCH;
import static org.tslmap.collector.imports.DrmemtraceRecords.INSTR_RETURN;
import static org.tslmap.collector.imports.DrmemtraceRecords.LAST;
import static org.tslmap.collector.imports.DrmemtraceRecords.MARKER;
import static org.tslmap.collector.imports.DrmemtraceRecords.MARKER_CONTEXT_SWITCH_END;
import static org.tslmap.collector.imports.DrmemtraceRecords.MARKER_CONTEXT_SWITCH_START;
import static org.tslmap.collector.imports.DrmemtraceRecords.MARKER_FILETYPE;
import static org.tslmap.collector.imports.DrmemtraceRecords.MARKER_SYSCALL_TRACE_END;
import static org.tslmap.collector.imports.DrmemtraceRecords.MARKER_SYSCALL_TRACE_START;
import static org.tslmap.collector.imports.DrmemtraceRecords.MARKER_TIMESTAMP;
import static org.tslmap.collector.imports.DrmemtraceRecords.NEWEST;
import static org.tslmap.collector.imports.DrmemtraceRecords.PID;
import static org.tslmap.collector.imports.DrmemtraceRecords.READ;
import static org.tslmap.collector.imports.DrmemtraceRecords.THREAD;
import static org.tslmap.collector.imports.DrmemtraceRecords.THREAD_EXIT;
import static org.tslmap.collector.imports.DrmemtraceRecords.WRITE;
import static org.tslmap.collector.imports.DrmemtraceRecords.isFetch;

import java.io.Closeable;
import java.io.IOException;
import org.tslmap.collector.wire.BlockDescriptor.Ending;

/** One file of a drmemtrace: the records of one thread. */
final class DrmemtraceThread implements Closeable {
  /** Microseconds from the year 1601, where timestamps begin, to 1970. */
  private static final long UNIX_EPOCH = 11_644_473_600_000_000L;

  private final TraceBytes in;
  private long process;
  private long thread;
  private long timestamp;
  private boolean calls = true;
  private boolean kernel;
  private boolean footer;

  /** Where the next instruction of a bundle is. */
  private long following;

  DrmemtraceThread(TraceBytes in) {
    this.in = in;
  }

  long process() {
    return process;
  }

  /** The thread's number in the system it ran on. */
  long number() {
    return thread;
  }

  /** When what comes next was done; microseconds since 1601. */
  long timestamp() {
    return timestamp;
  }

  long unixMicros() {
    return Math.max(0, timestamp - UNIX_EPOCH);
  }

  /** Reads up to the first timestamp, or the first instruction of a trace without. */
  void begin() throws IOException {
    header();
    boolean more = true;
    while (more && timestamp == 0 && in.has(BYTES)) {
      int type = in.peekShort(0);
      more = type == THREAD || type == PID || type == MARKER;
      if (more) {
        metadata(type);
        in.skip(BYTES);
      }
    }
  }

  private void header() throws IOException {
    if (!in.has(BYTES) || in.peekShort(0) != HEADER) {
      throw in.wrong("expected the header of a drmemtrace, found something else");
    }
    long version = in.peekLong(4);
    if (version >> 32 != 0) {
      throw wrongSize();
    }
    if (version > NEWEST) {
      throw in.wrong(
          "expected a drmemtrace of version %d at most, found version %d; record it with an older DynamoRIO"
              .formatted(NEWEST, version));
    }
    in.skip(BYTES);
  }

  private ImportException wrongSize() {
    return in.wrong(
        "expected the trace of a 64-bit program, found one of a 32-bit program; such traces are not supported");
  }

  /**
   * Reads on until the time of another thread has come.
   *
   * @param until when that is
   * @return whether there is more
   */
  boolean stretch(AccessStream out, long until) throws IOException {
    out.thread(thread);
    while (in.has(BYTES)) {
      int type = in.peekShort(0);
      if (type == READ || type == WRITE) {
        access(type, out);
      } else if (isFetch(type)) {
        fetch(type, out);
      } else if (type == INSTR_NO_FETCH) {
        following = in.peekLong(4);
        out.again(kernel ? 0 : following, Ending.OTHER);
      } else if (type == INSTR_BUNDLE) {
        bundle(out);
      } else if (type == MARKER || type == THREAD || type == PID) {
        metadata(type);
        if (type == THREAD) {
          out.thread(thread);
        }
      } else if (type == THREAD_EXIT) {
        out.threadEnds(in.peekLong(4));
      } else if (type == FOOTER) {
        footer = true;
      } else if (type > LAST) {
        throw in.wrong(
            "expected a record of type 0 to %d, found type %d; the file is damaged or of a newer version"
                .formatted(LAST, type));
      }
      in.skip(BYTES);
      if (timestamp > until) {
        return true;
      }
    }
    if (in.ready() > 0 || !footer) {
      throw in.wrong(
          "expected a drmemtrace's footer at its end, found the end of the file; it is cut: record or copy it again");
    }
    return false;
  }

  private void access(int type, AccessStream out) throws IOException {
    if (kernel) {
      out.leaveOut();
    } else if (type == READ) {
      out.load(in.peekLong(4), in.peekShort(2));
    } else {
      out.store(in.peekLong(4), in.peekShort(2));
    }
  }

  private void fetch(int type, AccessStream out) throws IOException {
    if (kernel) {
      return;
    }
    long address = in.peekLong(4);
    int bytes = in.peekShort(2);
    following = address + bytes;
    Ending ending = Ending.OTHER;
    if (calls && (type == INSTR_DIRECT_CALL || type == INSTR_INDIRECT_CALL)) {
      ending = Ending.CALL;
    } else if (calls && type == INSTR_RETURN) {
      ending = Ending.RETURN;
    }
    out.instruction(address, bytes, ending);
  }

  /** Several instructions one after the other, of which only the lengths are told. */
  private void bundle(AccessStream out) throws IOException {
    int instructions = Math.min(in.peekShort(2), Long.BYTES);
    for (int i = 0; i < instructions && !kernel; i++) {
      int bytes = in.peek(4 + i);
      out.instruction(following, bytes, Ending.OTHER);
      following += bytes;
    }
  }

  private void metadata(int type) throws IOException {
    long value = in.peekLong(4);
    if (type == THREAD) {
      thread = value;
    } else if (type == PID) {
      if (value < 0 || value > Integer.MAX_VALUE) {
        throw in.wrong(
            "expected the number of a process, found %s; the file is damaged"
                .formatted(Long.toUnsignedString(value)));
      }
      process = value;
    } else {
      marker(in.peekShort(2), value);
    }
  }

  private void marker(int kind, long value) throws IOException {
    switch (kind) {
      case MARKER_TIMESTAMP -> timestamp = value;
      case MARKER_FILETYPE -> fileType(value);
      case MARKER_SYSCALL_TRACE_START, MARKER_CONTEXT_SWITCH_START -> kernel = true;
      case MARKER_SYSCALL_TRACE_END, MARKER_CONTEXT_SWITCH_END -> kernel = false;
      default -> {
        // Nothing that tells of an access.
      }
    }
  }

  private void fileType(long bits) throws IOException {
    if ((bits & BITS_32) != 0) {
      throw wrongSize();
    }
    if ((bits & INSTRUCTIONS_ONLY) != 0) {
      throw in.wrong(
          "expected a trace with data accesses, found one of instructions only; record it without that filter");
    }
    calls = (bits & (AARCH64 | FILTERED)) == 0;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
