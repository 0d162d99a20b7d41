package org.tslmap.locality.pass;

/**
 * A node of the calling context tree.
 *
 * @param parent the node of the caller, -1 for none
 * @param function the function that was called
 * @param callSite the access site that stored the return address, -1 for none
 * @param calls how often it was called there
 * @param loads loads its function made there
 * @param stores stores its function made there
 */
public record Node(int parent, int function, int callSite, long calls, long loads, long stores) {}
