package org.tslmap.apexmap;

import java.util.OptionalLong;

/** Processor time. */
public final class CpuTime {
  private CpuTime() {}

  /**
   * Nanoseconds of processor time that all ended children of this process have used, and theirs;
   * empty where there is no native library.
   */
  public static OptionalLong ofChildren() {
    return NativeProbe.problem().isPresent()
        ? OptionalLong.empty()
        : OptionalLong.of(NativeProbe.childrenNanoseconds());
  }
}
