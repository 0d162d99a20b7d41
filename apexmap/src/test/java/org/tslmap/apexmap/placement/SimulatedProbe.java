package org.tslmap.apexmap.placement;

import java.util.SplittableRandom;
import org.tslmap.apexmap.Operation;
import org.tslmap.apexmap.ProbePoint;
import org.tslmap.locality.EngineChoice;
import org.tslmap.locality.EngineResult;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.Histograms;
import org.tslmap.locality.LocalityEngine;
import org.tslmap.locality.LocalityHistogram;
import org.tslmap.locality.MetricParameters;

/** The probe's accesses, drawn visit by visit and scored like any program's. */
final class SimulatedProbe {

  private static final long MEMORY = 0x7f0000000000L;

  private SimulatedProbe() {}

  static Histograms score(
      ProbePoint point, Operation operation, int starts, MetricParameters parameters) {
    SplittableRandom random = new SplittableRandom(20050112);
    int visit = point.length() * operation.accesses();
    long[] addresses = new long[visit];
    int[] sites = new int[visit];
    try (LocalityEngine engine = LocalityEngine.open(parameters, EngineChoice.AUTO)) {
      for (int i = 0; i < starts; i++) {
        double r = Math.pow(1 - random.nextDouble(), 1 / point.alpha());
        long block = Math.min((long) (point.blocks() * r), point.blocks() - 1);
        long first = block * point.length() * point.stride();
        for (int j = 0; j < visit; j++) {
          long word = first + (long) (j / operation.accesses()) * point.stride();
          addresses[j] = MEMORY + 8 * word;
        }
        engine.accesses(1, addresses, sites, visit);
      }
      EngineResult result = engine.result();
      LocalityHistogram word = result.histogram(Granularity.WORD, parameters.imax());
      return new Histograms(word, result.histogram(Granularity.LINE, parameters.imax()));
    }
  }
}
