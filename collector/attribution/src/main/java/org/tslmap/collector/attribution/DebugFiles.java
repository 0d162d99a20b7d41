package org.tslmap.collector.attribution;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BiFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tslmap.collector.debuginfo.DebugInformation;
import org.tslmap.collector.debuginfo.DebugInformationException;
import org.tslmap.collector.debuginfo.FrameLayout;
import org.tslmap.collector.debuginfo.InlineFrame;
import org.tslmap.collector.debuginfo.SharedDebugInformation;
import org.tslmap.collector.debuginfo.Signature;
import org.tslmap.collector.debuginfo.SourceLine;
import org.tslmap.collector.wire.FunctionSymbol;
import org.tslmap.collector.wire.ObjectFile;
import org.tslmap.collector.wire.Site;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.locality.profile.CodeOrigin;
import org.tslmap.locality.profile.FunctionInfo;
import org.tslmap.locality.profile.InlinedFunction;

/** The debug information of a process's program and shared objects. */
public final class DebugFiles implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DebugFiles.class);

  private final SymbolTables symbols;
  private final Map<Integer, Optional<DebugInformation>> files = new HashMap<>();
  private final Map<Integer, Optional<FrameLayout>> layouts = new HashMap<>();

  private final Map<CodeOrigin, CodeOrigin> origins = new HashMap<>();
  private final Map<Integer, FunctionInfo> functions = new HashMap<>();

  /** Those of a process that defines its objects there. */
  public DebugFiles(SymbolTables symbols) {
    this.symbols = symbols;
  }

  /** What a file says about itself; empty if there is no such file any more. */
  public Optional<DebugInformation> of(ObjectFile object) {
    return files.computeIfAbsent(object.id(), id -> open(object));
  }

  private static Optional<DebugInformation> open(ObjectFile object) {
    if (object.path().isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(SharedDebugInformation.open(Path.of(object.path())));
    } catch (DebugInformationException | InvalidPathException e) {
      LOG.debug("no variables of {}: {}", object.path(), e.getMessage());
      return Optional.empty();
    }
  }

  /** What lies where in a function's frames; empty without debug information. */
  Optional<FrameLayout> frame(int function) {
    return layouts.computeIfAbsent(
        function,
        number -> {
          FunctionSymbol symbol = symbols.function(number);
          ObjectFile object = symbols.object(symbol.object());
          return symbol.entry() == 0
              ? Optional.empty()
              : of(object).flatMap(file -> file.frame(symbol.entry() - object.bias()));
        });
  }

  /**
   * A function with its source file. Its symbol's is that of its first instruction, which may be
   * code of another file that was inlined there; then it is the one that declares the function.
   */
  FunctionInfo function(int number) {
    return functions.computeIfAbsent(
        number,
        any -> {
          FunctionSymbol symbol = symbols.function(number);
          FunctionInfo info = symbols.functionInfo(symbol);
          ObjectFile object = symbols.object(symbol.object());
          return symbol.file().isEmpty() || symbol.entry() == 0
              ? info
              : of(object)
                  .flatMap(file -> file.function(symbol.entry() - object.bias()))
                  .filter(own -> !own.file().isEmpty() && own.line() > 0)
                  .filter(own -> !otherFile(own.file(), symbol.file()).isEmpty())
                  .map(own -> new FunctionInfo(info.name(), info.object(), own.file(), own.line()))
                  .orElse(info);
        });
  }

  /** Where the source text of a site is; its function's if there is no more debug information. */
  CodeOrigin origin(int number) {
    Site site = symbols.site(number);
    FunctionSymbol symbol = symbols.function(site.function());
    ObjectFile object = symbols.object(symbol.object());
    Optional<DebugInformation> file =
        symbol.file().isEmpty() ? Optional.empty() : of(object).filter(DebugInformation::hasDwarf);
    if (file.isEmpty()) {
      return CodeOrigin.OWN;
    }
    long pc = site.instruction() - object.bias();
    List<InlineFrame> inlined = file.get().inlined(pc);
    String source =
        file.get()
            .line(pc)
            .filter(line -> line.line() == site.line())
            .map(line -> otherFile(line.file(), function(site.function()).file()))
            .orElse("");
    CodeOrigin origin = new CodeOrigin(inlined.stream().map(DebugFiles::inlined).toList(), source);
    return origins.computeIfAbsent(origin, same -> same);
  }

  private static InlinedFunction inlined(InlineFrame frame) {
    return new InlinedFunction(frame.function(), frame.file(), frame.line())
        .calledAt(frame.callFile(), frame.callLine());
  }

  /**
   * A function on the way to an allocation, and where in it the next one is called.
   *
   * @param function its demangled name
   * @param file source file of the call, empty when not known
   * @param line line of the call, 0 when not known
   * @param column column of the call, from 1; 0 when not known
   * @param signature what it takes and gives; empty when not known
   */
  record Caller(
      String function, String file, int line, int column, Optional<Signature> signature) {}

  /** A function of which it is not known where it calls, as one that ends by jumping to another. */
  Caller caller(FunctionSymbol symbol) {
    ObjectFile object = symbols.object(symbol.object());
    Optional<Signature> signature =
        symbol.file().isEmpty() || symbol.entry() == 0
            ? Optional.empty()
            : of(object)
                .filter(DebugInformation::hasDwarf)
                .flatMap(file -> file.signature(symbol.entry() - object.bias()));
    return new Caller(symbol.name(), symbol.file(), symbol.line(), 0, signature);
  }

  /** Who calls at a site: the functions inlined there, innermost first, and last its function. */
  List<Caller> callers(int number) {
    Site site = symbols.site(number);
    FunctionSymbol symbol = symbols.function(site.function());
    ObjectFile object = symbols.object(symbol.object());
    Optional<DebugInformation> information =
        symbol.file().isEmpty() ? Optional.empty() : of(object).filter(DebugInformation::hasDwarf);
    long pc = site.instruction() - object.bias();
    String other = origin(number).file();
    String file = other.isEmpty() ? function(site.function()).file() : other;
    int line = site.line();
    int column =
        information
            .flatMap(known -> known.line(pc))
            .filter(found -> found.line() == site.line())
            .map(SourceLine::column)
            .orElse(0);
    List<Caller> callers = new ArrayList<>();
    for (InlineFrame frame : information.map(known -> known.inlined(pc)).orElse(List.of())) {
      callers.add(new Caller(frame.function(), file, line, column, Optional.of(frame.signature())));
      file = frame.callFile();
      line = frame.callLine();
      column = frame.callColumn();
    }
    callers.add(
        new Caller(
            symbol.name(), file, line, column, information.flatMap(known -> known.signature(pc))));
    return callers;
  }

  /**
   * The variable that gets the result of a call.
   *
   * @param number the calling site
   * @param level whose variable it is: which of its {@link #callers}
   */
  Optional<String> assigned(int number, int level) {
    return at(number, (file, pc) -> file.assigned(pc, level));
  }

  /**
   * The object that a member function is called on.
   *
   * @param number the calling site
   * @param level whose variable it is: which of its {@link #callers}
   * @param function the member function
   */
  Optional<String> objectOf(int number, int level, String function) {
    String type = StandardLibrary.classOf(function);
    return at(number, (file, pc) -> file.objectOf(pc, level, type));
  }

  private Optional<String> at(
      int number, BiFunction<DebugInformation, Long, Optional<String>> question) {
    Site site = symbols.site(number);
    ObjectFile object = symbols.object(symbols.function(site.function()).object());
    return of(object).flatMap(file -> question.apply(file, site.instruction() - object.bias()));
  }

  /**
   * The line of an instruction in the source file of its function; for inlined code that of the
   * call in the function's own text.
   *
   * @param number the function
   * @return empty without debug information, and for code of other files
   */
  OptionalInt ownLine(int number, long instruction) {
    FunctionSymbol symbol = symbols.function(number);
    ObjectFile object = symbols.object(symbol.object());
    Optional<DebugInformation> file =
        symbol.file().isEmpty() ? Optional.empty() : of(object).filter(DebugInformation::hasDwarf);
    if (file.isEmpty()) {
      return OptionalInt.empty();
    }
    long pc = instruction - object.bias();
    List<InlineFrame> inlined = file.get().inlined(pc);
    if (!inlined.isEmpty()) {
      InlineFrame outermost = inlined.get(inlined.size() - 1);
      return ownLine(number, outermost.callFile(), outermost.callLine());
    }
    return file.get()
        .line(pc)
        .map(line -> ownLine(number, line.file(), line.line()))
        .orElse(OptionalInt.empty());
  }

  private OptionalInt ownLine(int function, String file, int line) {
    return line > 0 && otherFile(file, function(function).file()).isEmpty()
        ? OptionalInt.of(line)
        : OptionalInt.empty();
  }

  /**
   * A file, or nothing if it is the same as another by all that both paths say. One of them may be
   * relative to a folder that is not known, as "../src/a.c" is.
   */
  private static String otherFile(String file, String other) {
    Path path = Path.of(file).normalize();
    Path own = Path.of(other).normalize();
    return path.endsWith(known(own)) || own.endsWith(known(path)) ? "" : path.toString();
  }

  /** A path from the first folder on that is known. */
  private static Path known(Path path) {
    int first = 0;
    while (first < path.getNameCount() - 1 && path.getName(first).equals(Path.of(".."))) {
      first++;
    }
    return first == 0 ? path : path.subpath(first, path.getNameCount());
  }

  /**
   * Why variables have no names, for the user.
   *
   * @param program path of the process's program
   * @return empty if all is well, or the file is not there or was never asked for
   */
  Optional<String> notice(String program) {
    List<DebugInformation> known = files.values().stream().flatMap(Optional::stream).toList();
    return known.stream()
        .filter(file -> file.object().toString().equals(program) && !file.hasDwarf())
        .findFirst()
        .map(
            file ->
                DebugInformation.problem()
                    .orElse(
                        program
                            + " has no debug information, so variables in its stack frames have no"
                            + " names; compile it with -g, or install its -dbgsym package"))
        .or(
            () ->
                known.stream()
                    .filter(file -> file.missingUnits().isPresent())
                    .findFirst()
                    .map(file -> missing(file.object(), file.missingUnits().get())));
  }

  private static String missing(Path object, DebugInformation.MissingUnits units) {
    return ("%d of %d compile units of %s have debug information in files that are not there, so"
            + " their variables have no types and those in stack frames no names; the first is %s:"
            + " put them back, or compile without -gsplit-dwarf (.dwp files are not read)")
        .formatted(units.missing(), units.units(), object, units.first());
  }

  @Override
  public void close() {
    files.values().forEach(file -> file.ifPresent(SharedDebugInformation::release));
    files.clear();
  }
}
