package org.tslmap.locality.profile;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;

/**
 * How all of tslmap's JSON files are read: they are UTF-8, no object has a key twice, of which one
 * value would be passed over, and nothing follows the end.
 */
public final class StrictJson {
  /**
   * What makes parsers. Whoever uses one alone calls {@link #end}; mappers need their
   * FAIL_ON_TRAILING_TOKENS.
   */
  public static final JsonFactory FACTORY =
      JsonFactory.builder()
          .disable(JsonFactory.Feature.CHARSET_DETECTION)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
          .build();

  private StrictJson() {}

  /**
   * Checks that nothing follows.
   *
   * @throws JsonProcessingException if something does
   */
  public static void end(JsonParser parser) throws IOException {
    if (parser.nextToken() != null) {
      throw new JsonParseException(
          parser, "found text behind the end", parser.currentTokenLocation());
    }
  }

  /** Where the error is, to stand behind its message. */
  public static String place(JsonProcessingException e) {
    return e.getLocation() == null || e.getLocation().getLineNr() < 1
        ? ""
        : " at line %d, column %d"
            .formatted(e.getLocation().getLineNr(), e.getLocation().getColumnNr());
  }
}
