package org.tslmap.collector.filtering;

import java.util.OptionalLong;

/**
 * Whether a function may be counted instead of recorded. Functions of one name are one, since rules
 * cannot tell them apart.
 *
 * @param function its name
 * @param object the object file of the one with most accesses; empty if it is not known
 * @param file its source file; empty without debug information
 * @param calls how often it was called; empty where calls are not known
 * @param accesses that its own instructions made
 * @param share of all accesses, 0..1
 * @param waste share of its accesses that are wasted, 0..1
 * @param seconds estimated time of its accesses
 * @param savedBytes bytes of trace that would not be written, estimated; empty without a trace
 * @param counted whether it may be counted
 * @param reason why, a few words
 */
public record FunctionVerdict(
    String function,
    String object,
    String file,
    OptionalLong calls,
    long accesses,
    double share,
    double waste,
    double seconds,
    OptionalLong savedBytes,
    boolean counted,
    String reason) {

  /** "count" or "keep". */
  public String word() {
    return counted ? "count" : "keep";
  }
}
