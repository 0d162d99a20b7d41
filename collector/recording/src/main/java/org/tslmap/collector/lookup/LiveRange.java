package org.tslmap.collector.lookup;

import java.util.Objects;
import java.util.Optional;
import org.tslmap.collector.debuginfo.Member;
import org.tslmap.locality.profile.DataClass;

/**
 * A piece of memory that was something for a time.
 *
 * @param kind what kind of thing
 * @param name the variable's name, the allocator's, the mapped file, or the name the program gave
 * @param type the variable's type, or empty
 * @param function the function a static variable is local to, or empty
 * @param file source file of the declaration, or empty
 * @param line source line of it, 0 when not known
 * @param object the program or shared object it belongs to, or empty
 * @param thread the thread it belongs to, -1 when it belongs to all
 * @param start its first address
 * @param bytes its size
 * @param from how many accesses the process had made when it began
 * @param until how many it had made when it ended; {@link #TO_THE_END} if it did not
 * @param parts tells its elements and members
 */
public record LiveRange(
    DataClass kind,
    String name,
    String type,
    String function,
    String file,
    int line,
    String object,
    int thread,
    long start,
    long bytes,
    long from,
    long until,
    Parts parts) {

  /** It was there to the end. */
  public static final long TO_THE_END = Long.MAX_VALUE;

  /** The name of memory that the program mapped without a file. */
  static final String ANONYMOUS = "anonymous memory";

  /** Nothing is known of parts. */
  public static final Parts NO_PARTS = offset -> Optional.empty();

  /** Tells a variable's parts. */
  @FunctionalInterface
  public interface Parts {
    /** The part at so many bytes behind the beginning. */
    Optional<Member> at(long offset);

    /** Bytes of an array's element, or of the whole; 0 when not known. */
    default long elementBytes() {
      return 0;
    }
  }

  /** Nothing may be missing. */
  public LiveRange {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(function, "function");
    Objects.requireNonNull(file, "file");
    Objects.requireNonNull(object, "object");
    Objects.requireNonNull(parts, "parts");
  }

  /** Memory without a declaration. */
  static LiveRange plain(DataClass kind, String name, long start, long bytes, long from) {
    String object = kind == DataClass.MAPPED && !name.equals(ANONYMOUS) ? name : "";
    return new LiveRange(
        kind, name, "", "", "", 0, object, -1, start, bytes, from, TO_THE_END, NO_PARTS);
  }

  /** Whether it was there when the process had made so many accesses. */
  public boolean isLiveAt(long accesses) {
    return from <= accesses && accesses < until;
  }

  LiveRange ended(long now) {
    return new LiveRange(
        kind, name, type, function, file, line, object, thread, start, bytes, from, now, parts);
  }

  LiveRange cut(long newStart, long newBytes, long newFrom) {
    return new LiveRange(
        kind,
        name,
        type,
        function,
        file,
        line,
        object,
        thread,
        newStart,
        newBytes,
        newFrom,
        TO_THE_END,
        parts);
  }
}
