package org.tslmap.locality.profile;

import java.util.Objects;
import org.tslmap.locality.Histograms;

/**
 * A node of the calling context tree: a function as it was called along one path. The accesses are
 * its own; what it called is in its children. A call that finds its function on the path already
 * has a node of the caller's, too, which counts such calls and has no accesses: those are in the
 * node that the function had first.
 *
 * @param parent index of the caller's node, always smaller than the node's own; -1 for a root
 * @param function index into the process's function table; -1 when nothing is known of it
 * @param callSite address of the call instruction in the caller, 0 for a root
 * @param callLine source line of the call, 0 when not known
 * @param calls how often it was called along this path
 * @param loads its own loads
 * @param stores its own stores
 * @param histograms reuse distances and strides of these, in context
 */
public record CallNode(
    int parent,
    int function,
    long callSite,
    int callLine,
    long calls,
    long loads,
    long stores,
    Histograms histograms) {

  /** Nothing may be missing. */
  public CallNode {
    Objects.requireNonNull(histograms, "histograms");
  }

  /** Its own loads and stores. */
  public long accesses() {
    return loads + stores;
  }
}
