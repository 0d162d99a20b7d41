package org.tslmap.collector.report;

/** The tables a report has. */
public enum TableKind {
  /** Functions by their own accesses. */
  FUNCTIONS,
  /** Source lines. */
  LINES,
  /** Object files: the program and its shared objects. */
  FILES,
  /** Source files. */
  SOURCES,
  /** Data objects. */
  DATA,
  /** Functions by data objects. */
  MATRIX,
  /** The call tree. */
  CALLS,
  /** Who called a function. */
  CALLERS,
  /** What a function called. */
  CALLEES,
  /** Threads with their functions. */
  THREADS,
  /** Lines that threads passed to and fro. */
  SHARING,
  /** Loads and stores of instructions. */
  SITES,
  /** Phases with what was done in them. */
  PHASES,
  /** Windows of time. */
  WINDOWS;

  /** Whether the table is about one function, which has to be named. */
  public boolean isOfFunction() {
    return this == CALLERS || this == CALLEES;
  }

  Table of(Scope scope, String functions) {
    return switch (this) {
      case FUNCTIONS -> new CodeTables(scope).functions();
      case LINES -> new CodeTables(scope).lines();
      case FILES -> new CodeTables(scope).files();
      case SOURCES -> new CodeTables(scope).sources();
      case SITES -> new CodeTables(scope).sites(functions);
      case DATA -> new DataTables(scope).data();
      case MATRIX -> new DataTables(scope).matrix();
      case SHARING -> new DataTables(scope).sharing();
      case CALLS -> new CallTables(scope).calls();
      case CALLERS -> new CallTables(scope).callers(functions);
      case CALLEES -> new CallTables(scope).callees(functions);
      case THREADS -> new ThreadTable(scope).threads();
      case PHASES -> new TimeTables(scope).phases();
      case WINDOWS -> new TimeTables(scope).windows();
    };
  }
}
