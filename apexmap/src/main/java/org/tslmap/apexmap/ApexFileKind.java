package org.tslmap.apexmap;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.function.Function;
import org.tslmap.locality.profile.StrictJson;
import org.tslmap.locality.profile.WholeFile;

/**
 * A kind of JSON file: it says what it is and in which version, is read strictly, and is written as
 * a whole or not at all.
 *
 * @param format what the file's "format" says
 * @param version of the schema, the newest that can be read; 1 is the oldest
 * @param name of such a file in messages
 * @param verb what makes a file anew: "measure" of tslmap apex measure
 */
public record ApexFileKind(String format, int version, String name, String verb) {

  private static final ObjectMapper JSON =
      JsonMapper.builder(StrictJson.FACTORY)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .build();

  /**
   * Reads a file.
   *
   * @param document the file's JSON, a record with the keys {@code format} and {@code
   *     schemaVersion} among others
   * @param content what the document stands for; may throw IllegalArgumentException
   * @throws ApexFileException if the file is of another kind, newer, damaged, or holds wrong values
   * @throws IOException if it cannot be read
   */
  public <D, T> T read(Path file, Class<D> document, Function<D, T> content) throws IOException {
    return read(file, document, Map.of(), content);
  }

  /**
   * The same of a file that may be of an older version.
   *
   * @param later what stands for keys that older versions do not have, by JSON pointer
   */
  public <D, T> T read(
      Path file, Class<D> document, Map<String, Object> later, Function<D, T> content)
      throws IOException {
    try {
      JsonNode tree = JSON.readTree(Files.readAllBytes(file));
      check(tree, file);
      if (tree.path("schemaVersion").asInt() < version) {
        later.forEach((key, value) -> add(JsonPointer.compile(key), value, tree));
      }
      return content.apply(JSON.treeToValue(tree, document));
    } catch (JsonProcessingException e) {
      throw unreadable(file, reason(e) + StrictJson.place(e), e);
    } catch (IllegalArgumentException
        | DateTimeParseException
        | IndexOutOfBoundsException
        | NullPointerException e) {
      throw unreadable(file, e.getMessage(), e);
    }
  }

  private static void add(JsonPointer key, Object value, JsonNode tree) {
    if (tree.at(key).isMissingNode() && tree.at(key.head()) instanceof ObjectNode parent) {
      parent.set(key.last().getMatchingProperty(), JSON.valueToTree(value));
    }
  }

  /**
   * Writes a file; an earlier one stays as it was if that fails.
   *
   * @throws IOException if it cannot be written
   */
  public void write(Object document, Path file) throws IOException {
    WholeFile.write(file, part -> JSON.writer(printer()).writeValue(part.toFile(), document));
  }

  private void check(JsonNode tree, Path file) throws ApexFileException {
    JsonNode found = tree.path("format");
    if (!found.asText("").equals(format)) {
      throw new ApexFileException(
          ("%s is no %s: expected JSON with \"format\": \"%s\", but found %s. Such files are"
                  + " written by tslmap apex %s.")
              .formatted(file, name, format, found.isValueNode() ? found : "no format", verb));
    }
    int foundVersion = tree.path("schemaVersion").asInt(0);
    if (foundVersion < 1 || foundVersion > version) {
      throw new ApexFileException(
          ("%s has schema version %s, but this tslmap reads 1 to %d; use the tslmap that wrote it,"
                  + " or %s again.")
              .formatted(file, tree.path("schemaVersion"), version, verb));
    }
  }

  /** The parser's first words, without its places in memory and its own settings. */
  private static String reason(JsonProcessingException e) {
    return e.getOriginalMessage().replaceAll("\\s+", " ").replaceAll("( \\(|;).*", "");
  }

  private ApexFileException unreadable(Path file, String what, Exception cause) {
    return new ApexFileException(
        ("%s is no readable %s: expected JSON as tslmap writes it, but %s. The file may be cut short"
                + " or belong to something else; %s again.")
            .formatted(file, name, what, verb),
        cause);
  }

  private static DefaultPrettyPrinter printer() {
    return new DefaultPrettyPrinter()
        .withObjectIndenter(new DefaultIndenter(" ", "\n"))
        .withArrayIndenter(DefaultPrettyPrinter.NopIndenter.instance);
  }
}
