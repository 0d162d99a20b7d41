package org.tslmap.collector.attribution;

import java.util.List;
import java.util.regex.Pattern;

/** Tells functions of the standard libraries of C++ and Rust from those that use them. */
final class StandardLibrary {
  private static final List<String> NAMESPACES = List.of("std::", "__gnu_cxx::");

  /** Where the source files of Rust's were, or are; those of what comes compiled have no root. */
  private static final Pattern RUST =
      Pattern.compile(
          "^(/rustc/[^/]+/)?library/\\w+/src/.*\\.rs$|^/rust/deps/|/rustlib/src/rust/library/");

  private StandardLibrary() {}

  /** Whether a function is one of a library's, by its name or its source file. */
  static boolean has(DebugFiles.Caller caller) {
    return has(caller.function()) || RUST.matcher(caller.file()).find();
  }

  /**
   * Whether a function is one of C++'s, by its name.
   *
   * @param function its demangled name, with or without result and parameters
   */
  static boolean has(String function) {
    String name = name(function);
    return NAMESPACES.stream().anyMatch(name::startsWith);
  }

  /** The name of what a function is declared in, without the name of what that is in; or "". */
  static String classOf(String function) {
    String name = name(function);
    int end = name.lastIndexOf("::");
    int begin = name.lastIndexOf("::", end - 1);
    return end < 0 ? "" : name.substring(begin < 0 ? 0 : begin + 2, end);
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
