package org.tslmap.npb.cli;

import org.tslmap.collector.cli.SubcommandProvider;

/** Adds {@code tslmap npb}. */
public final class NpbProvider implements SubcommandProvider {

  @Override
  public Object command() {
    return new NpbCommand();
  }
}
