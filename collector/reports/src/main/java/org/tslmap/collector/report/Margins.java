package org.tslmap.collector.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.tslmap.locality.profile.StrictJson;
import org.tslmap.locality.score.Measure;

/**
 * How far runs of an unchanged program are apart: the largest deviation of each value from the
 * first run, by what a row is about and by the key of a column. What is not there never differed.
 *
 * @param runs how many runs were looked at; 0 where nothing is known and each difference counts
 * @param of by row, and then by column
 */
public record Margins(int runs, Map<String, Map<String, Double>> of) {
  /** Every difference is a change. */
  public static final Margins NONE = new Margins(0, Map.of());

  /** Caches whose misses are looked at: 4 KiB to 64 MiB. */
  public static final List<CacheSize> CACHES =
      IntStream.rangeClosed(12, 26).mapToObj(bits -> new CacheSize(1L << bits)).toList();

  private static final String MISS = Measure.MISS_RATIO.key();

  private static final ObjectMapper JSON =
      JsonMapper.builder(StrictJson.FACTORY)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  /** Those of a single run: nothing differs. */
  public static Margins ofOne() {
    return new Margins(1, Map.of());
  }

  /**
   * The same with a further run.
   *
   * @param repeat the first run, compared with that one
   */
  public Margins with(Comparison repeat) {
    Map<String, Map<String, Double>> found = new TreeMap<>();
    for (ComparedRow row : repeat.all()) {
      if (!row.changes().isEmpty()) {
        Map<String, Double> sizes = new TreeMap<>();
        row.changes().forEach((column, change) -> sizes.put(column, Math.abs(change)));
        found.put(row.key(), sizes);
      }
    }
    return or(new Margins(runs + 1, found));
  }

  /** The larger deviation of either, of everything. */
  public Margins or(Margins other) {
    Map<String, Map<String, Double>> largest = new TreeMap<>();
    for (Margins one : List.of(this, other)) {
      one.of.forEach(
          (row, columns) ->
              columns.forEach(
                  (column, deviation) ->
                      largest
                          .computeIfAbsent(row, any -> new TreeMap<>())
                          .merge(column, deviation, Math::max)));
    }
    return new Margins(Math.max(runs, other.runs), largest);
  }

  /**
   * Those of a file; none if there is no such file.
   *
   * @throws IOException if it cannot be read or is no such file
   */
  public static Margins read(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      return NONE;
    }
    try {
      Margins read = JSON.readValue(Files.readAllBytes(file), new TypeReference<Margins>() {});
      return read.of == null ? NONE : read;
    } catch (JsonProcessingException e) {
      throw new IOException(
          "%s: expected the margins that tslmap run --repeat writes, found something else (%s); remove the file or measure again"
              .formatted(file, e.getOriginalMessage() + StrictJson.place(e)),
          e);
    }
  }

  /**
   * Writes them to a file.
   *
   * @throws IOException if that cannot be
   */
  public void write(Path file) throws IOException {
    Files.write(file, JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(this));
  }

  /**
   * The largest deviation of a value; 0 where none was seen. Of the misses of a cache for which
   * there is none it is the largest of any cache.
   */
  double of(String row, String column) {
    Map<String, Double> columns = of.getOrDefault(row, Map.of());
    if (columns.containsKey(column) || !column.startsWith(MISS)) {
      return columns.getOrDefault(column, 0.0);
    }
    return columns.entrySet().stream()
        .filter(other -> other.getKey().startsWith(MISS))
        .mapToDouble(Map.Entry::getValue)
        .max()
        .orElse(0);
  }
}
