package org.tslmap.collector.cli;

import java.util.List;

/** For programs that are sent signals: who runs the tests may have these ignored, as nohup does. */
public final class UsualSignals {
  /**
   * What comes before a program and its arguments, so that signals do to it what they usually do.
   */
  public static final List<String> PREFIX = List.of("env", "--default-signal=HUP,INT,TERM");

  private UsualSignals() {}
}
