package org.tslmap.apexmap;

import java.util.Objects;

/**
 * How the probe runs, whatever its pattern.
 *
 * @param operation what it does with a word
 * @param dependence whether visits overlap
 * @param threads threads that run it at the same time, 1 or more
 * @param shared whether all threads work on the same memory; otherwise each has its own of M words
 * @param hugePages whether the memory is asked for in huge pages
 */
public record ProbeSetting(
    Operation operation, Dependence dependence, int threads, boolean shared, boolean hugePages) {

  /** One thread, small pages, independent loads: what the papers plot. */
  public static final ProbeSetting DEFAULT =
      new ProbeSetting(Operation.READ, Dependence.INDEPENDENT, 1, false, false);

  /**
   * Checks the setting.
   *
   * @throws IllegalArgumentException if there is no thread
   */
  public ProbeSetting {
    Objects.requireNonNull(operation, "operation");
    Objects.requireNonNull(dependence, "dependence");
    if (threads < 1) {
      throw new IllegalArgumentException("there should be at least one thread, but are " + threads);
    }
  }

  /** The same with another operation and dependence. */
  public ProbeSetting with(Operation newOperation, Dependence newDependence) {
    return new ProbeSetting(newOperation, newDependence, threads, shared, hugePages);
  }
}
