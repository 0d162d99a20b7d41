package org.tslmap.collector.wire;

import java.util.List;

/**
 * Access sites with consecutive numbers.
 *
 * @param first the number of the first one
 * @param sites the sites
 */
public record Sites(int first, List<Site> sites) implements Frame {
  /** Keeps the list unmodifiable. */
  public Sites {
    sites = List.copyOf(sites);
  }
}
