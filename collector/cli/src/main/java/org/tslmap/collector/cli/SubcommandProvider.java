package org.tslmap.collector.cli;

/**
 * Adds a command to {@code tslmap}. A module names its implementation in {@code
 * META-INF/services/org.tslmap.collector.cli.SubcommandProvider}; it is found when its jar is on
 * the class path.
 */
public interface SubcommandProvider {

  /** A new command object: a {@link java.util.concurrent.Callable} with picocli's annotations. */
  Object command();
}
