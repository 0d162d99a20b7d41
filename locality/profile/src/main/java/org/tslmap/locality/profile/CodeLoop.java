package org.tslmap.locality.profile;

/**
 * A loop of a function's machine code.
 *
 * @param function index into the process's function table
 * @param parent number of the loop around it in the same function, which comes before it; -1 if
 *     there is none
 * @param head address in the object file of the instruction at which it is entered; of a loop with
 *     several entries the lowest one
 * @param firstLine the smallest line of its accesses and jumps in the function's source file, where
 *     inlined code is at the line of its call; 0 without debug information
 * @param lastLine the largest one, likewise
 * @param reducible whether it is entered at its head only, as the loops of structured programs are
 * @param rounds how often it was gone through from its head back to its head; 0 where no access
 *     tells
 */
public record CodeLoop(
    int function,
    int parent,
    long head,
    int firstLine,
    int lastLine,
    boolean reducible,
    long rounds) {

  /** Its lines, "41-44" or "41"; without debug information the address of its head. */
  public String lines() {
    if (firstLine == 0) {
      return "0x" + Long.toHexString(head);
    }
    return firstLine == lastLine ? "" + firstLine : firstLine + "-" + lastLine;
  }

  /** Its first line; without debug information the address of its head. */
  public String beginning() {
    return firstLine == 0 ? lines() : "" + firstLine;
  }
}
