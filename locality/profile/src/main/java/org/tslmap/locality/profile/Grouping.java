package org.tslmap.locality.profile;

import java.util.List;

/** What accesses can be grouped by: each has one key, and those with the same key form a row. */
public enum Grouping {
  /** All accesses. */
  WHOLE("whole"),
  /** A load or store of an instruction. */
  SITE("site"),
  /** A line of a source file. */
  LINE("line"),
  /** A function. */
  FUNCTION("function"),
  /** A source file. */
  SOURCE("source"),
  /** The program or a shared object. */
  FILE("file"),
  /** A data object. */
  OBJECT("object"),
  /** A function and a data object. */
  FUNCTION_AND_OBJECT("functionAndObject");

  private final String key;

  Grouping(String key) {
    this.key = key;
  }

  /** Its name in JSON. */
  String key() {
    return key;
  }

  /**
   * What accesses have in common that belong together.
   *
   * @param functions the functions of their process
   * @param site index of their site
   * @param place their site
   * @param object number of their data object; used where the grouping is about data only
   */
  public Object keyOf(List<FunctionInfo> functions, int site, SiteProfile place, int object) {
    FunctionInfo function = functions.get(place.function());
    return switch (this) {
      case WHOLE -> "";
      case SITE -> site;
      case LINE -> place.sourceLine(function);
      case FUNCTION -> function;
      case SOURCE -> place.file(function);
      case FILE -> function.object();
      case OBJECT -> object;
      case FUNCTION_AND_OBJECT -> List.of(function, object);
    };
  }
}
