package org.tslmap.collector.refine;

/**
 * A function that may be recorded or counted.
 *
 * @param name which; functions of one name are one, since rules cannot tell them apart
 * @param accesses that it makes
 * @param waste share of its accesses that are wasted, 0..1; 0 where that is not known
 * @param kept whether it is recorded in any case, since no rule can name it
 */
public record Candidate(String name, long accesses, double waste, boolean kept) {

  /** The same with what another run found. */
  public Candidate withWaste(double found) {
    return new Candidate(name, accesses, found, kept);
  }
}
