package org.tslmap.collector.debuginfo;

import java.util.List;
import java.util.Objects;

/**
 * The type of a variable.
 *
 * @param id its number for {@link DebugInformation#member}, valid for the {@link DebugInformation}
 *     it came from; -1 when there is no debug information on it
 * @param text the type as the language writes it, such as {@code double [3][5]} or {@code
 *     real(kind=8) (5,3)}; empty when not known
 * @param bytes size of the whole; 0 when it is not known before the program runs
 * @param elementBytes size of an array's element, or of the whole; 0 when not known
 * @param dimensions an array's dimensions, outermost (slowest to change along memory) first, in
 *     Fortran too; 0 for one that is not known; empty if it is no array
 */
public record DataType(int id, String text, long bytes, long elementBytes, List<Long> dimensions) {

  /** Nothing is known of the type. */
  public static final DataType UNKNOWN = new DataType(-1, "", 0, 0, List.of());

  /** Nothing may be missing. */
  public DataType {
    Objects.requireNonNull(text, "text");
    dimensions = List.copyOf(dimensions);
  }
}
