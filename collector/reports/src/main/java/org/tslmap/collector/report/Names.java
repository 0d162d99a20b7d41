package org.tslmap.collector.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.tslmap.collector.origin.Origin;
import org.tslmap.collector.report.Column.Shown;
import org.tslmap.locality.profile.DataClass;
import org.tslmap.locality.profile.DataObject;
import org.tslmap.locality.profile.FunctionInfo;

/** How functions, lines and data objects are named in tables, and the columns for that. */
final class Names {

  /** The key of {@link #origin()}. */
  static final String ORIGIN = "origin";

  private Names() {}

  /** Whether a row is the program's own, or what serves it: a key of {@link Origin}. */
  static Column origin() {
    return Column.text(ORIGIN, "origin", Shown.DATA);
  }

  /** A function's name, object, file and line. */
  static Map<String, Cell> of(FunctionInfo function) {
    Map<String, Cell> labels = new LinkedHashMap<>();
    labels.put("name", new Cell.Text(function.name()));
    labels.put("object", new Cell.Text(function.object()));
    labels.put(ORIGIN, new Cell.Text(Origin.of(function).key()));
    place(labels, function.file(), function.line());
    labels.put("where", new Cell.Text(where(function)));
    return labels;
  }

  /** The columns for {@link #of(FunctionInfo)} after the name. */
  static List<Column> functionColumns() {
    return List.of(
        Column.text("object", "object", Shown.DATA),
        origin(),
        Column.text("file", "source", Shown.DATA),
        Column.number("sourceLine", "line", Shown.DATA));
  }

  /** The place for people, which stands last. */
  static Column where() {
    return Column.text("where", "where", Shown.TEXT);
  }

  static void place(Map<String, Cell> labels, String file, int line) {
    labels.put("file", new Cell.Text(file));
    labels.put("sourceLine", new Cell.Number(line));
  }

  /** Where a function is, in few words: its file and line, or its object. */
  static String where(FunctionInfo function) {
    return function.file().isEmpty()
        ? base(function.object())
        : where(function.file(), function.line());
  }

  static String where(String file, int line) {
    return line > 0 ? base(file) + ":" + line : base(file);
  }

  /** The last part of a path. */
  static String base(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  /** A data object's name, with the function if it belongs to one, and without folders. */
  static String of(DataObject object) {
    if (object.kind() == DataClass.MAPPED) {
      return base(object.name());
    }
    return object.label();
  }

  /** Everything known of a data object. */
  static Map<String, Cell> labels(DataObject object) {
    Map<String, Cell> labels = new LinkedHashMap<>();
    labels.put("name", new Cell.Text(of(object)));
    labels.put("class", new Cell.Text(object.kind().label()));
    labels.put("variable", new Cell.Text(object.name()));
    labels.put("function", new Cell.Text(object.function()));
    labels.put("object", new Cell.Text(object.object()));
    labels.put(ORIGIN, new Cell.Text(Origin.of(object).key()));
    place(labels, object.file(), object.line());
    labels.put("type", new Cell.Text(object.type()));
    labels.put("address", new Cell.Text(object.address() == 0 ? "" : hex(object.address())));
    labels.put("bytes", new Cell.Number(object.bytes()));
    labels.put("elementBytes", new Cell.Number(object.elementBytes()));
    labels.put(
        "dimensions",
        new Cell.Text(
            object.dimensions().stream()
                .map(dimension -> "[" + dimension + "]")
                .collect(Collectors.joining())));
    labels.put("instances", new Cell.Number(object.instances()));
    labels.put("path", new Cell.Text(String.join(" < ", object.path())));
    labels.put("size", new Cell.Text(size(object)));
    labels.put("where", new Cell.Text(where(object)));
    return labels;
  }

  /** Where a data object is declared or allocated, and for whom if there are several. */
  private static String where(DataObject object) {
    String place =
        object.file().isEmpty() ? base(object.object()) : where(object.file(), object.line());
    return object.callers().isEmpty() ? place : place + " from " + object.callers();
  }

  /** The columns for {@link #labels} after the name and before the measures. */
  static List<Column> objectColumns() {
    return List.of(
        Column.text("class", "class", Shown.ALWAYS),
        Column.text("size", "size", Shown.TEXT),
        Column.text("variable", "variable", Shown.DATA),
        Column.text("function", "function", Shown.DATA),
        Column.text("object", "object", Shown.DATA),
        origin(),
        Column.text("file", "source", Shown.DATA),
        Column.number("sourceLine", "line", Shown.DATA),
        Column.text("type", "type", Shown.DATA),
        Column.text("address", "address", Shown.DATA),
        Column.number("bytes", "bytes", Shown.DATA),
        Column.number("elementBytes", "bytes of an element", Shown.DATA),
        Column.text("dimensions", "dimensions", Shown.DATA),
        Column.number("instances", "instances", Shown.DATA),
        Column.text("path", "allocated by", Shown.DATA));
  }

  /** How large an object is, and of heap blocks how many there were: 3 x 16.0 KiB. */
  private static String size(DataObject object) {
    if (object.bytes() == 0) {
      return "";
    }
    String size = Quantities.bytes(object.bytes());
    return switch (object.kind()) {
      case HEAP ->
          object.instances() == 1 ? size : Quantities.count(object.instances()) + " of <= " + size;
      default -> size;
    };
  }

  static String hex(long address) {
    return "0x" + Long.toHexString(address);
  }
}
