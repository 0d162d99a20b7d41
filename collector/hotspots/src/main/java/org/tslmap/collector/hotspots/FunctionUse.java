package org.tslmap.collector.hotspots;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.tslmap.collector.origin.Origin;
import org.tslmap.locality.profile.CodeLoop;
import org.tslmap.locality.profile.FunctionInfo;
import org.tslmap.locality.profile.InlinedFunction;
import org.tslmap.locality.profile.SiteProfile;
import org.tslmap.locality.profile.SourceLine;

/**
 * A function and its accesses to all objects.
 *
 * @param number its index in the process
 * @param info the function
 * @param isRecursive whether it was called while it ran
 * @param calls how often it was called, 0 when not known
 * @param callers who called it from another object file, for people, with shares
 * @param growth the share of its accesses on behalf of containers of the standard library that need
 *     more room, 0..1
 * @param groups its accesses by object and movement
 */
record FunctionUse(
    int number,
    FunctionInfo info,
    boolean isRecursive,
    long calls,
    List<String> callers,
    double growth,
    List<CellGroup> groups) {

  private static final Pattern ALLOCATOR =
      Pattern.compile(
          "(_*(int_|libc_)?(malloc|free|calloc|realloc|memalign)|cfree|sysmalloc|systrim\\..*"
              + "|unlink_chunk.*|malloc_consolidate|alloc_perturb|_*int_(free|realloc|malloc)_.*"
              + "|operator (new|delete).*|(je|tc|mi)_.*)");

  private static final Pattern COPY = Pattern.compile("_*mem(cpy|move).*");

  private static final Pattern CLEAR = Pattern.compile("_*memset.*");

  private static final Pattern COMPARE =
      Pattern.compile("_*(str(n?(case)?cmp|coll)(_l)?|(w?mem|wcs|b)n?cmp)(_.*)?");

  private static final Pattern GROWTH =
      Pattern.compile(
          "std::.*::(_M_realloc_(insert|append)|_M_default_append|_M_range_insert|_M_fill_insert"
              + "|_M_mutate|__push_back_slow_path|__emplace_back_slow_path|__append|__grow_by).*");

  private static final double ALMOST_ALL = 0.9;
  private static final double SOME = 0.02;

  private static final int MOST_PLACES = 3;

  /** Lines with fewer accesses than this part of the busiest one's say nothing. */
  private static final long LEAST_PLACE = 100;

  FunctionUse {
    callers = List.copyOf(callers);
    groups = List.copyOf(groups);
  }

  long accesses() {
    return groups.stream().mapToLong(CellGroup::accesses).sum();
  }

  /** Whether it belongs to the dynamic loader or the C library, which nobody compiles again. */
  boolean isOfSystem() {
    return Origin.isOfSystem(info);
  }

  /** Whether it belongs to the dynamic loader, or to libraries by which threads wait. */
  boolean isLeftOut() {
    return Origin.isOfLoader(info) || Origin.isOfWaiting(info);
  }

  /** Whether it allocates or frees memory, so that what it touches is mostly its own. */
  boolean isAllocator() {
    return isAllocator(info);
  }

  /** Whether a function allocates or frees memory. */
  static boolean isAllocator(FunctionInfo info) {
    return ALLOCATOR.matcher(Wording.function(info.name())).matches();
  }

  /**
   * Estimated nanoseconds that a group's accesses take for nothing. What goes word by word through
   * the tiles of another group's walk is tiled as well, and what is filled once may be used once.
   */
  double wastedNanoseconds(CellGroup group, Manner manner) {
    boolean inTiles =
        group.isDense()
            && groups.stream()
                .filter(CellGroup::isTiledWalk)
                .anyMatch(other -> group.cells().stream().anyMatch(other.leading()::happensWith));
    if (inTiles || isOnlyUse(group)) {
      return 0;
    }
    double wasted = group.wastedNanoseconds(manner);
    return StrideRules.isTransposed(this, group) ? Math.min(wasted, group.savedByTiles()) : wasted;
  }

  /** Whether a group is all that is done with what was filled before, to a purpose of its own. */
  boolean isOnlyUse(CellGroup group) {
    return group.isOnlyUse() && !copiesWhatGrows();
  }

  /**
   * Whether rounds of a loop do more than what a group's busiest access is part of, as those of a
   * solver do, whose sweeps depend on what comes between them.
   */
  boolean doesMoreIn(CodeLoop loop, CellGroup group) {
    Optional<CodeLoop> own = group.leading().loopWithin(Optional.of(loop));
    long inside = 0;
    long others = 0;
    for (CellGroup other : groups) {
      for (Cell cell : other.cells()) {
        if (cell.nest().contains(loop)) {
          inside += cell.accesses();
          others += cell.loopWithin(Optional.of(loop)).equals(own) ? 0 : cell.accesses();
        }
      }
    }
    return others >= SOME * inside;
  }

  /** Whether it copies what a container of the standard library holds when that needs more room. */
  boolean copiesWhatGrows() {
    return copies() && growth >= ALMOST_ALL;
  }

  /** Whether it is the C library's memcpy or memmove. */
  boolean copies() {
    return isOfSystem() && COPY.matcher(info.name()).matches();
  }

  /**
   * Whether it is the C library's memcpy or memmove, and a group's loads and stores are one copy.
   */
  boolean copiesWithin(CellGroup group) {
    long stores =
        group.cells().stream().filter(cell -> !cell.isLoad()).mapToLong(Cell::accesses).sum();
    return copies()
        && 2 * stores >= ALMOST_ALL * group.accesses()
        && 2 * (group.accesses() - stores) >= ALMOST_ALL * group.accesses();
  }

  /** Whether it is the C library's memset. */
  boolean clears() {
    return isOfSystem() && CLEAR.matcher(info.name()).matches();
  }

  /** Whether it is one of the C library's that compare strings or bytes. */
  boolean compares() {
    return isOfSystem() && COMPARE.matcher(info.name()).matches();
  }

  /** Whether a function of that name gets more room for a container of the standard library. */
  static boolean isGrowth(String name) {
    return GROWTH.matcher(name).matches();
  }

  /** The name of the object file it is in, without folders. */
  static String fileName(FunctionInfo info) {
    return fileName(info.object());
  }

  /** What sentences call it. */
  String text() {
    return Wording.function(info.name());
  }

  /** Whether an object on the stack is in its own frame, and not in one of its callers'. */
  boolean ownsFrameOf(ObjectUse object) {
    return object.object().function().equals(info.name());
  }

  /** Whether it was compiled with debug information, as what one compiles oneself. */
  boolean hasLines() {
    return groups.stream().anyMatch(group -> !places(group).isEmpty());
  }

  /** A line in the program's own text, and the function that has it; empty if that is this one. */
  private record Place(String line, String inlined) {}

  /**
   * Source lines of a group, those with the most accesses first, as "file.c:12", three at most, and
   * none with less than a hundredth of the accesses of the first.
   */
  List<String> places(CellGroup group) {
    return busiest(group).stream().map(Place::line).distinct().toList();
  }

  private List<Place> busiest(CellGroup group) {
    Map<Place, Long> places = new LinkedHashMap<>();
    for (Cell cell : group.cells()) {
      SourceLine place = place(cell.site(), info);
      if (place.line() > 0) {
        String line = fileName(place.file()) + ":" + place.line();
        places.merge(new Place(line, inlined(cell.site(), info)), cell.accesses(), Long::sum);
      }
    }
    long most = places.values().stream().mapToLong(Long::longValue).max().orElse(0);
    return places.entrySet().stream()
        .filter(place -> LEAST_PLACE * place.getValue() >= most)
        .sorted(Map.Entry.<Place, Long>comparingByValue().reversed())
        .limit(MOST_PLACES)
        .map(Map.Entry::getKey)
        .toList();
  }

  /**
   * Where in the program's own text a site is: its line, or where that is in a header of a library,
   * the line that calls what was inlined from there.
   */
  static SourceLine place(SiteProfile site, FunctionInfo info) {
    int libraries = ofLibraries(site, info);
    return libraries == 0
        ? site.sourceLine(info)
        : site.origin().inlined().get(libraries - 1).call();
  }

  /** Where a site is in the program's own text, as "a.c:12 in f"; empty where that is not known. */
  static String programLine(SiteProfile site, FunctionInfo info) {
    SourceLine place = place(site, info);
    if (place.line() == 0 || Origin.isHeaderOfLibrary(place.file())) {
      return "";
    }
    String inlined = inlined(site, info);
    return fileName(place.file())
        + ":"
        + place.line()
        + (inlined.isEmpty() ? "" : " in " + inlined);
  }

  /** The inlined function that has a site's {@link #place}; empty if it was not inlined. */
  private static String inlined(SiteProfile site, FunctionInfo info) {
    return site.origin().inlined().stream()
        .skip(ofLibraries(site, info))
        .findFirst()
        .map(inlined -> Wording.function(inlined.name()))
        .orElse("");
  }

  /**
   * How many of the functions inlined at a site, innermost first, are from headers of libraries; 0
   * if all are, or it is not known who calls them.
   */
  private static int ofLibraries(SiteProfile site, FunctionInfo info) {
    if (!Origin.isHeaderOfLibrary(site.sourceLine(info).file())) {
      return 0;
    }
    List<InlinedFunction> inlined = site.origin().inlined();
    for (int i = 0; i < inlined.size(); i++) {
      SourceLine call = inlined.get(i).call();
      if (call.line() > 0 && !Origin.isHeaderOfLibrary(call.file())) {
        return i + 1;
      }
    }
    return 0;
  }

  /** The last part of a path. */
  static String fileName(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  /**
   * What sentences call it, with the places of a group where they are known, and before those in
   * functions that were inlined the names of these.
   */
  String at(CellGroup group) {
    Map<String, List<String>> lines = new LinkedHashMap<>();
    for (Place place : busiest(group)) {
      lines.computeIfAbsent(place.inlined(), name -> new ArrayList<>()).add(place.line());
    }
    return lines.isEmpty()
        ? text()
        : lines.entrySet().stream()
            .map(of -> (of.getKey().isEmpty() ? "" : of.getKey() + ": ") + join(of.getValue()))
            .collect(Collectors.joining("; ", text() + " (", ")"));
  }

  private static String join(List<String> lines) {
    return String.join(", ", lines);
  }
}
