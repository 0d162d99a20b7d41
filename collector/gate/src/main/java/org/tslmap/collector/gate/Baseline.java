package org.tslmap.collector.gate;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.tslmap.collector.names.Printable;
import org.tslmap.collector.report.CacheSize;
import org.tslmap.collector.report.Measured;
import org.tslmap.collector.report.MeasuredRun;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.SimulatedCache;
import org.tslmap.locality.WideAccesses;
import org.tslmap.locality.profile.LocalityProfile;

/**
 * What a program did when it was as it should be: a text with one line for each of its functions,
 * sorted by name, which is made to be committed and reviewed. There is nothing in it that depends
 * on where, when or by whom it was measured.
 *
 * @param program the program's name, without folders
 * @param caches the caches whose misses it holds
 * @param run its values
 */
public record Baseline(String program, List<CacheSize> caches, MeasuredRun run) {
  /** The name of the whole program among functions. */
  static final String WHOLE = "(whole)";

  private static final String HEADING = "# tslmap gate baseline, format ";
  private static final int FORMAT = 1;
  private static final String TAB = "\t";
  private static final String NO_FILE = "-";

  /** A problem with a file: not there, of something else, damaged. */
  public static final class UnreadableException extends Exception {
    private static final long serialVersionUID = 1L;

    UnreadableException(String message) {
      super(message);
    }
  }

  /** What a run has to be judged or kept: the program's own functions. */
  public static Baseline of(LocalityProfile profile, List<CacheSize> caches) {
    Path executable = Path.of(profile.mainProcess().identity().executable());
    return new Baseline(
        name(executable.getFileName().toString()),
        caches,
        MeasuredRun.of(profile, caches, new OwnFunctions(profile)));
  }

  /** The name of an executable file, without folders, as a baseline has it. */
  public static String name(String executable) {
    return Printable.line(executable);
  }

  /** The metrics that it holds. */
  public List<Metric> metrics() {
    return Metric.all(caches, run.parameters().caches());
  }

  /** The parameters in the form in which they are kept. */
  public static String describe(MetricParameters parameters) {
    String simulated =
        parameters.caches().stream().map(Baseline::described).collect(Collectors.joining(","));
    return "word=%d line=%d window=%d imax=%d n=%d history=%s%s%s"
        .formatted(
            parameters.word(),
            parameters.line(),
            parameters.window(),
            parameters.imax(),
            parameters.n(),
            parameters.history().name().toLowerCase(Locale.ROOT),
            parameters.wide() == WideAccesses.WORDS ? " wide=words" : "",
            simulated.isEmpty() ? "" : " simulate=" + simulated);
  }

  private static String described(SimulatedCache cache) {
    return cache.kind() == SimulatedCache.Kind.DATA
        ? cache.label()
        : cache.label() + "@" + SimulatedCache.size(cache.lineBytes());
  }

  /** Caches in the form in which they are kept. */
  public static String describe(List<CacheSize> caches) {
    return caches.stream().map(CacheSize::label).collect(Collectors.joining(","));
  }

  /**
   * Its text.
   *
   * @param least accesses of a function that has a line, as a share of all
   * @param also functions that have one in any case
   */
  public String text(double least, Set<String> also) {
    StringBuilder text = new StringBuilder();
    text.append(HEADING).append(FORMAT).append("; tslmap gate --update writes it anew\n");
    field(text, "program", program);
    field(text, "parameters", describe(run.parameters()));
    field(text, "caches", describe(caches));
    line(text, WHOLE, NO_FILE, run.whole());
    TreeMap<String, Runnable> lines = new TreeMap<>();
    run.functions()
        .forEach(
            (key, row) -> {
              if (accesses(row) >= least * run.accesses() || also.contains(key.get(0))) {
                String name = Printable.line(key.get(0));
                String file = key.get(1).isEmpty() ? NO_FILE : Printable.line(key.get(1));
                lines.put(name + TAB + file, () -> line(text, name, file, row));
              }
            });
    lines.values().forEach(Runnable::run);
    return text.toString();
  }

  static double accesses(Measured row) {
    return row.values().getOrDefault("accesses", 0.0);
  }

  private static void field(StringBuilder text, String name, String value) {
    text.append(name).append(TAB).append(value).append('\n');
  }

  private void line(StringBuilder text, String name, String file, Measured row) {
    text.append(name).append(TAB).append(file);
    for (Metric metric : metrics()) {
      metric
          .of(row)
          .ifPresent(
              value ->
                  text.append(TAB).append(metric.key()).append('=').append(metric.exact(value)));
    }
    text.append('\n');
  }

