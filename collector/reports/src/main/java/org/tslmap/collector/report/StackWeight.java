package org.tslmap.collector.report;

import org.tslmap.locality.Histograms;
import org.tslmap.locality.profile.FunctionInfo;
import org.tslmap.locality.profile.ProcessProfile;

/** A quantity of accesses that adds up, but is not the same for all functions and objects. */
public interface StackWeight {

  /** What it is. */
  StackMetric metric();

  /** That of some accesses of a function. */
  double of(FunctionInfo function, long accesses, Histograms histograms);

  /**
   * That of a data object.
   *
   * @param object its index in the process
   */
  double of(ProcessProfile process, int object);
}
