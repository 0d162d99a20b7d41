package org.tslmap.collector.hotspots;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.tslmap.locality.profile.DataClass;
import org.tslmap.locality.profile.DataObject;

/**
 * A data object and how much of it was ever touched.
 *
 * @param number its index in the attribution
 * @param object the object
 * @param memory what its accesses are measured against
 * @param touchedBytes bytes of words that any function touched; of blocks of the heap whatever was
 *     there before
 * @param accesses of all functions
 * @param fetches how many of their loads miss the smallest cache
 * @param usedOfLine share of the lines touched for the first time that some function used, then or
 *     later, 0..1
 * @param hasOwnName whether no other object has its name
 * @param hasGrown whether its blocks are those of data that got more room again and again
 */
record ObjectUse(
    int number,
    DataObject object,
    Memory memory,
    long touchedBytes,
    long accesses,
    double fetches,
    double usedOfLine,
    boolean hasOwnName,
    boolean hasGrown) {

  private static final Pattern FLOATING_POINT =
      Pattern.compile("\\b(double|float|real|complex)\\b", Pattern.CASE_INSENSITIVE);

  private static final Pattern FORTRAN =
      Pattern.compile("\\.f(or|tn|pp|77|90|95|03|08)?$", Pattern.CASE_INSENSITIVE);

  /** Rows that an unrolled loop takes at once, at most. */
  private static final int UNROLLED = 16;

  static final int MOST_NAMED = 4;

  /** 1 + 1 / 1.5 + 1 / 1.5^2 + ...: all blocks, if each is half as large again as the last one. */
  private static final double GROWN = 3;

  /** The same share of so many blocks of the largest size, of two blocks and more. */
  private static final double GROWING = 5. / 6;

  private static final int LARGEST_NODE = 256;
  private static final int FEWEST_NODES = 16;

  /** What an allocator may leave between two blocks, and the smallest other block. */
  private static final int BETWEEN_NODES = 32;

  /**
   * An object of which it is found out once whether it has grown: the rules ask that of each object
   * for each of its function's others.
   */
  static ObjectUse of(
      int number,
      DataObject object,
      Memory memory,
      long touchedBytes,
      long accesses,
      double fetches,
      double usedOfLine,
      boolean hasOwnName) {
    return new ObjectUse(
        number,
        object,
        memory,
        touchedBytes,
        accesses,
        fetches,
        usedOfLine,
        hasOwnName,
        hasGrown(object, touchedBytes));
  }

  /**
   * Whether blocks are those of data of which only the last block was kept: their sizes have a sum
   * as if each was larger than the one before by half or more, or realloc or a container of the
   * standard library made them.
   */
  private static boolean hasGrown(DataObject object, long touchedBytes) {
    if (object.kind() != DataClass.HEAP || object.instances() <= 1 || object.bytes() <= 0) {
      return false;
    }
    double larger = (double) object.totalBytes() / object.bytes();
    return larger <= Math.min(GROWN, GROWING * object.instances())
        || object.allocation().startsWith("realloc")
        || object.totalBytes() < 2 * touchedBytes
            && object.path().stream().map(Wording::caller).anyMatch(FunctionUse::isGrowth);
  }

  /** Whether it is what the program was started with, whose layout is not the program's. */
  boolean isEnvironment() {
    return object.name().equals(DataObject.ENVIRONMENT);
  }

  /** What sentences call it. */
  String text() {
    return switch (object.kind()) {
      case UNKNOWN -> "memory of no known object";
      case HEAP -> heap();
      default -> Wording.object(object.name());
    };
  }

  private String heap() {
    // Of blocks that were allocated where nothing was recorded the path is not known either.
    if (object.name().equals(DataObject.NO_BLOCK)) {
      return "the heap outside of blocks";
    }
    if (object.assignedTo().isEmpty()) {
      return "the " + blocks() + " of " + called();
    }
    return hasOwnName ? called() : "the " + Wording.bytes(touchedBytes) + " of " + called();
  }

  private String called() {
    return object.assignedTo().isEmpty()
        ? Wording.object(object.name())
        : Wording.assigned(object.name());
  }

  /**
   * What sentences call several, each name once, and the first ones only of many: "two blocks of
   * malloc in main (400 KiB each)".
   */
  static String texts(List<ObjectUse> all) {
    Map<String, List<ObjectUse>> named = new LinkedHashMap<>();
    all.forEach(one -> named.computeIfAbsent(one.object.name(), n -> new ArrayList<>()).add(one));
    return few(named.values().stream().map(ObjectUse::ofOneName).toList(), " and ");
  }

  /** The first ones of what is to be named, and how many others there are. */
  static String few(List<String> names, String separator) {
    String first = names.stream().limit(MOST_NAMED).collect(Collectors.joining(separator));
    int others = names.size() - MOST_NAMED;
    return others <= 0
        ? first
        : Wording.text("%s and %s other%s", first, Wording.number(others), others == 1 ? "" : "s");
  }

  private static String ofOneName(List<ObjectUse> same) {
    if (same.size() == 1) {
      return same.get(0).text();
    }
    List<String> sizes = same.stream().map(one -> Wording.bytes(one.touchedBytes)).toList();
    boolean single = same.stream().allMatch(one -> one.object.instances() <= 1);
    String blocks = same.get(0).object.kind() == DataClass.HEAP ? "blocks" : "objects";
    return Wording.text(
        "%s %s of %s%s",
        single ? Wording.number(same.size()) : Wording.number(same.size()) + " groups of",
        blocks,
        same.get(0).called(),
        sizes.stream().distinct().count() == 1
            ? " (%s each)".formatted(sizes.get(0))
            : " (%s)".formatted(String.join(", ", sizes)));
  }

  /** The same with how much of it was touched. */
  String textWithSize() {
    return object.kind() == DataClass.HEAP && !hasOwnName
        ? text()
        : "the " + Wording.bytes(touchedBytes) + " of " + text();
  }

  /** How many there are, and how large if that tells them from others that are called the same. */
  private String blocks() {
    String size = Wording.bytes(touchedBytes);
    return object.instances() <= 1
        ? (hasOwnName ? "block" : size + " block")
        : (hasOwnName ? "blocks" : size + " of blocks");
  }

  /**
   * Bytes that a walk over all of it goes over once: what was touched, or of several blocks of the
   * heap all of them, since blocks that lie where others were are not the same data.
   */
  long bytesOfPass() {
    return object.kind() == DataClass.HEAP && object.instances() > 1 && !hasGrown
        ? Math.max(touchedBytes, object.totalBytes())
        : touchedBytes;
  }

  /** Whether it consists of blocks of the heap that lie where others of them were. */
  boolean isReused() {
    return bytesOfPass() > touchedBytes;
  }

  /** Whether its blocks come and go, so that most of them lie where others were. */
  boolean isTemporary() {
    return isReused() && bytesOfPass() >= 2 * touchedBytes && !object.function().isEmpty();
  }

  /** What a pass goes over, for people. */
  String textOfPass() {
    return isReused()
        ? Wording.text("each of %,d blocks of %s", object.instances(), called())
        : textWithSize();
  }

  /** A part of it, for people. */
  String textOfPart(long bytes) {
    return Wording.text(
        "the %s of %s%s",
        Wording.bytes(bytes), object.assignedTo().isEmpty() ? "the blocks of " : "", called());
  }

  /** Whether no cache can hold what was touched of it. */
  boolean exceedsCaches() {
    return touchedBytes > memory.caches().get(memory.caches().size() - 1).bytes();
  }

  boolean isStackRemainder() {
    return object.kind() == DataClass.STACK;
  }

  boolean isOnStack() {
    return object.kind() == DataClass.STACK || object.kind() == DataClass.STACK_VARIABLE;
  }

  /** Whether it is known to hold floating-point numbers. */
  boolean isFloatingPoint() {
    return FLOATING_POINT.matcher(object.type()).find();
  }

  /** Whether it is a stack variable of which more than one instance was touched. */
  boolean hasSeveralInstances() {
    return object.kind() == DataClass.STACK_VARIABLE && touchedBytes >= 2 * object.bytes();
  }

  /** Whether it consists of many small blocks, as the nodes of lists and trees are. */
  boolean hasNodes() {
    return object.kind() == DataClass.HEAP
        && object.instances() >= FEWEST_NODES
        && object.bytes() <= LARGEST_NODE;
  }

  /** Whether steps between its nodes leave room for other blocks, or for more than a node. */
  boolean liesApart(long stride) {
    return hasNodes() && Math.abs(stride) >= object.bytes() + BETWEEN_NODES;
  }

  /**
   * Elements of a row, or of all that an index before the last stands for, when a step is as long
   * as one of them, or as the few that an unrolled loop takes at once; otherwise 0.
   */
  long rowElements(long stride) {
    long elements = 1;
    long found = 0;
    for (int i = object.dimensions().size() - 1; i >= 1; i--) {
      elements *= object.dimensions().get(i);
      long bytes = elements * object.elementBytes();
      if (bytes > 0
          && stride != 0
          && stride % bytes == 0
          && Math.abs(stride / bytes) <= Math.min(UNROLLED, object.dimensions().get(i - 1) - 1)) {
        found = elements;
      }
    }
    return found;
  }

  /** Whether the first index runs fastest, as in Fortran. */
  boolean isColumnMajor() {
    return FORTRAN.matcher(object.file()).find();
  }

  /** What a matrix's elements that lie one after the other are called. */
  String contiguous() {
    return isColumnMajor() ? "column" : "row";
  }

  /** What a step leads over: a row, a plane of three indices, or a block of more. */
  String part(long stride) {
    int last = object.dimensions().size() - 1;
    long elements = rowElements(stride);
    if (elements == 0 || elements == object.dimensions().get(last)) {
      return contiguous();
    }
    long plane = object.dimensions().get(last) * object.dimensions().get(last - 1);
    return elements == plane ? "plane" : "block";
  }

  /** The name of so many elements: "300 doubles", or "300 elements" when the type is not known. */
  String elements(long count) {
    String type = object.type().split("\\[", 2)[0].trim();
    String name = type.matches("[\\w ]+") && !type.isEmpty() ? type : "element";
    return String.format(Locale.ROOT, "%,d %s%s", count, name, count == 1 ? "" : "s");
  }
}
