package org.tslmap.locality.profile;

/** An operation in a chain of those that each wait for the one before. */
public enum ChainLink {
  /** Of whole numbers, but for the next two. */
  INTEGER("integer"),
  /** Multiplication of whole numbers. */
  MULTIPLY("multiply"),
  /** Division of whole numbers. */
  DIVIDE("divide"),
  /** Floating-point operation, of one number or of a vector, that is none of the others. */
  FLOATING("floating"),
  /** Floating-point division or square root. */
  FLOATING_DIVIDE("floatingDivide"),
  /** Load whose address comes from the operation before. */
  LOAD("load"),
  /** Floating-point multiplication, with an addition or without. */
  FLOATING_MULTIPLY("floatingMultiply"),
  /** Conversion between whole and floating-point numbers. */
  CONVERSION("conversion");

  private final String key;

  ChainLink(String key) {
    this.key = key;
  }

  /** Its name in outputs. */
  public String key() {
    return key;
  }
}
