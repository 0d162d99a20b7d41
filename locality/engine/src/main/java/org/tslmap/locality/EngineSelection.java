package org.tslmap.locality;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Picks the implementation an {@link EngineChoice} stands for. */
final class EngineSelection {

  private static final Logger LOG = LoggerFactory.getLogger(LocalityEngine.class);

  private EngineSelection() {}

  static LocalityEngine open(MetricParameters parameters, EngineChoice choice) {
    return switch (choice) {
      case AUTO -> automatic(parameters);
      case JAVA -> new JavaEngine(parameters);
      case NATIVE -> nativeEngine(parameters, 0, "native");
      case NATIVE_PORTABLE -> nativeEngine(parameters, 1, "portable");
      case NATIVE_AVX2 -> nativeEngine(parameters, 2, "AVX2");
      case NATIVE_AVX512 -> nativeEngine(parameters, 3, "AVX-512");
    };
  }

  private static LocalityEngine automatic(MetricParameters parameters) {
    if (NativeBridge.problem().isPresent()) {
      Warning.given();
      return new JavaEngine(parameters);
    }
    return nativeEngine(parameters, 0, "native");
  }

  private static LocalityEngine nativeEngine(
      MetricParameters parameters, int variant, String name) {
    NativeBridge.problem()
        .ifPresent(
            problem -> {
              throw new IllegalStateException(
                  "the " + name + " locality engine cannot run: " + problem);
            });
    if (!NativeBridge.available(variant)) {
      throw new IllegalStateException(
          "the "
              + name
              + " locality engine cannot run: this processor has no "
              + name
              + "; choose another engine");
    }
    return new NativeEngine(parameters, variant);
  }

  /** Said once per process: this class is initialised once. */
  private static final class Warning {
    static {
      LOG.warn(
          "Scoring in plain Java, some thirty times slower: {}",
          NativeBridge.problem().orElse("native engine not wanted"));
    }

    static void given() {}
  }
}
