package org.tslmap.collector.debuginfo;

import java.util.List;
import java.util.Optional;

/**
 * What lies where in the stack frame of a function.
 *
 * @param function the function
 * @param variables variables and parameters that live in the frame, with those of functions inlined
 *     into it; those that are only ever in registers are left out
 */
public record FrameLayout(DefinedFunction function, List<LocalVariable> variables) {

  /** Keeps the list unmodifiable. */
  public FrameLayout {
    variables = List.copyOf(variables);
  }

  /**
   * The variable that is watched by a name, at a place.
   *
   * @param name its {@link LocalVariable#watchedName}
   */
  public Optional<LocalVariable> watched(String name, long cfaOffset, long bytes) {
    return variables.stream()
        .filter(variable -> variable.cfaOffset() == cfaOffset && variable.bytes() == bytes)
        .filter(variable -> variable.watchedName().equals(name))
        .findFirst();
  }

  /**
   * The variable at a byte of the frame.
   *
   * <p>Blocks that are not active together share memory, so the code matters too. The instruction
   * that spills a variable comes right before the code its place is valid for; therefore, where no
   * variable is said to be there, it is the one that is said so nearest.
   *
   * @param pc link-time address of the instruction: the one that accesses the frame, or the call in
   *     this function below which the access happens
   * @param offset offset of the byte from the canonical frame address
   */
  public Optional<LocalVariable> at(long pc, long offset) {
    LocalVariable found = null;
    long foundDistance = 0;
    for (LocalVariable variable : variables) {
      if (variable.covers(offset)) {
        long distance = variable.distance(pc);
        // Of those that are there the innermost block's hides the others.
        if (found == null
            || distance < foundDistance
            || distance == foundDistance && variable.extent() < found.extent()) {
          found = variable;
          foundDistance = distance;
        }
      }
    }
    return Optional.ofNullable(found);
  }
}
