package org.tslmap.npb;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** The benchmarks whose sources are in this module; see RNR-94-007 for the first eight. */
public enum Benchmark {
  /** Integer sort. */
  IS("integer sort, by counting keys", true),
  /** Embarrassingly parallel. */
  EP("pairs of normal deviates, hardly any memory", true),
  /** Conjugate gradient. */
  CG("least eigenvalue of a sparse matrix, by conjugate gradients", true),
  /** Multigrid. */
  MG("Poisson's equation on a cube, by multigrid", true),
  /** Fourier transform. */
  FT("a diffusion equation, by 3-D Fourier transforms", true),
  /** Block tridiagonal. */
  BT("flow in a cube, block tridiagonal systems", false),
  /** Scalar pentadiagonal. */
  SP("flow in a cube, scalar pentadiagonal systems", false),
  /** Lower-upper. */
  LU("flow in a cube, lower and upper triangular systems", false),
  /** Matrix multiply; not one of NPB's. */
  MM("matrix multiply, not one of NPB's but of the papers'", true);

  private final String description;
  private final boolean ranked;

  Benchmark(String description, boolean ranked) {
    this.description = description;
    this.ranked = ranked;
  }

  /** NPB's own eight. */
  public static Set<Benchmark> suite() {
    return EnumSet.complementOf(EnumSet.of(MM));
  }

  /** What it does, in a few words. */
  public String description() {
    return description;
  }

  /** Whether it exists in a variant. */
  public boolean has(Variant variant) {
    return ranked || variant != Variant.MPI;
  }

  /** The name in file names: {@code is}. */
  public String lower() {
    return name().toLowerCase(Locale.ROOT);
  }
}
