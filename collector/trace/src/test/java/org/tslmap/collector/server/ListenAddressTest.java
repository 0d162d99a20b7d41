package org.tslmap.collector.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Addresses are read as users write them, and what is wrong with one is said. */
class ListenAddressTest {
  @Test
  void readsAllThreeForms() {
    assertEquals(ListenAddress.tcp("127.0.0.1", 7878), ListenAddress.parse("127.0.0.1:7878"));
    assertEquals(ListenAddress.tcp("::1", 0), ListenAddress.parse("[::1]:0"));
    assertEquals(ListenAddress.unix(Path.of("/tmp/a:b")), ListenAddress.parse("unix:/tmp/a:b"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost:65535", "[fe80::1]:1", "unix:/tmp/x.sock"})
  void writesWhatItReads(String text) {
    assertEquals(text, ListenAddress.parse(text).toString());
  }

  @ParameterizedTest
  @CsvSource({
    "localhost, no colon",
    "'', no colon",
    ":80, no host",
    "host:, is no number",
    "host:65536, is no number",
    "host:-1, is no number",
    "::1:80, brackets",
    "unix:, expected a path"
  })
  void saysWhatIsWrong(String text, String reason) {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> ListenAddress.parse(text));
    assertTrue(e.getMessage().contains(reason), e.getMessage());
  }

  @Test
  void explainsTheLengthOfSocketPaths() {
    String longest = "/" + "x".repeat(106);
    assertEquals("unix:" + longest, ListenAddress.parse("unix:" + longest).toString());
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class, () -> ListenAddress.parse("unix:" + longest + "x"));
    assertTrue(e.getMessage().contains("at most 107 bytes"), e.getMessage());
  }
}
