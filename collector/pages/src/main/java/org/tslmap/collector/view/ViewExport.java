package org.tslmap.collector.view;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tslmap.collector.density.AddressMap;
import org.tslmap.collector.density.DensityLevel;
import org.tslmap.collector.report.TableKind;

/**
 * Writes the pages as plain files that open without a server, with the data of some runs: all
 * tables and plots, and addresses over time at the coarsest resolution that was recorded. Each
 * table is a file of its own, which is read when it is looked at ({@link ExportedParts}).
 */
public final class ViewExport {
  private static final long MOST_SOURCE_BYTES = 4L << 20;

  /** Rows of a table: those with most accesses; the others are one row. */
  private static final int MOST_ROWS = 3000;

  /** Functions whose callers and callees are exported: those with most accesses. */
  private static final int FUNCTIONS = 20;

  private final ObjectMapper json = new ObjectMapper();
  private final Pages pages;
  private final RunLibrary library;
  private final SurfaceShelf surfaces;
  private final PageFiles files = new PageFiles();
  private final Path folder;
  private final ExportedParts parts;

  private ViewExport(RunLibrary library, SurfaceShelf surfaces, Path folder) {
    this.pages = new Pages(library, Optional.empty(), surfaces);
    this.surfaces = surfaces;
    this.library = library;
    this.folder = folder;
    this.parts = new ExportedParts(folder);
  }

  /**
   * Writes everything.
   *
   * @param surfaces shown on a page of their own, with the runs on them, if there are any
   * @param folder where to; made when missing, must be empty
   * @return the page to open
   * @throws IOException if the folder holds something, or a run cannot be read
   */
  public static Path write(RunLibrary library, SurfaceShelf surfaces, Path folder)
      throws IOException {
    Files.createDirectories(folder);
    try (var content = Files.list(folder)) {
      if (content.findAny().isPresent()) {
        throw new IOException(
            "expected an empty folder for exported pages, found files in "
                + folder
                + "; name another one");
      }
    }
    boolean written = false;
    try {
      Path page = new ViewExport(library, surfaces, folder).write();
      written = true;
      return page;
    } finally {
      if (!written) { // also where memory runs out
        removeContent(folder);
      }
    }
  }

  private static void removeContent(Path folder) throws IOException {
    try (var content = Files.walk(folder)) {
      for (Path file : content.sorted(Comparator.reverseOrder()).toList()) {
        if (!file.equals(folder)) {
          Files.delete(file);
        }
      }
    }
  }

  private Path write() throws IOException {
    try {
      parts.add("runs", json("/api/runs"));
      parts.add("catalog", json("/api/catalog"));
      if (!surfaces.isEmpty()) {
        surfaces();
      }
      for (ViewedRun run : library.runs()) {
        run(run);
      }
    } finally {
      library.close();
    }
    parts.writeIndex();
    Files.writeString(folder.resolve("pages.js"), PageBundle.of(files, "main.js"));
    for (String name : List.of("pages.css", "icon.svg")) {
      Files.write(folder.resolve(name), files.find(name).orElseThrow().body());
    }
    Path page = folder.resolve(PageFiles.INDEX);
    Files.writeString(page, page(PageFiles.INDEX, "main.js", "pages.js"));
    return page;
  }

  /** A page with classic scripts in place of its module. */
  private String page(String name, String moduleName, String bundle) throws IOException {
    String page = new String(files.find(name).orElseThrow().body(), StandardCharsets.UTF_8);
    String tags =
        Stream.of(ExportedParts.INDEX, bundle)
            .map("<script defer src=\"%s\"></script>"::formatted)
            .collect(Collectors.joining("\n"));
    String module = "<script type=\"module\" src=\"" + moduleName + "\"></script>";
    if (!page.contains(module)) {
      throw new IOException("the page lacks its script: " + module);
    }
    return page.replace(module, tags);
  }

  /** The page of surfaces, with Plotly beside it. */
  private void surfaces() throws IOException {
    parts.add("surfaces", json("/api/surfaces"));
    for (int i = 0; i < surfaces.size(); i++) {
      String points = "surfaces/points?surface=" + i;
      parts.add(points, json("/api/" + points));
    }
    Files.write(
        folder.resolve(PageFiles.PLOTLY), files.find(PageFiles.PLOTLY).orElseThrow().body());
    Files.writeString(folder.resolve("surfaces.js"), PageBundle.of(files, "surface.js"));
    Files.writeString(
        folder.resolve(PageFiles.SURFACES), page(PageFiles.SURFACES, "surface.js", "surfaces.js"));
  }

