package org.tslmap.collector.names;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * Names and arguments as the system has them: bytes, which are mostly UTF-8, but need not be.
 *
 * <p>A text of this class is a Java string that holds any bytes: each byte that is not part of a
 * UTF-8 character is a lone surrogate, U+DC00 plus the byte, as in Python's {@code
 * surrogateescape}. Well-formed UTF-8 never gives such a character, so nothing is lost or made
 * ambiguous.
 */
public final class ByteText {
  private static final int ESCAPE = 0xDC00;
  private static final int FIRST = ESCAPE + 0x80;
  private static final int LAST = ESCAPE + 0xFF;

  /** What Java puts in place of bytes that are no UTF-8; text may have it of its own. */
  private static final char REPLACEMENT = '\uFFFD';

  private ByteText() {}

  /** The text of these bytes. */
  public static String of(byte[] bytes, int offset, int length) {
    String text = new String(bytes, offset, length, StandardCharsets.UTF_8);
    return text.indexOf(REPLACEMENT) < 0 ? text : escaping(bytes, offset, length);
  }

  private static String escaping(byte[] bytes, int offset, int length) {
    CharsetDecoder utf8 =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    ByteBuffer in = ByteBuffer.wrap(bytes, offset, length);
    CharBuffer out = CharBuffer.allocate(length);
    while (true) {
      CoderResult result = utf8.decode(in, out, true);
      if (!result.isError()) {
        return out.flip().toString();
      }
      for (int i = 0; i < result.length(); i++) {
        out.put((char) (ESCAPE + (in.get() & 0xFF)));
      }
      utf8.reset();
    }
  }

  /** The same of a whole array. */
  public static String of(byte[] bytes) {
    return of(bytes, 0, bytes.length);
  }

  /** The bytes of a text. */
  public static byte[] bytes(String text) {
    if (isUtf8(text)) {
      return text.getBytes(StandardCharsets.UTF_8);
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    int done = 0;
    for (int i = 0; i < text.length(); i++) {
      if (isByte(text, i)) {
        bytes.writeBytes(text.substring(done, i).getBytes(StandardCharsets.UTF_8));
        bytes.write(text.charAt(i) - ESCAPE);
        done = i + 1;
      }
    }
    bytes.writeBytes(text.substring(done).getBytes(StandardCharsets.UTF_8));
    return bytes.toByteArray();
  }

  /** Whether the bytes of a text are UTF-8. */
  public static boolean isUtf8(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (isByte(text, i)) {
        return false;
      }
    }
    return true;
  }

  /** A text for people and files: {@code \xE9} for a byte that is no part of UTF-8. */
  public static String shown(String text) {
    if (isUtf8(text)) {
      return text;
    }
    StringBuilder shown = new StringBuilder();
    HexFormat hex = HexFormat.of().withUpperCase();
    for (int i = 0; i < text.length(); i++) {
      if (isByte(text, i)) {
        shown.append("\\x").append(hex.toHexDigits((byte) (text.charAt(i) - ESCAPE)));
      } else {
        shown.append(text.charAt(i));
      }
    }
    return shown.toString();
  }

  private static boolean isByte(String text, int i) {
    char c = text.charAt(i);
    return c >= FIRST && c <= LAST && (i == 0 || !Character.isHighSurrogate(text.charAt(i - 1)));
  }
}
