package org.tslmap.collector.view;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.tslmap.collector.density.DensityLevel;
import org.tslmap.collector.report.JsonReport;
import org.tslmap.collector.report.Report;
import org.tslmap.collector.report.RowSelection;
import org.tslmap.collector.report.TableKind;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProcessProfile;

/**
 * Tables narrowed to a rectangle of time and addresses: exact where that was counted or is counted
 * soon, otherwise of the recorded windows that come nearest, otherwise nothing but what it would
 * take. What is exact is scored as a stream of its own.
 */
final class NarrowedTables {
  private static final int COLUMNS = 256;

  private final ViewedRun run;
  private final Narrowing narrowing;
  private final ProcessProfile process;
  private final NarrowedProfiles profiles;

  NarrowedTables(ViewedRun run, Narrowing narrowing) throws IOException {
    this.run = run;
    this.narrowing = narrowing;
    this.process = run.process(narrowing.picture());
    this.profiles = run.narrowed();
  }

  /**
   * A table as tslmap report prints it, with an object "narrowed" that says how it was made.
   *
   * @param of what it is about, if it is about one thing
   */
  Answer table(TableKind kind, String of) throws IOException {
    Optional<ProcessProfile> exact =
        isOfCode(kind) ? profiles.code(narrowing, process) : profiles.whole(narrowing, process);
    if (exact.isPresent()) {
      return joined(head("exact", narrowing.from(), narrowing.to()), of(exact.get(), kind, of));
    }
    RecordedWindows windows = RecordedWindows.of(process, narrowing.from(), narrowing.to());
    if (windows.isEmpty() || !RecordedWindows.tell(kind)) {
      return joined(head("none", narrowing.from(), narrowing.to()), "{\"notes\":[],\"rows\":[]}");
    }
    String head = head("windows", windows.from(), windows.to());
    if (kind == TableKind.PHASES) {
      return joined(head, of(windows.cut(), kind, of));
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator out = new JsonFactory().createGenerator(bytes)) {
      out.writeStartObject();
      out.writeStringField("view", process.view().key());
      out.writeArrayFieldStart("notes");
      out.writeEndArray();
      out.writeArrayFieldStart("rows");
      windows.rows(out, kind);
      out.writeEndArray();
      out.writeEndObject();
    }
    return joined(head, bytes.toString(StandardCharsets.UTF_8));
  }

  /** The same of what tslmap report --format json prints. */
  Answer report() throws IOException {
    Optional<ProcessProfile> exact = profiles.code(narrowing, process);
    if (exact.isEmpty()) {
      return joined(head("none", narrowing.from(), narrowing.to()), "{\"notes\":[]}");
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (Writer writer = new OutputStreamWriter(bytes, StandardCharsets.UTF_8)) {
      JsonReport.write(Report.of(alone(exact.get()), RowSelection.ALL, List.of()), writer);
    }
    return joined(
        head("exact", narrowing.from(), narrowing.to()), bytes.toString(StandardCharsets.UTF_8));
  }

  /** The same of what tslmap hotspots --format json prints. */
  Answer hotspots() throws IOException {
    return ofAll(run::hotspots);
  }

  /** The same of call paths with what adds up along them. */
  Answer stacks() throws IOException {
    return ofAll(run::stacks);
  }

  /** The same of data objects with the same quantities. */
  Answer areas() throws IOException {
    return ofAll(run::areas);
  }

  private interface Derived {
    Answer of(LocalityProfile profile) throws IOException;
  }

  /** What only an exact count tells. */
  private Answer ofAll(Derived what) throws IOException {
    Optional<ProcessProfile> exact = profiles.whole(narrowing, process);
    String head = head(exact.isPresent() ? "exact" : "none", narrowing.from(), narrowing.to());
    return joined(head, exact.isPresent() ? text(what.of(alone(exact.get()))) : "{}");
  }

  /** The plots of the same; those over time are of the whole run's windows in it. */
  Answer plots() throws IOException {
    Optional<ProcessProfile> exact = profiles.code(narrowing, process);
    String head = head(exact.isPresent() ? "exact" : "none", narrowing.from(), narrowing.to());
    return joined(
        head,
        exact.isPresent()
            ? PlotJson.of(
                alone(exact.get()), run.profile(), process, narrowing.from(), narrowing.to())
            : "{\"plots\":[]}");
  }

  /** Counts everything, and tells how far it is. */
  RectangleCount counting() {
    return profiles.counting(narrowing, process);
  }

  /** Whether a table needs no more than instructions and threads. */
  private static boolean isOfCode(TableKind kind) {
    return switch (kind) {
      case FUNCTIONS, LINES, FILES, SOURCES, SITES, THREADS, WINDOWS -> true;
      default -> false;
    };
  }

  private LocalityProfile alone(ProcessProfile one) throws IOException {
    return new LocalityProfile(run.profile().generator(), List.of(one));
  }

  private String of(ProcessProfile profile, TableKind kind, String of) throws IOException {
    return text(ViewedRun.table(alone(profile), kind, of));
  }

  private static String text(Answer answer) {
    return new String(answer.body(), StandardCharsets.UTF_8);
  }

  /** How it was narrowed, as a JSON object. */
  private String head(String how, long from, long to) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator out = new JsonFactory().createGenerator(bytes)) {
      out.writeStartObject();
      out.writeStringField("how", how);
      out.writeNumberField("from", from);
      out.writeNumberField("to", to);
      out.writeBooleanField("everywhere", narrowing.everywhere());
      out.writeStringField("low", "0x" + Long.toHexString(narrowing.low()));
      out.writeNumberField("bytes", narrowing.high() - narrowing.low());
      out.writeBooleanField("counts", narrowing.isStored());
      if (!how.equals("exact")) {
        recorded(out);
      }
      out.writeEndObject();
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  /** About how many loads and stores are in the rectangle, from the recorded picture. */
  private void recorded(JsonGenerator out) throws IOException {
    ProcessPicture picture = narrowing.picture();
    DensityLevel level = picture.level(narrowing.from(), narrowing.to(), COLUMNS);
    PictureGrid.View view =
        new PictureGrid.View(
            narrowing.from(),
            narrowing.to(),
            picture.map().place(narrowing.low()),
            narrowing.everywhere() ? 1 : picture.map().place(narrowing.high()),
            COLUMNS,
            1);
    PictureGrid grid = new PictureGrid(view, picture.map());
    grid.add(level);
    double loads = 0;
    double stores = 0;
    for (int column = 0; column < COLUMNS; column++) {
      loads += grid.loads(column, 0);
      stores += grid.stores(column, 0);
    }
    out.writeNumberField("loads", Math.round(loads));
    out.writeNumberField("stores", Math.round(stores));
  }

  /** Puts the head into the table's object. */
  private static Answer joined(String head, String table) {
    String rest = table.strip().substring(1);
    String comma = rest.startsWith("}") ? "" : ",";
    return Answer.json(("{\"narrowed\":" + head + comma + rest).getBytes(StandardCharsets.UTF_8));
  }
}
