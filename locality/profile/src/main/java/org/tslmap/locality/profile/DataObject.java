package org.tslmap.locality.profile;

import java.util.List;
import java.util.Objects;

/**
 * A piece of the program's data that accesses are attributed to: a variable, all heap blocks of one
 * allocation path, a stack's remainder, a mapped area.
 *
 * @param kind what kind of thing it is
 * @param name what reports call it: the variable's name, "malloc in FUNCTION" for heap blocks, with
 *     "VARIABLE = " before it where they are assigned to one, and with "from CALLERS" behind it
 *     where the same call allocates on several paths; the file for a mapped area
 * @param function the function a local or static variable belongs to, or whose call allocated;
 *     empty where there is none
 * @param object path of the program or shared object that defines it, or empty
 * @param file source file of the declaration or of the allocating call, or empty
 * @param line source line of it, 0 when not known
 * @param type the variable's type as the language writes it, or empty
 * @param address where it begins, in bytes; 0 when it has no place of its own or several
 * @param bytes its size; of heap blocks and of a stack variable's instances the largest; 0 when not
 *     known
 * @param elementBytes size of an array's element, or of the whole; 0 when not known
 * @param dimensions an array's dimensions, outermost first; empty if it is none
 * @param instances how many there were: heap blocks allocated, frames; 1 for a variable with a
 *     fixed address
 * @param path call path of the allocation, innermost first, as "FUNCTION (FILE:LINE)"; empty but
 *     for the heap
 * @param totalBytes the sizes of all heap blocks that were allocated, added; 0 when not known, and
 *     of other data
 */
public record DataObject(
    DataClass kind,
    String name,
    String function,
    String object,
    String file,
    int line,
    String type,
    long address,
    long bytes,
    long elementBytes,
    List<Long> dimensions,
    long instances,
    List<String> path,
    long totalBytes) {

  /** The object of accesses to memory nothing is known of. */
  public static final DataObject UNKNOWN =
      new DataObject(
          DataClass.UNKNOWN, "unknown", "", "", "", 0, "", 0, 0, 0, List.of(), 1, List.of(), 0);

  /** The name of what lies in the heap outside of blocks: the allocator's own data. */
  public static final String NO_BLOCK = "(heap, no block)";

  /** The name of what lies above a program's stack: its arguments and environment. */
  public static final String ENVIRONMENT = "(arguments and environment)";

  private static final String FROM = " from ";
  private static final String ASSIGNED = " = ";

  /** Nothing may be missing. */
  public DataObject {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(function, "function");
    Objects.requireNonNull(object, "object");
    Objects.requireNonNull(file, "file");
    Objects.requireNonNull(type, "type");
    dimensions = List.copyOf(dimensions);
    path = List.copyOf(path);
  }

  /**
   * The same with callers in the name.
   *
   * @param callers what tells it from other blocks that the same call allocates
   */
  public DataObject from(String callers) {
    return named(name + FROM + callers);
  }

  /**
   * The same with a column behind the line in the name.
   *
   * @param column where in its line the call is that tells it from others there, from 1
   */
  public DataObject at(int column) {
    return named(name.replaceFirst("(:[0-9]+)\\)$", "$1:" + column + ")"));
  }

  /**
   * The same at another place, or several: what its size and its number are there.
   *
   * @param address where it begins, 0 when it has no place of its own
   * @param bytes its size
   * @param instances how many there are
   * @param totalBytes the sizes of all heap blocks, added
   */
  public DataObject placed(long address, long bytes, long instances, long totalBytes) {
    return with(name, address, bytes, instances, totalBytes);
  }

  /** The same with another name. */
  public DataObject named(String other) {
    return with(other, address, bytes, instances, totalBytes);
  }

  private DataObject with(String name, long address, long bytes, long instances, long totalBytes) {
    return new DataObject(
        kind,
        name,
        function,
        object,
        file,
        line,
        type,
        address,
        bytes,
        elementBytes,
        dimensions,
        instances,
        path,
        totalBytes);
  }

  /** The name without callers: of heap blocks, which call allocates them. */
  public String nameWithoutCallers() {
    int from = kind == DataClass.HEAP ? name.indexOf(FROM) : -1;
    return from < 0 ? name : name.substring(0, from);
  }

  /** The name without callers and the variable that heap blocks are assigned to. */
  public String allocation() {
    String name = nameWithoutCallers();
    return name.substring(variableLength(name));
  }

  /** The variable that heap blocks are assigned to; empty if there is none. */
  public String assignedTo() {
    int length = variableLength(name);
    return length == 0 ? "" : name.substring(0, length - ASSIGNED.length());
  }

  private int variableLength(String name) {
    int assigned = kind == DataClass.HEAP ? name.indexOf(ASSIGNED) : -1;
    return assigned < 0 ? 0 : assigned + ASSIGNED.length();
  }

  /** What {@link #from} has put into the name, and empty without that. */
  public String callers() {
    int length = nameWithoutCallers().length();
    return length < name.length() ? name.substring(length + FROM.length()) : "";
  }

  /** The name with the function a variable is local to, and without the folders of a file. */
  public String label() {
    if (kind == DataClass.MAPPED) {
      return name.substring(name.lastIndexOf('/') + 1);
    }
    boolean local = kind == DataClass.STACK_VARIABLE || kind == DataClass.STATIC;
    return local && !function.isEmpty() ? name + " in " + function : name;
  }
}