  private void run(ViewedRun run) throws IOException {
    String path = "runs/" + encoded(run.id());
    try {
      run.profile();
    } catch (IOException e) {
      return; // the list says so
    }
    for (String what : List.of("report", "hotspots", "stacks", "areas", "plots")) {
      parts.add(path + "/" + what, json("/api/" + path + "/" + what));
    }
    parts.add(path + "/pictures", json("/api/" + path + "/pictures?wait=1"));
    for (TableKind kind : TableKind.values()) {
      String table = path + "/table/" + kind.key();
      if (kind.isOfFunction()) {
        ofFunctions(run, table);
      } else {
        byte[] rows = json("/api/" + table + "?top=" + MOST_ROWS);
        parts.add(table, rows);
        if (kind == TableKind.LINES) {
          sources(path, rows);
        }
      }
    }
    for (int i = 0; i < run.pictures().size(); i++) {
      parts.add(path + "/level-" + i, level(run.pictures().get(i)));
      String places = path + "/places?process=" + i;
      parts.add(places, json("/api/" + places));
    }
  }

  /** A table of each of the functions with most accesses. */
  private void ofFunctions(ViewedRun run, String table) throws IOException {
    List<String> names =
        run.profile().merged().functions().stream()
            .map(function -> function.function().name())
            .distinct()
            .limit(FUNCTIONS)
            .toList();
    for (String name : names) {
      String one = table + "?of=" + encoded(name);
      parts.add(one, json("/api/" + one));
    }
  }

  /** Source text of the lines with most accesses, as far as it is here. */
  private void sources(String path, byte[] lines) throws IOException {
    Set<String> named = new LinkedHashSet<>();
    json.readTree(lines).path("rows").forEach(row -> named.add(row.path("file").asText("")));
    named.remove("");
    long bytes = 0;
    for (String file : named) {
      String address = path + "/source?file=" + encoded(file);
      byte[] text = json("/api/" + address);
      bytes += text.length;
      if (bytes > MOST_SOURCE_BYTES) {
        break;
      }
      parts.add(address, text);
    }
  }

  /** The coarsest level: rows as places on the map, and cells column by column. */
  private static byte[] level(ProcessPicture picture) throws IOException {
    List<DensityLevel> levels = picture.density().levels();
    DensityLevel level = levels.get(levels.size() - 1);
    AddressMap map = picture.map();
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    try (JsonGenerator out = new JsonFactory().createGenerator(text)) {
      out.writeStartObject();
      out.writeNumberField("accessesPerColumn", level.accessesPerColumn());
      out.writeNumberField("blockBytes", level.blockBytes());
      out.writeNumberField("columns", level.columns());
      out.writeArrayFieldStart("rows");
      for (long block : level.blocks()) {
        long address = block << level.shift();
        out.writeStartArray();
        out.writeNumber(map.place(address));
        out.writeNumber(map.place(address + level.blockBytes() - 1));
        out.writeEndArray();
      }
      out.writeEndArray();
      out.writeArrayFieldStart("cells");
      for (int column = 0; column < level.columns(); column++) {
        column(out, level, column);
      }
      out.writeEndArray();
      out.writeEndObject();
    }
    return text.toByteArray();
  }

  private static void column(JsonGenerator out, DensityLevel level, int column) throws IOException {
    List<long[]> cells = new ArrayList<>();
    level.visit(
        column, column + 1, (at, row, loads, stores) -> cells.add(new long[] {row, loads, stores}));
    out.writeNumber(cells.size());
    for (long[] cell : cells) {
      for (long value : cell) {
        out.writeNumber(value);
      }
    }
  }

  private byte[] json(String address) throws IOException {
    Answer answer = pages.answer(Request.of(address));
    if (answer.status() != 200) {
      throw new IOException(new String(answer.body(), StandardCharsets.UTF_8).strip());
    }
    return answer.body();
  }

  /** As the pages' own encodeURIComponent writes it. */
  private static String encoded(String text) {
    return java.net.URLEncoder.encode(text, StandardCharsets.UTF_8)
        .replace("+", "%20")
        .replace("%21", "!")
        .replace("%27", "'")
        .replace("%28", "(")
        .replace("%29", ")")
        .replace("%7E", "~");
  }
}
