package org.tslmap.collector.cli;

import org.tslmap.locality.profile.Inlining;
import org.tslmap.locality.profile.LocalityProfile;
import picocli.CommandLine.Option;

/** The option that says whose the code of inlined functions is. */
final class InliningOption {

  /** Whether inlined functions are functions of their own. */
  enum Inlined {
    /** They are. */
    ON,
    /** Their code belongs to the functions that it was put into. */
    OFF
  }

  @Option(
      names = "--inlined",
      paramLabel = "on|off",
      description =
          "on: functions that the compiler has inlined are functions of their own, by debug"
              + " information; on call paths they stand where they call. off: their code belongs to"
              + " the functions that it was put into (default).")
  private Inlined inlined = Inlined.OFF;

  /** Whether inlined functions are functions of their own. */
  boolean isOn() {
    return inlined == Inlined.ON;
  }

  /** A profile as the user wants it. */
  LocalityProfile apply(LocalityProfile profile) {
    return isOn() ? Inlining.on(profile) : profile;
  }
}
