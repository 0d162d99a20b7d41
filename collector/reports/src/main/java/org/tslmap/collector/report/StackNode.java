package org.tslmap.collector.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.tslmap.locality.profile.FunctionInfo;

/** A function along one path of callers, with the places in it where it makes accesses. */
public final class StackNode {

  private final StackNode parent;
  private final FunctionInfo function;
  private final boolean inlined;
  private final Place calledFrom;
  private final Map<List<Object>, StackNode> children = new LinkedHashMap<>();
  private final Map<Place, double[]> own = new LinkedHashMap<>();

  /**
   * A place in a function's code.
   *
   * @param address of an instruction, 0 when not known
   * @param file source file; empty when not known
   * @param line source line, 0 when not known
   */
  public record Place(long address, String file, int line) {

    /** Somewhere in a function. */
    static final Place UNKNOWN = new Place(0, "", 0);
  }

  private StackNode(StackNode parent, FunctionInfo function, boolean inlined, Place calledFrom) {
    this.parent = parent;
    this.function = function;
    this.inlined = inlined;
    this.calledFrom = calledFrom;
  }

  /** What all paths begin at; it is no function. */
  static StackNode root() {
    return new StackNode(null, new FunctionInfo("", "", "", 0), false, Place.UNKNOWN);
  }

  /** The node of a function that is called, or inlined, at a place of this one. */
  StackNode child(FunctionInfo called, boolean isInlined, Place from) {
    return children.computeIfAbsent(
        List.of(called, isInlined, from), key -> new StackNode(this, called, isInlined, from));
  }

  /** Adds accesses that were made at a place of the function. */
  void add(Place place, double[] values) {
    StackMetrics.add(values, own.computeIfAbsent(place, key -> new double[values.length]));
  }

  /** Which function. */
  public FunctionInfo function() {
    return function;
  }

  /** Whether its code was put into that of the function above it. */
  public boolean isInlined() {
    return inlined;
  }

  /** The place in the function above from which it was called. */
  public Place calledFrom() {
    return calledFrom;
  }

  /** The function that called it; empty if nobody is known to have. */
  public Optional<StackNode> caller() {
    return parent == null || parent.parent == null ? Optional.empty() : Optional.of(parent);
  }

  /** What it called. */
  public Collection<StackNode> children() {
    return children.values();
  }

  /** Where it made accesses itself, with the values of the tree's metrics; not to be changed. */
  public Map<Place, double[]> own() {
    return own;
  }

  /** The path from the first function to this one. */
  public List<StackNode> path() {
    List<StackNode> path = new ArrayList<>();
    for (StackNode node = this; node.parent != null; node = node.parent) {
      path.add(0, node);
    }
    return path;
  }
}
