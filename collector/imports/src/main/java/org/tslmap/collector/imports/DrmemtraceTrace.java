package org.tslmap.collector.imports;

import static org.tslmap.collector.imports.DrmemtraceRecords.AARCH64;
import static org.tslmap.collector.imports.DrmemtraceRecords.BYTES;
import static org.tslmap.collector.imports.DrmemtraceRecords.FILTERED;
import static org.tslmap.collector.imports.DrmemtraceRecords.HEADER;
import static org.tslmap.collector.imports.DrmemtraceRecords.MARKER;
import static org.tslmap.collector.imports.DrmemtraceRecords.MARKER_FILETYPE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * The offline traces of DynamoRIO's drmemtrace, as its {@code trace_entry.h} describes them: a file
 * for each thread, plain, gzip, or a zip of chunks. Threads are put together by the timestamps in
 * them: the one whose next stretch is the earliest goes on.
 */
final class DrmemtraceTrace implements TraceFormat {
  @Override
  public String name() {
    return "drmemtrace";
  }

  @Override
  public String description() {
    return "DynamoRIO's offline traces, a file for each thread";
  }

  @Override
  public boolean recognises(byte[] head) {
    return head.length >= BYTES
        && head[0] == HEADER
        && head[1] == 0
        && head[2] == 0
        && head[3] == 0;
  }

  @Override
  public boolean tellsCalls(byte[] head) {
    // Calls on AArch64 store no return address, and what a filter drops may be one.
    ByteBuffer records = ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN);
    for (int at = 0; at + BYTES <= head.length; at += BYTES) {
      if (records.getShort(at) == MARKER && records.getShort(at + 2) == MARKER_FILETYPE) {
        return (records.getLong(at + 4) & (AARCH64 | FILTERED)) == 0;
      }
    }
    return true;
  }

  @Override
  public void read(List<Path> files, AccessStream out) throws IOException {
    List<DrmemtraceThread> opened = new ArrayList<>();
    try {
      PriorityQueue<DrmemtraceThread> next =
          new PriorityQueue<>(
              Comparator.comparingLong(DrmemtraceThread::timestamp)
                  .thenComparingLong(DrmemtraceThread::number));
      for (Path file : files) {
        DrmemtraceThread thread = new DrmemtraceThread(TraceBytes.open(file));
        opened.add(thread);
        thread.begin();
        next.add(thread);
      }
      DrmemtraceThread first = next.peek();
      out.process((int) first.process(), first.unixMicros());
      while (!next.isEmpty()) {
        DrmemtraceThread thread = next.remove();
        if (thread.stretch(out, next.isEmpty() ? Long.MAX_VALUE : next.peek().timestamp())) {
          next.add(thread);
        }
      }
    } finally {
      for (DrmemtraceThread thread : opened) {
        thread.close();
      }
    }
  }
}
