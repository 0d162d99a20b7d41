package org.tslmap.locality;

import java.util.ArrayList;
import java.util.List;

/** All engines that can run here, for tests that demand the same of each. */
final class Engines {

  /** Sizes of time axes and batches, as {@link NativeEngine#tune} takes them. */
  record Tuning(int axisMin, int axisSpare, int batch) {}

  private Engines() {}

  /** With the sizes they are used with. */
  static List<LocalityEngine> all(MetricParameters parameters) {
    List<LocalityEngine> engines = new ArrayList<>();
    engines.add(new JavaEngine(parameters));
    for (int variant : variants()) {
      engines.add(new NativeEngine(parameters, variant));
    }
    return engines;
  }

  /** The native ones, with time axes and batches so small that they are renumbered all the time. */
  static List<LocalityEngine> tuned(MetricParameters parameters, Tuning tuning) {
    List<LocalityEngine> engines = new ArrayList<>();
    for (int variant : variants()) {
      NativeEngine engine = new NativeEngine(parameters, variant);
      engine.tune(tuning.axisMin(), tuning.axisSpare(), tuning.batch());
      engines.add(engine);
    }
    return engines;
  }

  /** Fails when the library, which every build machine can make, is missing. */
  private static List<Integer> variants() {
    if (NativeBridge.problem().isPresent()) {
      throw new AssertionError("no native engine: " + NativeBridge.problem().get());
    }
    return List.of(1, 2, 3).stream().filter(NativeBridge::available).toList();
  }
}
