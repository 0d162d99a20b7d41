package org.tslmap.collector.cli.bench;

import org.tslmap.collector.cli.SubcommandProvider;

/** Adds {@code tslmap bench}. */
public final class BenchProvider implements SubcommandProvider {

  @Override
  public Object command() {
    return new BenchCommand();
  }
}