  /**
   * Reads a file.
   *
   * @param parameters what the metrics are to be computed with
   * @throws UnreadableException if it is not there, is something else, or was measured otherwise
   */
  public static Baseline read(Path file, MetricParameters parameters)
      throws IOException, UnreadableException {
    if (!Files.exists(file)) {
      throw new UnreadableException(
          "expected a baseline in %s, but there is no such file; write it with --update"
              .formatted(file));
    }
    List<String> lines;
    try {
      lines = Files.readAllLines(file, StandardCharsets.UTF_8);
    } catch (MalformedInputException e) {
      lines = List.of();
    }
    if (lines.isEmpty() || !lines.get(0).startsWith(HEADING)) {
      throw new UnreadableException(
          "%s: expected a baseline of tslmap gate, found something else; name another file, or remove it and write it with --update"
              .formatted(file));
    }
    String format = lines.get(0).substring(HEADING.length()).replaceAll(";.*", "");
    if (!format.equals(Integer.toString(FORMAT))) {
      throw new UnreadableException(
          "%s: expected a baseline of format %d, found format %s; write it anew with --update"
              .formatted(file, FORMAT, Printable.line(format)));
    }
    return new Reader(file, lines).read(parameters);
  }

  /** The lines of a file, after the first. */
  private static final class Reader {
    private final Path file;
    private final List<String> lines;
    private int number = 1;

    Reader(Path file, List<String> lines) {
      this.file = file;
      this.lines = lines;
    }

    Baseline read(MetricParameters parameters) throws UnreadableException {
      String program = field("program");
      String measured = field("parameters");
      if (!measured.equals(describe(parameters))) {
        throw new UnreadableException(
            "%s: expected a baseline with the parameters %s, found %s; give the same options, or write it anew with --update"
                .formatted(file, describe(parameters), Printable.line(measured)));
      }
      List<CacheSize> caches = new ArrayList<>();
      for (String size : field("caches").split(",")) {
        caches.add(CacheSize.of(size).orElseThrow(() -> damaged("sizes of caches", size)));
      }
      Map<String, Metric> metrics =
          Metric.all(caches, parameters.caches()).stream()
              .collect(Collectors.toMap(Metric::key, Function.identity()));
      Map<List<String>, Measured> rows = new LinkedHashMap<>();
      while (number < lines.size()) {
        String[] cells = lines.get(number++).split(TAB);
        if (cells.length < 3) {
          throw damaged("NAME, FILE and METRIC=VALUE between tabs", lines.get(number - 1));
        }
        String source = cells[1].equals(NO_FILE) ? "" : cells[1];
        rows.put(List.of(cells[0], source), Measured.of(cells[0], source, values(cells, metrics)));
      }
      Measured whole =
          Optional.ofNullable(rows.remove(List.of(WHOLE, "")))
              .orElseThrow(() -> damaged("a line that begins with " + WHOLE, "none"));
      return new Baseline(program, List.copyOf(caches), new MeasuredRun(parameters, whole, rows));
    }

    private String field(String name) throws UnreadableException {
      String line = number < lines.size() ? lines.get(number++) : "";
      if (!line.startsWith(name + TAB)) {
        throw damaged(name + " and a tab", line);
      }
      return line.substring(name.length() + 1);
    }

    private Map<String, Double> values(String[] cells, Map<String, Metric> metrics)
        throws UnreadableException {
      Map<Metric, Double> found = new HashMap<>();
      for (String cell : Arrays.copyOfRange(cells, 2, cells.length)) {
        int equals = cell.indexOf('=');
        Metric metric = equals < 0 ? null : metrics.get(cell.substring(0, equals));
        if (metric == null || !cell.substring(equals + 1).matches("[0-9]{1,18}(\\.[0-9]{1,9})?")) {
          throw damaged("METRIC=VALUE", cell);
        }
        found.put(metric, Double.valueOf(cell.substring(equals + 1)));
      }
      double accesses = found.getOrDefault(metrics.get("accesses"), 0.0);
      return found.entrySet().stream()
          .collect(
              Collectors.toMap(
                  e -> e.getKey().column(), e -> e.getKey().ofBaseline(e.getValue(), accesses)));
    }

    private UnreadableException damaged(String expected, String found) {
      return new UnreadableException(
          "%s, line %d: expected %s, found '%s'; mend it, or write the baseline anew with --update"
              .formatted(file, number, expected, Printable.line(found)));
    }
  }
}
