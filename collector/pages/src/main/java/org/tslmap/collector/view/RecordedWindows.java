package org.tslmap.collector.view;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tslmap.collector.report.TableKind;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.profile.Attribution;
import org.tslmap.locality.profile.DataClass;
import org.tslmap.locality.profile.DataObject;
import org.tslmap.locality.profile.FunctionInfo;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.TimeLine;
import org.tslmap.locality.score.Score;

/**
 * The recorded windows of a process that come nearest to a stretch of its time, by function and
 * data object. Their scores are in context.
 */
final class RecordedWindows {
  /** What a row is about; -1 stands for all. */
  private record Key(int function, int object) {}

  private final ProcessProfile process;
  private final TimeLine time;
  private final int first;
  private final int end;

  private RecordedWindows(ProcessProfile process, int first, int end) {
    this.process = process;
    this.time = process.attribution().time();
    this.first = first;
    this.end = end;
  }

  /** Those whose middle is in the stretch, or the one that has the stretch's middle. */
  static RecordedWindows of(ProcessProfile process, long from, long to) {
    List<TimeLine.Window> windows = process.attribution().time().windows();
    int first = before(windows, from);
    int end = before(windows, to);
    if (first == end && !windows.isEmpty()) {
      first = having(windows, from + (to - from) / 2);
      end = first + 1;
    }
    return new RecordedWindows(process, first, end);
  }

  /** How many windows have their middle before an access. */
  static int before(List<TimeLine.Window> windows, long access) {
    int count = 0;
    while (count < windows.size()
        && windows.get(count).first() + windows.get(count).accesses() / 2 < access) {
      count++;
    }
    return count;
  }

  /** The window that an access is in, or the last one. */
  static int having(List<TimeLine.Window> windows, long access) {
    int window = 0;
    while (window + 1 < windows.size() && windows.get(window + 1).first() <= access) {
      window++;
    }
    return window;
  }

  /** Whether nothing was recorded in windows. */
  boolean isEmpty() {
    return end <= first;
  }

  /** Number of the first access in them. */
  long from() {
    return time.windows().get(first).first();
  }

  /** Number of the first access behind them. */
  long to() {
    TimeLine.Window last = time.windows().get(end - 1);
    return last.first() + last.accesses();
  }

  /** Whether they tell enough for a table. */
  static boolean tell(TableKind kind) {
    return switch (kind) {
      case FUNCTIONS, DATA, MATRIX, PHASES -> true;
      default -> false;
    };
  }

  /** The process with a time line of these windows only. */
  ProcessProfile cut() {
    List<TimeLine.Series> series = new ArrayList<>();
    for (TimeLine.Series one : time.series()) {
      List<TimeLine.Point> points = new ArrayList<>();
      for (TimeLine.Point p : one.points()) {
        if (p.window() >= first && p.window() < end) {
          points.add(
              new TimeLine.Point(
                  p.window() - first, p.accesses(), p.cold(), p.temporal(), p.spatial()));
        }
      }
      if (!points.isEmpty()) {
        series.add(new TimeLine.Series(one.function(), one.object(), points));
      }
    }
    Attribution all = process.attribution();
    return process.with(
        new Attribution(
            all.objects(),
            all.accesses(),
            all.calls(),
            new TimeLine(time.windows().subList(first, end), series),
            all.sharedWords(),
            all.shared(),
            all.sharingLeftOut(),
            all.threadFunctions(),
            all.footprints()));
  }

  /** The rows of a table of functions, data objects, or both; most accesses first. */
  void rows(JsonGenerator out, TableKind kind) throws IOException {
    Map<Key, double[]> sums = new LinkedHashMap<>();
    double[] whole = new double[4];
    for (TimeLine.Series series : time.series()) {
      Key key =
          new Key(
              kind == TableKind.DATA ? -1 : series.function(),
              kind == TableKind.FUNCTIONS ? -1 : series.object());
      for (TimeLine.Point point : series.points()) {
        if (point.window() >= first && point.window() < end) {
          add(sums.computeIfAbsent(key, k -> new double[4]), point);
          add(whole, point);
        }
      }
    }
    List<Map.Entry<Key, double[]>> rows = new ArrayList<>(sums.entrySet());
    rows.sort(Comparator.comparingDouble(row -> -row.getValue()[0]));
    for (Map.Entry<Key, double[]> row : rows) {
      out.writeStartObject();
      names(out, row.getKey());
      measures(out, row.getValue(), whole[0]);
      out.writeEndObject();
    }
    out.writeStartObject();
    out.writeStringField("row", "whole");
    out.writeStringField("name", "whole");
    measures(out, whole, whole[0]);
    out.writeEndObject();
  }

  private static void add(double[] sum, TimeLine.Point point) {
    sum[0] += point.accesses();
    sum[1] += point.cold();
    sum[2] += point.temporal();
    sum[3] += point.spatial();
  }

  private void names(JsonGenerator out, Key key) throws IOException {
    DataObject object = key.object() < 0 ? null : process.attribution().objects().get(key.object());
    boolean unknown = object != null && object.kind() == DataClass.UNKNOWN && key.function() < 0;
    out.writeStringField("row", unknown ? "unknown" : "item");
    if (key.function() >= 0) {
      FunctionInfo function = process.functions().get(key.function());
      out.writeStringField("name", function.name());
      if (object != null) {
        out.writeStringField("data", label(object));
        out.writeStringField("class", object.kind().label());
      }
      out.writeStringField("object", function.object());
      out.writeStringField("file", function.file());
      out.writeNumberField("sourceLine", function.line());
    } else if (object != null) {
      out.writeStringField("name", label(object));
      out.writeStringField("class", object.kind().label());
      out.writeStringField("type", object.type());
      out.writeStringField("object", object.object());
      out.writeStringField("file", object.file());
      out.writeNumberField("sourceLine", object.line());
    }
  }

  private static String label(DataObject object) {
    return switch (object.kind()) {
      case MAPPED -> object.name().substring(object.name().lastIndexOf('/') + 1);
      case STATIC, STACK_VARIABLE ->
          object.function().isEmpty() ? object.name() : object.name() + " in " + object.function();
      default -> object.name();
    };
  }

  private static void measures(JsonGenerator out, double[] sum, double all) throws IOException {
    double accesses = Math.max(1, sum[0]);
    out.writeNumberField("share", sum[0] / Math.max(1, all));
    out.writeNumberField("accesses", (long) sum[0]);
    out.writeObjectFieldStart(Granularity.WORD.key());
    out.writeNumberField(Score.TL.key(), sum[2] / accesses);
    out.writeNumberField(Score.SL.key(), sum[3] / accesses);
    out.writeNumberField(Score.COLD_SHARE.key(), sum[1] / accesses);
    out.writeEndObject();
  }
}
