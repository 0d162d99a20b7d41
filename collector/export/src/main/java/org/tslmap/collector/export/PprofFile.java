package org.tslmap.collector.export;

import com.google.protobuf.CodedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.tslmap.collector.names.Printable;
import org.tslmap.collector.report.Report;
import org.tslmap.collector.report.StackMetric;
import org.tslmap.collector.report.StackNode;
import org.tslmap.collector.report.StackNode.Place;
import org.tslmap.collector.report.StackTree;
import org.tslmap.locality.profile.FunctionInfo;
import org.tslmap.locality.profile.ProcessIdentity;

/**
 * A run as a profile of pprof: the message Profile of google/pprof's {@code profile.proto},
 * compressed with gzip. Each metric is a sample type, and each place where a path makes accesses is
 * a sample. Functions that the compiler has inlined are further lines of the location of the
 * function that has their code.
 *
 * <p>Messages are written as they come; strings, functions, objects and locations get numbers when
 * they are first met and stand at the end.
 */
public final class PprofFile {

  /* Numbers of fields, by message. */

  private static final int PROFILE_SAMPLE_TYPE = 1;
  private static final int PROFILE_SAMPLE = 2;
  private static final int PROFILE_MAPPING = 3;
  private static final int PROFILE_LOCATION = 4;
  private static final int PROFILE_FUNCTION = 5;
  private static final int PROFILE_STRING_TABLE = 6;
  private static final int PROFILE_TIME_NANOS = 9;
  private static final int PROFILE_COMMENT = 13;
  private static final int PROFILE_DEFAULT_SAMPLE_TYPE = 14;
  private static final int VALUE_TYPE_TYPE = 1;
  private static final int VALUE_TYPE_UNIT = 2;
  private static final int SAMPLE_LOCATION_ID = 1;
  private static final int SAMPLE_VALUE = 2;
  private static final int MAPPING_ID = 1;
  private static final int MAPPING_FILENAME = 5;
  private static final int MAPPING_HAS_FUNCTIONS = 7;
  private static final int MAPPING_HAS_FILENAMES = 8;
  private static final int MAPPING_HAS_LINE_NUMBERS = 9;
  private static final int MAPPING_HAS_INLINE_FRAMES = 10;
  private static final int LOCATION_ID = 1;
  private static final int LOCATION_MAPPING_ID = 2;
  private static final int LOCATION_ADDRESS = 3;
  private static final int LOCATION_LINE = 4;
  private static final int LINE_FUNCTION_ID = 1;
  private static final int LINE_LINE = 2;
  private static final int FUNCTION_ID = 1;
  private static final int FUNCTION_NAME = 2;
  private static final int FUNCTION_SYSTEM_NAME = 3;
  private static final int FUNCTION_FILENAME = 4;
  private static final int FUNCTION_START_LINE = 5;

  /** A function, and the file of its lines, which may be that of inlined code. */
  private record Function(FunctionInfo function, String file) {}

  private record Line(long function, int line) {}

  /** A place of a path, with the functions that are inlined there, innermost first. */
  private record Location(String object, long address, List<Line> lines) {}

  private final CodedOutputStream out;
  private final Map<String, Integer> strings = new LinkedHashMap<>();
  private final Map<Function, Long> functions = new LinkedHashMap<>();
  private final Map<String, Long> objects = new LinkedHashMap<>();
  private final Map<Location, Long> locations = new LinkedHashMap<>();

  private PprofFile(CodedOutputStream out) {
    this.out = out;
    string("");
  }

  /**
   * Writes a run and leaves the stream open.
   *
   * @param report the run, of which the stacks are
   * @throws IOException if it cannot be written
   */
  public static void write(StackTree stacks, Report report, OutputStream stream)
      throws IOException {
    List<String> comments = new ArrayList<>(report.about());
    comments.addAll(report.remarks());
    GZIPOutputStream gzip = new GZIPOutputStream(stream, 1 << 16);
    CodedOutputStream out = CodedOutputStream.newInstance(gzip, 1 << 16);
    new PprofFile(out).write(stacks, report.profile().mainProcess().identity(), comments);
    out.flush();
    gzip.finish();
  }

  private interface Fields {
    void write(CodedOutputStream out) throws IOException;
  }

