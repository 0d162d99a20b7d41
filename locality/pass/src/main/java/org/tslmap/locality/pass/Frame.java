package org.tslmap.locality.pass;

/**
 * A frame of a thread's stack.
 *
 * @param number its number; the thread's first function is frame 0
 * @param cfa its canonical frame address, 0 when it is not known
 * @param function the function that runs in it, -1 if nothing of it has run yet
 * @param node the node of the calling context tree, -1 if there is none
 * @param callSite the access site of the call that made it, -1 if there was none
 */
public record Frame(int number, long cfa, int function, int node, int callSite) {}
