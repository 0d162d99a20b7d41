package org.tslmap.collector.names;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.io.IOException;
import java.io.StringWriter;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Nothing that a terminal obeys, or that breaks a line, gets into a line. */
class PrintableTest {

  @Test
  void usualTextStaysAsItIs() {
    for (String text :
        new String[] {"", "a b", "std::map<int, Größe>", "λ 数 🙂", "back\\slash \\n"}) {
      assertSame(text, Printable.line(text));
    }
  }

  @Test
  void controlCharactersAreWrittenAsJsonDoes() {
    assertEquals("\\u001b[2J", Printable.line("\033[2J"));
    assertEquals("a\\nb\\r\\tc\\u0007", Printable.line("a\nb\r\tc\007"));
    assertEquals("\\u009b31m\\u007f\\u0000", Printable.line("\u009b31m\u007f\0"));
    assertEquals("\\u202etxt.exe\\u2069", Printable.line("\u202etxt.exe\u2069"));
    assertEquals("a\\u2028b\\u2029c\\u200b\\ufeff", Printable.line("a\u2028b\u2029c\u200b\ufeff"));
    IntStream.range(0, 0x10000)
        .filter(c -> Character.isISOControl(c))
        .forEach(c -> assertEquals('\\', Printable.line("" + (char) c).charAt(0)));
  }

  @Test
  void aWriterKeepsLineBreaksOfItsOwnAlone() throws IOException {
    StringWriter text = new StringWriter();
    try (PrintableWriter out = new PrintableWriter(text)) {
      out.println("one\nline\t\033");
      out.print("{\n\t\"json\": \"\033\u009b\"\n}");
      out.write('\007');
      out.println((Object) "x\ny");
      out.println();
    }
    assertEquals(
        "one\\nline\\t\\u001b\n{\n\t\"json\": \"\\u001b\\u009b\"\n}\\u0007x\\ny\n\n",
        text.toString());
  }
}