  private static byte[] encoded(Fields fields) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    CodedOutputStream out = CodedOutputStream.newInstance(bytes, 256);
    fields.write(out);
    out.flush();
    return bytes.toByteArray();
  }

  private void message(int field, Fields fields) throws IOException {
    out.writeByteArray(field, encoded(fields));
  }

  private void write(StackTree stacks, ProcessIdentity program, List<String> comments)
      throws IOException {
    for (StackMetric metric : stacks.metrics()) {
      message(
          PROFILE_SAMPLE_TYPE,
          type -> {
            type.writeInt64(VALUE_TYPE_TYPE, string(metric.key()));
            type.writeInt64(VALUE_TYPE_UNIT, string(metric.unit()));
          });
    }
    samples(stacks);
    boolean inlined = locations.keySet().stream().anyMatch(place -> place.lines().size() > 1);
    // The first one is taken for the program.
    List<String> names = new ArrayList<>(objects.keySet());
    names.sort(Comparator.comparing(name -> !name.equals(program.executable())));
    for (String name : names) {
      message(PROFILE_MAPPING, mapping -> mapping(objects.get(name), name, inlined, mapping));
    }
    for (Map.Entry<Location, Long> location : locations.entrySet()) {
      message(PROFILE_LOCATION, place -> location(location.getValue(), location.getKey(), place));
    }
    for (Map.Entry<Function, Long> function : functions.entrySet()) {
      message(PROFILE_FUNCTION, code -> function(function.getValue(), function.getKey(), code));
    }
    out.writeInt64(PROFILE_TIME_NANOS, program.startedMicros() * 1000);
    for (String comment : comments) {
      out.writeInt64(PROFILE_COMMENT, string(comment));
    }
    out.writeInt64(PROFILE_DEFAULT_SAMPLE_TYPE, string(stacks.metrics().get(0).key()));
    for (String string : strings.keySet()) {
      out.writeString(PROFILE_STRING_TABLE, string);
    }
  }

  private void samples(StackTree stacks) throws IOException {
    WholeNumbers whole = new WholeNumbers(stacks.metrics().size());
    List<StackNode> nodes = new ArrayList<>();
    stacks.each(nodes::add);
    for (StackNode node : nodes) {
      for (Map.Entry<Place, double[]> own : node.own().entrySet()) {
        long[] values = whole.next(own.getValue());
        byte[] path = encoded(ids -> path(node, own.getKey(), ids));
        byte[] numbers =
            encoded(
                sum -> {
                  for (long value : values) {
                    sum.writeInt64NoTag(value);
                  }
                });
        message(
            PROFILE_SAMPLE,
            sample -> {
              sample.writeByteArray(SAMPLE_LOCATION_ID, path);
              sample.writeByteArray(SAMPLE_VALUE, numbers);
            });
      }
    }
  }

  /** The locations from where accesses were made to where the path begins. */
  private void path(StackNode from, Place at, CodedOutputStream ids) throws IOException {
    Optional<StackNode> next = Optional.of(from);
    Place place = at;
    while (next.isPresent()) {
      StackNode node = next.get();
      long address = place.address();
      List<Line> lines = new ArrayList<>();
      lines.add(line(node, place));
      while (node.isInlined() && node.caller().isPresent()) {
        place = node.calledFrom();
        node = node.caller().get();
        lines.add(line(node, place));
      }
      Location location = new Location(node.function().object(), address, lines);
      object(location.object());
      ids.writeUInt64NoTag(locations.computeIfAbsent(location, key -> (long) locations.size() + 1));
      place = node.calledFrom();
      next = node.caller();
    }
  }

  private Line line(StackNode node, Place place) {
    String file = place.line() == 0 ? node.function().file() : place.file();
    Function function = new Function(node.function(), file);
    return new Line(
        functions.computeIfAbsent(function, key -> (long) functions.size() + 1), place.line());
  }

  /** The number of an object, from 1 on; 0 where it is not known. */
  private long object(String name) {
    return name.isEmpty() ? 0 : objects.computeIfAbsent(name, key -> (long) objects.size() + 1);
  }

  private int string(String text) {
    return strings.computeIfAbsent(Printable.line(text), key -> strings.size());
  }

  private void mapping(long id, String object, boolean inlined, CodedOutputStream out)
      throws IOException {
    out.writeUInt64(MAPPING_ID, id);
    out.writeInt64(MAPPING_FILENAME, string(object));
    out.writeBool(MAPPING_HAS_FUNCTIONS, true);
    out.writeBool(MAPPING_HAS_FILENAMES, true);
    out.writeBool(MAPPING_HAS_LINE_NUMBERS, true);
    out.writeBool(MAPPING_HAS_INLINE_FRAMES, inlined);
  }

  private void location(long id, Location location, CodedOutputStream out) throws IOException {
    out.writeUInt64(LOCATION_ID, id);
    out.writeUInt64(LOCATION_MAPPING_ID, object(location.object()));
    out.writeUInt64(LOCATION_ADDRESS, location.address());
    for (Line line : location.lines()) {
      out.writeByteArray(
          LOCATION_LINE,
          encoded(
              fields -> {
                fields.writeUInt64(LINE_FUNCTION_ID, line.function());
                fields.writeInt64(LINE_LINE, line.line());
              }));
    }
  }

  private void function(long id, Function code, CodedOutputStream out) throws IOException {
    int name = string(code.function().name());
    boolean own = code.file().equals(code.function().file());
    out.writeUInt64(FUNCTION_ID, id);
    out.writeInt64(FUNCTION_NAME, name);
    out.writeInt64(FUNCTION_SYSTEM_NAME, name);
    out.writeInt64(FUNCTION_FILENAME, string(code.file()));
    out.writeInt64(FUNCTION_START_LINE, own ? code.function().line() : 0);
  }
}
