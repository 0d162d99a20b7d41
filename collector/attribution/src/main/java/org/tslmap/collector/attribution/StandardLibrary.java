package org.tslmap.collector.attribution;

import java.util.List;

/** Tells functions of the C++ standard library from those that use it, by their names. */
final class StandardLibrary {
  private static final List<String> NAMESPACES = List.of("std::", "__gnu_cxx::");

  private StandardLibrary() {}

  /**
   * Whether a function is one of the library's.
   *
   * @param function its demangled name, with or without result and parameters
   */
  static boolean has(String function) {
    String name = name(function);
    return NAMESPACES.stream().anyMatch(name::startsWith);
  }

  /** The name without result, parameters, arguments of templates, and from "operator" on. */
  static String name(String function) {
    int operator = function.indexOf("operator");
    int end = operator < 0 ? function.length() : operator;
    StringBuilder name = new StringBuilder();
    int depth = 0;
    for (int i = 0; i < end; i++) {
      char c = function.charAt(i);
      if (c == '<') {
        depth++;
      } else if (c == '>') {
        depth--;
      } else if (depth == 0 && c == '(') {
        break;
      } else if (depth == 0 && c == ' ') {
        name.setLength(0);
      } else if (depth == 0) {
        name.append(c);
      }
    }
    return name.toString();
  }
}
