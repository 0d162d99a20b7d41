package org.tslmap.collector.debuginfo;

/**
 * What a function takes and gives, as far as it tells functions that allocate memory for others.
 *
 * @param givesPointer whether its result is a pointer or a reference
 * @param toAnything whether that is a pointer to anything ({@code void *})
 * @param takesInteger whether a parameter is an integer
 * @param takesPlace whether a parameter is the place of a pointer ({@code T **}, {@code T *&})
 * @param member whether it is called on an object
 */
public record Signature(
    boolean givesPointer,
    boolean toAnything,
    boolean takesInteger,
    boolean takesPlace,
    boolean member) {}
