package org.tslmap.collector.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
  void anyBytesAreAStreamOrRefused(byte[] bytes) {
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
      if (refused.isPresent()) {
        assertEquals(1, refused.get().lines().count(), refused.get());
      } else {
        stream.finish();
        assertEquals(stream.totals().accesses(), counted[0]);
      }
    } finally {
      opened.forEach(AccessDecoder::close);
    }
  }
}
