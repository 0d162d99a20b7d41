package org.tslmap.locality.profile;

/** What an instruction does; each is of one kind, the most demanding of what it does. */
public enum InstructionKind {
  /** Moves, addresses, comparisons, whole numbers: whatever is none of the others. */
  INTEGER("integer"),
  /** Multiplication of whole numbers. */
  MULTIPLY("multiply"),
  /** Division of whole numbers. */
  DIVIDE("divide"),
  /** Floating-point operation on one number, but for divisions, square roots and conversions. */
  FLOATING("floating"),
  /** Floating-point division or square root, of one number or of a vector. */
  FLOATING_DIVIDE("floatingDivide"),
  /** Operation on a vector of 16 bytes. */
  VECTOR_16("vector16"),
  /** Operation on a vector of 32 bytes. */
  VECTOR_32("vector32"),
  /** Jump, call, return. */
  BRANCH("branch"),
  /** Conversion between whole and floating-point numbers; older profiles have them as FLOATING. */
  CONVERSION("conversion");

  private final String key;

  InstructionKind(String key) {
    this.key = key;
  }

  /** Its name in outputs. */
  public String key() {
    return key;
  }
}
