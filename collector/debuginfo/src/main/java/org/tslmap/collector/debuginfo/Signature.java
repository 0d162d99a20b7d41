package org.tslmap.collector.debuginfo;

/**
 * What a function takes and gives, as far as it tells functions that allocate memory for others.
 *
 * @param givesPointer whether its result is a pointer or a reference
 * @param toAnything whether that is a pointer to anything ({@code void *})
 * @param givesReference whether it is a reference
 * @param takesInteger whether a parameter is an integer
 * @param takesPlace whether a parameter is the place of a pointer ({@code T **}, {@code T *&})
 * @param member whether it is called on an object
 * @param container whether that is a container: an instance of a class template that has nothing
 *     but pointers to its elements, integers and flags
 * @param variadic whether it is an instance of a template that takes any number of parameters
 */
public record Signature(
    boolean givesPointer,
    boolean toAnything,
    boolean givesReference,
    boolean takesInteger,
    boolean takesPlace,
    boolean member,
    boolean container,
    boolean variadic) {}
