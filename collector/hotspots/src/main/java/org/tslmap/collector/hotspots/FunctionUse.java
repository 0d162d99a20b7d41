package org.tslmap.collector.hotspots;

import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.tslmap.collector.origin.Origin;
import org.tslmap.locality.profile.FunctionInfo;
import org.tslmap.locality.profile.SiteProfile;

/**
 * A function and its accesses to all objects.
 *
 * @param number its index in the process
 * @param info the function
 * @param isRecursive whether it was called while it ran
 * @param calls how often it was called, 0 when not known
 * @param callers who called it from another object file, for people, with shares
 * @param groups its accesses by object and movement
 */
record FunctionUse(
    int number,
    FunctionInfo info,
    boolean isRecursive,
    long calls,
    List<String> callers,
    List<CellGroup> groups) {

  private static final Pattern ALLOCATOR =
      Pattern.compile(
          "(_*(int_|libc_)?(malloc|free|calloc|realloc|memalign)|cfree|sysmalloc|systrim\\..*"
              + "|unlink_chunk.*|malloc_consolidate|alloc_perturb|_*int_(free|realloc|malloc)_.*"
              + "|operator (new|delete).*|(je|tc|mi)_.*)");

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
    return ALLOCATOR.matcher(Wording.function(info.name())).matches();
  }

  /** The name of the object file it is in, without folders. */
  static String fileName(FunctionInfo info) {
    return info.object().substring(info.object().lastIndexOf('/') + 1);
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

  /** Source lines of a group, those with the most accesses first, as "file.c:12", three at most. */
  List<String> places(CellGroup group) {
    Set<String> places = new LinkedHashSet<>();
    group.cells().stream()
        .sorted(Comparator.comparingLong(Cell::accesses).reversed())
        .filter(cell -> cell.site().line() > 0)
        .forEach(cell -> places.add(fileOf(cell.site()) + ":" + cell.site().line()));
    return places.stream().limit(3).toList();
  }

  private String fileOf(SiteProfile site) {
    String file = site.file(info);
    return file.substring(file.lastIndexOf('/') + 1);
  }

  /** What sentences call it, with the places of a group where they are known. */
  String at(CellGroup group) {
    List<String> places = places(group);
    return places.isEmpty() ? text() : text() + " (" + String.join(", ", places) + ")";
  }
}
