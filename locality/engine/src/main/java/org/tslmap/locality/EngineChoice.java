package org.tslmap.locality;

/** Which implementation computes the histograms. All give the same ones, bit for bit. */
public enum EngineChoice {
  /** The native engine where its library loads, the plain-Java one otherwise. */
  AUTO,
  /** The plain-Java engine. */
  JAVA,
  /** The native engine, with the best instructions the processor has. */
  NATIVE,
  /** The native engine with AVX-512. */
  NATIVE_AVX512,
  /** The native engine with AVX2. */
  NATIVE_AVX2,
  /** The native engine without vector instructions of its own. */
  NATIVE_PORTABLE
}
