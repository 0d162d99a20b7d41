package org.tslmap.collector.debuginfo;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What a program or shared object says about its own variables and functions. It holds native
 * memory and has to be closed; any thread may use it.
 *
 * <p>Debug information (DWARF 4 and 5) may be in the file itself or in one of its own, which is
 * looked for as gdb does: by build-id in {@code .build-id/} of the debug directories, and by the
 * name and checksum in {@code .gnu_debuglink} beside the file, in {@code .debug/} there, and in the
 * debug directories; what dwz has moved to a common file is read from there. Without any, symbols
 * remain: variables and functions with name, address and size.
 *
 * <p>Where libdw is missing ({@link #problem}) every file opens and nothing is known of it.
 */
public final class DebugInformation implements AutoCloseable {

  /** Where Debian's packages of debug information put it. */
  public static final List<Path> DEBUG_DIRECTORIES = List.of(Path.of("/usr/lib/debug"));

  /** Parts whose names C++ reserves for its library, as in "v._M_impl._M_start". */
  private static final Pattern INTERNALS = Pattern.compile("(\\.|->)_[A-Z_].*");

  /** Code after a store, at most, before debug information says what was stored. */
  private static final long SOON_BYTES = 64;

  private static final Comparator<StaticVariable> PLACE =
      Comparator.comparing(StaticVariable::threadLocal)
          .thenComparing(StaticVariable::address, Long::compareUnsigned)
          .thenComparing(Comparator.comparingLong(StaticVariable::bytes).reversed())
          .thenComparing(StaticVariable::name);

  private final Path object;
  private final Optional<Path> debugFile;
  private final boolean hasVariables;
  private final Optional<MissingUnits> missingUnits;
  private final Optional<ThreadLocalBlock> threadLocalBlock;
  private long number;
  private List<StaticVariable> statics;
  private final Map<Long, Optional<FrameLayout>> frames = new HashMap<>();
  private final Map<Long, List<InlineFrame>> inlined = new HashMap<>();

  private DebugInformation(Path object, long number) {
    this.object = object;
    this.number = number;
    if (number == 0) {
      debugFile = Optional.empty();
      hasVariables = false;
      missingUnits = Optional.empty();
      threadLocalBlock = Optional.empty();
      return;
    }
    Answer summary = new Answer(NativeDebugInformation.summary(number));
    hasVariables = summary.flag();
    String file = summary.text();
    debugFile = file.isEmpty() ? Optional.empty() : Optional.of(Path.of(file));
    MissingUnits missing =
        new MissingUnits(summary.number(), summary.number(), Path.of(summary.text()));
    missingUnits = missing.missing() == 0 ? Optional.empty() : Optional.of(missing);
    threadLocalBlock =
        summary.more()
            ? Optional.of(
                new ThreadLocalBlock(
                    summary.longNumber(), summary.longNumber(), summary.longNumber()))
            : Optional.empty();
  }

  /** Why no debug information can be read at all, in one sentence for the user; or empty. */
  public static Optional<String> problem() {
    return NativeDebugInformation.problem()
        .map(
            reason ->
                "variables and inlined functions have no names, since libdw does not work here ("
                    + reason
                    + "); install libdw1, or libdw-dev before building");
  }

  /**
   * Opens a program or shared object, with debug files in {@link #DEBUG_DIRECTORIES}.
   *
   * @throws DebugInformationException if there is no such file, or it cannot be read
   */
  public static DebugInformation open(Path object) throws DebugInformationException {
    return open(object, DEBUG_DIRECTORIES);
  }

  /**
   * Opens a program or shared object.
   *
   * @param debugDirectories folders with debug files, first to last
   * @throws DebugInformationException if there is no such file, or it cannot be read
   */
  public static DebugInformation open(Path object, List<Path> debugDirectories)
      throws DebugInformationException {
    if (NativeDebugInformation.problem().isPresent()) {
      return new DebugInformation(object, 0);
    }
    String directories =
        debugDirectories.stream()
            .map(folder -> folder.toAbsolutePath().toString())
            .collect(Collectors.joining(":"));
    String[] reason = new String[1];
    long number =
        NativeDebugInformation.open(object.toAbsolutePath().toString(), directories, reason);
    if (number == 0) {
      throw new DebugInformationException(object, reason[0]);
    }
    return new DebugInformation(object, number);
  }

  /** The program or shared object. */
  public Path object() {
    return object;
  }

  /** The file of its own that debug information was found in, if it is not in the object. */
  public Optional<Path> debugFile() {
    return debugFile;
  }

  /** Whether there is DWARF; otherwise only symbols are known, no stack frames and no lines. */
  public boolean hasDwarf() {
    return hasVariables;
  }

  /**
   * Compile units that say where the rest of them is, and it is not there.
   *
   * @param units compile units there are
   * @param missing how many of them lack their {@code .dwo} file (gcc's {@code -gsplit-dwarf}), or
   *     the file into which dwz has put what objects have in common
   * @param first the first such file
   */
  public record MissingUnits(int units, int missing, Path first) {}

  /** Compile units of which little more than the lines is known, if there are any. */
  public Optional<MissingUnits> missingUnits() {
    return missingUnits;
  }

  /** The block for thread-local variables, if the object has any. */
  public Optional<ThreadLocalBlock> threadLocalBlock() {
    return threadLocalBlock;
  }

  /**
   * All variables with a fixed place: those of debug information, and data symbols that it does not
   * cover. Those with addresses come first, then the thread-local ones; each in ascending order,
   * larger before smaller ones at the same address. They overlap where the source says so (common
   * blocks that units see differently, EQUIVALENCE).
   */
  public synchronized List<StaticVariable> statics() {
    if (statics == null) {
      statics =
          ask(NativeDebugInformation::statics)
              .map(answer -> answer.rest(answer::staticVariable).stream().sorted(PLACE).toList())
              .orElse(List.of());
    }
    return statics;
  }

  /** All functions that have code of their own and debug information on them. */
  public synchronized List<DefinedFunction> functions() {
    return ask(NativeDebugInformation::functions)
        .map(answer -> answer.rest(answer::function))
        .orElse(List.of());
  }

  /**
   * What the linker calls functions of C++, by their demangled names; a constructor has several
   * symbols.
   */
  public synchronized Map<String, SortedSet<String>> symbols() {
    Map<String, SortedSet<String>> symbols = new HashMap<>();
    ask(NativeDebugInformation::symbols)
        .ifPresent(
            answer -> {
              while (answer.more()) {
                String symbol = answer.text();
                symbols.computeIfAbsent(answer.text(), name -> new TreeSet<>()).add(symbol);
              }
            });
    return symbols;
  }

  /** The function whose code is at an address. */
  public synchronized Optional<DefinedFunction> function(long pc) {
    return ask(NativeDebugInformation::function, pc).map(Answer::function);
  }

  /** The stack frame of the function whose code is at an address, if there is DWARF on it. */
  public synchronized Optional<FrameLayout> frame(long pc) {
    // One layout serves all of a function's addresses.
    Optional<Long> entry = function(pc).map(DefinedFunction::entry);
    return entry.flatMap(
        key ->
            frames.computeIfAbsent(
                key, any -> ask(NativeDebugInformation::frame, pc).map(Answer::frame)));
  }

  /**
   * The functions inlined at an address, innermost first; the function that has the code is not
   * among them.
   */
  public synchronized List<InlineFrame> inlined(long pc) {
    return inlined.computeIfAbsent(
        pc,
        any ->
            ask(NativeDebugInformation::inlined, pc)
                .map(answer -> answer.rest(answer::inlineFrame))
                .orElse(List.of()));
  }

  /** What the function takes and gives whose code is at an address, if there is DWARF on it. */
  public synchronized Optional<Signature> signature(long pc) {
    return ask(NativeDebugInformation::signature, pc).map(Answer::signature);
  }

  /** The source line of the instruction at an address. */
  public synchronized Optional<SourceLine> line(long pc) {
    return ask(NativeDebugInformation::line, pc).map(Answer::line);
  }

  /**
   * The part of a variable at one of its bytes.
   *
   * @param type {@link DataType#id} of the variable
   * @param offset the byte, from the variable's beginning
   * @return empty if nothing is known of the type, or the byte lies outside
   */
  public synchronized Optional<Member> member(int type, long offset) {
    return member(type, offset, "");
  }

  /** The same. The path ends at a class called {@code whole}; "" if it should not end early. */
  private Optional<Member> member(int type, long offset, String whole) {
    return ask(file -> NativeDebugInformation.member(file, type, offset, whole))
        .map(Answer::member);
  }

  /**
   * The variable, or the part of one, that gets the result of a call: "row", "grid.cells",
   * "list-&gt;head"; of a member function's own object "head" alone. Its way is followed from the
   * call through the code behind it.
   *
   * @param pc link-time address of the call
   * @param level whose variables count: 0 for those of the innermost function inlined there, and so
   *     on; those of the function that has the code come after the last of {@link #inlined}
   * @return empty if the way cannot be followed, or ends somewhere else
   */
  public synchronized Optional<String> assigned(long pc, int level) {
    return ask(file -> NativeDebugInformation.assigned(file, pc, level, false, ""))
        .flatMap(answer -> assigned(pc, level, answer, ""));
  }

  /**
   * The variable, or the part of one, that is the object of a member function's call.
   *
   * @param pc link-time address of the call
   * @param level as of {@link #assigned}
   * @param type the name of its class, without namespaces and arguments of templates; the name ends
   *     at a member that is one
   * @return empty if debug information does not tell: compilers describe arguments in optimised
   *     code only
   */
  public synchronized Optional<String> objectOf(long pc, int level, String type) {
    return ask(file -> NativeDebugInformation.assigned(file, pc, level, true, type))
        .flatMap(answer -> assigned(pc, level, answer, type));
  }

  private Optional<String> assigned(long pc, int level, Answer answer, String whole) {
    String name = answer.text();
    long place = answer.longNumber();
    boolean inFrame = answer.flag();
    long after = answer.longNumber();
    int pointers = answer.number();
    String element = answer.flag() || pointers > 0 ? "[]" : "";
    return (!name.isEmpty()
            ? Optional.of(name)
            : inFrame
                ? local(declaring(pc, level), after, place, whole)
                : pointers > 0 ? leading(place, pointers) : variable(place, whole))
        .map(variable -> INTERNALS.matcher(variable).replaceFirst("") + element);
  }

  /** The name of the function at a level. */
  private String declaring(long pc, int level) {
    List<InlineFrame> frames = inlined(pc);
    return level < frames.size()
        ? frames.get(level).function()
        : function(pc).map(DefinedFunction::name).orElse("");
  }

  private Optional<String> local(String function, long pc, long offset, String whole) {
    return frame(pc)
        .flatMap(layout -> layout.at(pc, offset))
        .filter(variable -> variable.function().equals(function))
        .filter(variable -> variable.isSoonAfter(pc, SOON_BYTES))
        .map(
            variable ->
                part(variable.name(), variable.type(), offset - variable.cfaOffset(), whole));
  }

  private Optional<String> variable(long address, String whole) {
    return staticAt(address)
        .map(
            variable ->
                part(variable.name(), variable.type(), address - variable.address(), whole));
  }

  private Optional<StaticVariable> staticAt(long address) {
    return statics().stream()
        .filter(variable -> !variable.threadLocal())
        .filter(
            variable -> Long.compareUnsigned(address - variable.address(), variable.bytes()) < 0)
        .findFirst();
  }

  /** A static variable whose elements are so many pointers or arrays away, by its type. */
  private Optional<String> leading(long address, int pointers) {
    return staticAt(address)
        .filter(variable -> pointersOf(variable.type()) >= pointers)
        .map(StaticVariable::name);
  }

  private static long pointersOf(DataType type) {
    return type.text().chars().filter(c -> c == '*').count() + type.dimensions().size();
  }

  private String part(String name, DataType type, long offset, String whole) {
    return name + member(type.id(), offset, whole).map(Member::path).orElse("");
  }

  private Optional<Answer> ask(Function<Long, byte[]> question) {
    return number == 0
        ? Optional.empty()
        : Optional.ofNullable(question.apply(number)).map(Answer::new);
  }

  private Optional<Answer> ask(BiFunction<Long, Long, byte[]> question, long about) {
    return ask(file -> question.apply(file, about));
  }

  /** Gives native memory back. What was not asked before is not known afterwards. */
  @Override
  public synchronized void close() {
    if (number != 0) {
      NativeDebugInformation.close(number);
      number = 0;
    }
  }
}
