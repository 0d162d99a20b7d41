package org.tslmap.collector.report;

import java.util.Locale;

/** The tables a report has. */
public enum TableKind {
  /** Functions by their own accesses. */
  FUNCTIONS("Functions"),
  /** Source lines. */
  LINES("Lines"),
  /** Loops of the machine code. */
  LOOPS("Loops"),
  /** Object files: the program and its shared objects. */
  FILES("Objects"),
  /** Source files. */
  SOURCES("Source files"),
  /** Data objects. */
  DATA("Data"),
  /** Functions by data objects. */
  MATRIX("Functions × data"),
  /** The call tree. */
  CALLS("Calls"),
  /** Who called a function. */
  CALLERS("Callers"),
  /** What a function called. */
  CALLEES("Callees"),
  /** Threads with their functions. */
  THREADS("Threads"),
  /** Lines that threads passed to and fro. */
  SHARING("Sharing"),
  /** Loads and stores of instructions. */
  SITES("Instructions"),
  /** Phases with what was done in them. */
  PHASES("Phases"),
  /** Windows of time. */
  WINDOWS("Windows");

  private final String title;

  TableKind(String title) {
    this.title = title;
  }

  /** Whether rows with few accesses say little: there is one for each piece of code or data. */
  public boolean hasSmallRows() {
    return switch (this) {
      case FUNCTIONS, LINES, LOOPS, FILES, SOURCES, DATA, MATRIX, CALLS -> true;
      default -> false;
    };
  }

  /** What pages call it, in a word or two. */
  public String title() {
    return title;
  }

  /** Its name in options, files and addresses. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether the table is about one function, which has to be named. */
  public boolean isOfFunction() {
    return this == CALLERS || this == CALLEES;
  }

  /** Whether there is such a table of one phase, too. */
  public boolean isOfPhase() {
    return this == FUNCTIONS || this == DATA || this == MATRIX;
  }

  /** Whether a name can or must say what it shows. */
  public boolean isOfName() {
    return isOfFunction() || this == SITES || this == WINDOWS;
  }

  /**
   * Makes the table.
   *
   * @param of what it is about: a function, of windows also a data object, of functions, data and
   *     their matrix a phase; empty for everything
   */
  Table of(Scope scope, String of) {
    if (isOfPhase() && !of.isEmpty()) {
      TimeLineTables tables = new TimeLineTables(scope);
      return this == FUNCTIONS
          ? tables.functions(of)
          : this == DATA ? tables.data(of) : tables.matrix(of);
    }
    return switch (this) {
      case FUNCTIONS -> new CodeTables(scope).functions();
      case LINES -> new CodeTables(scope).lines();
      case LOOPS -> new LoopTable(scope).loops();
      case FILES -> new CodeTables(scope).files();
      case SOURCES -> new CodeTables(scope).sources();
      case SITES -> new CodeTables(scope).sites(of);
      case DATA -> new DataTables(scope).data();
      case MATRIX -> new DataTables(scope).matrix();
      case SHARING -> new DataTables(scope).sharing();
      case CALLS -> new CallTables(scope).calls();
      case CALLERS -> new CallTables(scope).callers(of);
      case CALLEES -> new CallTables(scope).callees(of);
      case THREADS -> new ThreadTable(scope).threads();
      case PHASES -> new TimeTables(scope).phases();
      case WINDOWS ->
          of.isEmpty() ? new TimeTables(scope).windows() : new TimeLineTables(scope).windows(of);
    };
  }
}
