package org.tslmap.collector.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tslmap.collector.wire.AccessDecoder;
import org.tslmap.collector.wire.Frame;
import org.tslmap.collector.wire.Hello;
import org.tslmap.collector.wire.ProcessStream;
import org.tslmap.collector.wire.SymbolTables;

/**
 * A connection may send any bytes: they are frames and event words, or they are refused in one
 * line, and every buffer is given back. What is accepted decodes to as many accesses as are
 * counted.
 */
class WireFuzzTest {
  @FuzzTest
  void anyBytesAreAStreamOrRefused(byte[] bytes) throws IOException {
    Optional<String> refused = refusal(bytes);
    assertTrue(refused.map(line -> line.lines().count() == 1).orElse(true), refused.toString());
  }

  /** A seed that is refused at its first frame leads the fuzzer nowhere. */
  @ParameterizedTest
  @ValueSource(strings = {"seed", "tiny", "sampled", "threads"})
  void seedsAreStreamsOfThisVersion(String seed) throws IOException {
    String name = "WireFuzzTestInputs/anyBytesAreAStreamOrRefused/" + seed;
    try (InputStream in = WireFuzzTest.class.getResourceAsStream(name)) {
      assertEquals(Optional.empty(), refusal(in.readAllBytes()));
    }
  }

  /** Why the bytes are no stream, if they are none. */
  private static Optional<String> refusal(byte[] bytes) throws IOException {
    long[] counted = {0};
    List<AccessDecoder> opened = new ArrayList<>();
    ProcessStream stream =
        new ProcessStream(
            new ProcessStream.Listener() {
              @Override
              public Optional<AccessDecoder> begin(Hello process, SymbolTables symbols) {
                opened.add(
                    new AccessDecoder(
                        List.of(
                            (thread, addresses, sites, count) -> {
                              counted[0] += count;
                              for (int i = 0; i < count; i++) {
                                symbols.site(sites[i]);
                              }
                            })));
                return Optional.of(opened.get(0));
              }

              @Override
              public boolean keepsOrder() {
                return true;
              }

              @Override
              public void frame(Frame frame) {
                // Checked by the stream.
              }
            });
    try {
      Optional<String> refused = CutStream.into(stream, bytes).map(Exception::getMessage);
      if (refused.isEmpty()) {
        stream.finish();
        assertEquals(stream.totals().accesses(), counted[0]);
      }
      return refused;
    } finally {
      opened.forEach(AccessDecoder::close);
    }
  }
}
