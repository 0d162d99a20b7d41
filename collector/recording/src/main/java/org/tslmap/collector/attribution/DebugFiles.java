package org.tslmap.collector.attribution;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tslmap.collector.debuginfo.DebugInformation;
import org.tslmap.collector.debuginfo.DebugInformationException;
import org.tslmap.collector.debuginfo.FrameLayout;
import org.tslmap.collector.debuginfo.InlineFrame;
import org.tslmap.collector.debuginfo.SharedDebugInformation;
import org.tslmap.collector.wire.FunctionSymbol;
import org.tslmap.collector.wire.ObjectFile;
import org.tslmap.collector.wire.Site;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.locality.profile.CodeOrigin;

/** The debug information of a process's program and shared objects. */
public final class DebugFiles implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DebugFiles.class);

  private final SymbolTables symbols;
  private final Map<Integer, Optional<DebugInformation>> files = new HashMap<>();
  private final Map<Integer, Optional<FrameLayout>> layouts = new HashMap<>();

  private final Map<CodeOrigin, CodeOrigin> origins = new HashMap<>();

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
            .map(line -> otherFile(line.file(), symbol.file()))
            .orElse("");
    CodeOrigin origin = new CodeOrigin(inlined.isEmpty() ? "" : inlined.get(0).function(), source);
    return origins.computeIfAbsent(origin, same -> same);
  }

  /**
   * Where a call stands in the source.
   *
   * @param file its source file, empty when not known
   * @param line its line, 0 when not known
   * @param standard whether even the function that has the code is one of the C++ standard library
   */
  record CallPlace(String file, int line, boolean standard) {}

  /**
   * Where the call of a site stands in the source; if that is an inlined function of the C++
   * standard library, where this was called.
   */
  CallPlace callPlace(int number) {
    Site site = symbols.site(number);
    FunctionSymbol symbol = symbols.function(site.function());
    ObjectFile object = symbols.object(symbol.object());
    String other = origin(number).file();
    String file = other.isEmpty() ? symbol.file() : other;
    int line = site.line();
    List<InlineFrame> inlined =
        symbol.file().isEmpty()
            ? List.of()
            : of(object)
                .map(information -> information.inlined(site.instruction() - object.bias()))
                .orElse(List.of());
    for (InlineFrame frame : inlined) {
      if (!StandardLibrary.has(frame.function())) {
        return new CallPlace(file, line, false);
      }
      file = frame.callFile();
      line = frame.callLine();
    }
    return new CallPlace(file, line, StandardLibrary.has(symbol.name()));
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
      return ownLine(symbol, outermost.callFile(), outermost.callLine());
    }
    return file.get()
        .line(pc)
        .map(line -> ownLine(symbol, line.file(), line.line()))
        .orElse(OptionalInt.empty());
  }

  private static OptionalInt ownLine(FunctionSymbol function, String file, int line) {
    return line > 0 && otherFile(file, function.file()).isEmpty()
        ? OptionalInt.of(line)
        : OptionalInt.empty();
  }

  /** A file, or nothing if it is the same as another by all that both paths say. */
  private static String otherFile(String file, String other) {
    Path path = Path.of(file).normalize();
    Path own = Path.of(other).normalize();
    return path.endsWith(own) || own.endsWith(path) ? "" : path.toString();
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
