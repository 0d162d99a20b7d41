package org.tslmap.collector.view;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.tslmap.collector.density.AddressMap;
import org.tslmap.collector.density.DensityLevel;
import org.tslmap.collector.report.TableKind;
import org.tslmap.locality.profile.FunctionProfile;

/**
 * Writes the pages as plain files that open without a server, with the data of some runs: all
 * tables and plots, and addresses over time at the coarsest resolution that was recorded.
 */
public final class ViewExport {
  private static final long MOST_SOURCE_BYTES = 4L << 20;

  /** Functions whose callers and callees are exported: those with most accesses. */
  private static final int FUNCTIONS = 20;

  private final ObjectMapper json = new ObjectMapper();
  private final Pages pages;
  private final RunLibrary library;
  private final SurfaceShelf surfaces;
  private final PageFiles files = new PageFiles();
  private final Path folder;
  private final List<String> scripts = new ArrayList<>();

  private ViewExport(RunLibrary library, SurfaceShelf surfaces, Path folder) {
    this.pages = new Pages(library, Optional.empty(), surfaces);
    this.surfaces = surfaces;
    this.library = library;
    this.folder = folder;
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
    return new ViewExport(library, surfaces, folder).write();
  }

  private Path write() throws IOException {
    try {
      runs();
      if (!surfaces.isEmpty()) {
        surfaces();
      }
      int number = 0;
      for (ViewedRun run : library.runs()) {
        run(run, ++number);
      }
    } finally {
      library.close();
    }
    Files.writeString(folder.resolve("pages.js"), PageBundle.of(files, "main.js"));
    for (String name : List.of("pages.css", "icon.svg")) {
      Files.write(folder.resolve(name), files.find(name).orElseThrow().body());
    }
    Path page = folder.resolve(PageFiles.INDEX);
    Files.writeString(page, page(PageFiles.INDEX, "main.js", scripts, "pages.js"));
    return page;
  }

  /** A page with classic scripts in place of its module. */
  private String page(String name, String moduleName, List<String> data, String bundle)
      throws IOException {
    String page = new String(files.find(name).orElseThrow().body(), StandardCharsets.UTF_8);
    StringBuilder tags = new StringBuilder();
    for (String script : data) {
      tags.append("<script defer src=\"").append(script).append("\"></script>\n");
    }
    tags.append("<script defer src=\"").append(bundle).append("\"></script>");
    String module = "<script type=\"module\" src=\"" + moduleName + "\"></script>";
    if (!page.contains(module)) {
      throw new IOException("the page lacks its script: " + module);
    }
    return page.replace(module, tags);
  }

  private void runs() throws IOException {
    Map<String, String> data = new TreeMap<>();
    data.put("runs", json("/api/runs"));
    data.put("catalog", json("/api/catalog"));
    script("data-runs.js", data);
  }

  /** The page of surfaces, with Plotly beside it. */
  private void surfaces() throws IOException {
    Map<String, String> data = new TreeMap<>();
    data.put("surfaces", json("/api/surfaces"));
    for (int i = 0; i < surfaces.size(); i++) {
      String points = "surfaces/points?surface=" + i;
      data.put(points, json("/api/" + points));
    }
    script("data-surfaces.js", data);
    Files.write(
        folder.resolve(PageFiles.PLOTLY), files.find(PageFiles.PLOTLY).orElseThrow().body());
    Files.writeString(folder.resolve("surfaces.js"), PageBundle.of(files, "surface.js"));
    Files.writeString(
        folder.resolve(PageFiles.SURFACES),
        page(PageFiles.SURFACES, "surface.js", List.of("data-surfaces.js"), "surfaces.js"));
  }

  private void run(ViewedRun run, int number) throws IOException {
    String path = "runs/" + encoded(run.id());
    Map<String, String> data = new TreeMap<>();
    try {
      run.profile();
    } catch (IOException e) {
      return; // the list says so
    }
    for (String what : List.of("report", "hotspots", "stacks", "plots")) {
      data.put(path + "/" + what, json("/api/" + path + "/" + what));
    }
    data.put(path + "/pictures", json("/api/" + path + "/pictures?wait=1"));
    for (TableKind kind : TableKind.values()) {
      String table = path + "/table/" + kind.key();
      if (kind.isOfFunction()) {
        ofFunctions(run, table, data);
      } else {
        data.put(table, json("/api/" + table));
      }
    }
    sources(path, data);
    for (int i = 0; i < run.pictures().size(); i++) {
      data.put(path + "/level-" + i, level(run.pictures().get(i)));
      String places = path + "/places?process=" + i;
      data.put(places, json("/api/" + places));
    }
    script("data-%d.js".formatted(number), data);
  }

  /** A table of each of the functions with most accesses. */
  private void ofFunctions(ViewedRun run, String table, Map<String, String> data)
      throws IOException {
    for (FunctionProfile function : run.profile().merged().functions()) {
      String one = table + "?of=" + encoded(function.function().name());
      if (!data.containsKey(one)) {
        data.put(one, json("/api/" + one));
      }
      if (data.keySet().stream().filter(key -> key.startsWith(table)).count() >= FUNCTIONS) {
        return;
      }
    }
  }

  /** Source text of the lines with most accesses, as far as it is here. */
  private void sources(String path, Map<String, String> data) throws IOException {
    JsonNode rows = json.readTree(data.get(path + "/table/lines")).path("rows");
    Set<String> named = new LinkedHashSet<>();
    rows.forEach(row -> named.add(row.path("file").asText("")));
    named.remove("");
    long bytes = 0;
    for (String file : named) {
      String address = path + "/source?file=" + encoded(file);
      String text = json("/api/" + address);
      bytes += text.length();
      if (bytes > MOST_SOURCE_BYTES) {
        break;
      }
      data.put(address, text);
    }
  }

  /** The coarsest level: rows as places on the map, and cells column by column. */
  private static String level(ProcessPicture picture) throws IOException {
    List<DensityLevel> levels = picture.density().levels();
    DensityLevel level = levels.get(levels.size() - 1);
    AddressMap map = picture.map();
    StringWriter text = new StringWriter();
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
    return text.toString();
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

  private String json(String address) throws IOException {
    Answer answer = pages.answer(Request.of(address));
    if (answer.status() != 200) {
      throw new IOException(new String(answer.body(), StandardCharsets.UTF_8).strip());
    }
    return json.readTree(answer.body()).toString(); // without its line breaks
  }

  private void script(String name, Map<String, String> data) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(folder.resolve(name))) {
      out.write("globalThis.tslmapExport ??= {};\n");
      for (Map.Entry<String, String> entry : data.entrySet()) {
        out.write("tslmapExport[");
        out.write(json.writeValueAsString(entry.getKey()));
        out.write("] = ");
        out.write(entry.getValue().strip());
        out.write(";\n");
      }
    }
    scripts.add(name);
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
