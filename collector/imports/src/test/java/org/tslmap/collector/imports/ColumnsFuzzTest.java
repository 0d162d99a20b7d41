package org.tslmap.collector.imports;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** Text in columns may hold any bytes: it is read, or refused in one line with the position. */
class ColumnsFuzzTest {
  @TempDir static Path folder;

  @FuzzTest
  void anyTraceIsReadOrRefused(byte[] input) throws IOException {
    FuzzedTrace.isReadOrRefused(Formats.columns("kind,address:hex,size,pc,thread"), folder, input);
  }
}
