package org.tslmap.collector.memory;

import java.util.Optional;
import org.tslmap.collector.debuginfo.DataType;
import org.tslmap.collector.debuginfo.DebugInformation;
import org.tslmap.collector.debuginfo.LocalVariable;
import org.tslmap.collector.debuginfo.Member;
import org.tslmap.collector.debuginfo.StaticVariable;
import org.tslmap.collector.wire.Mapping;
import org.tslmap.locality.profile.DataClass;

/**
 * What a range of memory is; ranges may share it, as those of a thread-local variable do.
 *
 * @param kind what kind of thing
 * @param name the variable's name, the allocator's, the mapped file, or the name the program gave
 * @param type the variable's type
 * @param function the function a variable is declared in, or empty
 * @param file source file of the declaration, or empty
 * @param line source line of it, 0 when not known
 * @param object path of the program, shared object or mapped file it belongs to, or empty
 * @param code number of the function that has the stack frame, or that allocates; of a variable
 *     that is watched, the address at which the frame's function begins
 * @param information where more is known of the type
 */
public record Origin(
    DataClass kind,
    String name,
    DataType type,
    String function,
    String file,
    int line,
    String object,
    long code,
    Optional<DebugInformation> information) {

  /** A variable of a program or shared object. */
  static Origin of(StaticVariable variable, String object, DebugInformation information) {
    return new Origin(
        variable.threadLocal() ? DataClass.THREAD_LOCAL : DataClass.STATIC,
        variable.name(),
        variable.type(),
        variable.function(),
        variable.file(),
        variable.line(),
        object,
        0,
        Optional.of(information));
  }

  /** A variable in the frames of a function. */
  public static Origin of(
      LocalVariable variable,
      String function,
      String object,
      long code,
      Optional<DebugInformation> information) {
    return new Origin(
        DataClass.STACK_VARIABLE,
        variable.name(),
        variable.type(),
        function,
        variable.file(),
        variable.line(),
        object,
        code,
        information);
  }

  static Origin of(Mapping mapping) {
    return plain(DataClass.MAPPED, mapping.name(), mapping.path(), 0);
  }

  /** Something without a declaration. */
  public static Origin plain(DataClass kind, String name, String object, long code) {
    return in(kind, name, "", "", 0, object, code);
  }

  /** Something that belongs to a function, and is no variable. */
  public static Origin in(
      DataClass kind,
      String name,
      String function,
      String file,
      int line,
      String object,
      long code) {
    return new Origin(
        kind, name, DataType.UNKNOWN, function, file, line, object, code, Optional.empty());
  }

  /** The part of a variable at so many bytes behind its beginning, while its file is open. */
  public Optional<Member> part(long offset) {
    return information.flatMap(known -> known.member(type.id(), offset));
  }
}
