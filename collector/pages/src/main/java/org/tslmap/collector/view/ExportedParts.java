package org.tslmap.collector.view;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/**
 * The data of exported pages, each answer in a file of its own that the pages read when they need
 * it. Pages that were opened as files may read no files but scripts, so each is a script that hands
 * over its data, compressed with gzip and in base64. An index says which file has the answer to
 * which address.
 */
final class ExportedParts {
  /** The file with the index, which the pages read first. */
  static final String INDEX = "data.js";

  private static final String PARTS = "data";
  private static final MathContext DIGITS = new MathContext(9);

  private final ObjectMapper json = new ObjectMapper();
  private final Map<String, String> files = new LinkedHashMap<>();
  private final Path folder;

  ExportedParts(Path folder) {
    this.folder = folder;
  }

  /**
   * Writes what the server would answer.
   *
   * @param address below {@code /api/}
   * @param answer JSON
   */
  void add(String address, byte[] answer) throws IOException {
    String name = PARTS + "/" + files.size() + ".js";
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    String text = Base64.getEncoder().encodeToString(compressed(answer));
    Files.writeString(
        file,
        "tslmapExport.take(%s, '%s');%n".formatted(json.writeValueAsString(address), text),
        StandardCharsets.UTF_8);
    files.put(address, name);
  }

  private byte[] compressed(byte[] data) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out =
        new GZIPOutputStream(bytes) {
          {
            def.setLevel(Deflater.BEST_COMPRESSION);
          }
        }) {
      copy(data, out);
    }
    return bytes.toByteArray();
  }

  /** Writes the same JSON with fractions of no more digits than CSV files have. */
  private void copy(byte[] data, OutputStream out) throws IOException {
    try (JsonParser from = json.createParser(data);
        JsonGenerator to = json.createGenerator(out)) {
      while (from.nextToken() != null) {
        if (from.currentToken() == JsonToken.VALUE_NUMBER_FLOAT) {
          to.writeNumber(from.getDecimalValue().round(DIGITS).toString());
        } else {
          to.copyCurrentEvent(from);
        }
      }
    }
  }

  /** Writes which file has what. */
  void writeIndex() throws IOException {
    Files.writeString(
        folder.resolve(INDEX),
        "globalThis.tslmapExport = { files: %s };%n".formatted(json.writeValueAsString(files)));
  }
}
