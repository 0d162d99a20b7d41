package org.tslmap.collector.cli.apex;

import org.tslmap.collector.cli.SubcommandProvider;

/** Adds {@code tslmap apex}. */
public final class ApexProvider implements SubcommandProvider {

  @Override
  public Object command() {
    return new ApexCommand();
  }
}
