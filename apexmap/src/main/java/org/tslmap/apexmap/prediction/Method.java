package org.tslmap.apexmap.prediction;

/** Ways to a time from a profile and a surface. */
public enum Method {
  /** The patterns that together have the profile's reuse distances and strides, site by site. */
  MIXTURE,
  /** The mixture, and what the core computes meanwhile, where that is known. */
  COMBINED,
  /** The point of the plane that has the profile's two scores. */
  SINGLE_POINT,
  /** Every access costs the mean of the surface: what is known without a profile. */
  SURFACE_MEAN,
  /** Every access costs the mean of all measured programs; only known for a set of them. */
  SET_MEAN
}
