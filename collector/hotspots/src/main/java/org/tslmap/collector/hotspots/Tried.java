package org.tslmap.collector.hotspots;

import java.util.List;
import org.tslmap.collector.phases.Phases;
import org.tslmap.locality.LocalityHistogram;
import org.tslmap.locality.layout.Remedy;
import org.tslmap.locality.profile.DataAccess;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.TimeLine;

/**
 * What scoring a trace with a remedy applied has shown.
 *
 * @param kind what was changed
 * @param before the accesses as they are
 * @param after the same with the remedy
 * @param least a gain of less than this share of the time is none, 0..1
 */
public record Tried(Remedy.Kind kind, Figures before, Figures after, double least) {

  /**
   * Figures of a remedy's accesses.
   *
   * @param temporal their TL, 0..1
   * @param spatial their SL, 0..1
   * @param misses how many miss each cache of {@link HotspotSettings#caches}, with its sets
   * @param nanoseconds the estimated time of all accesses of the process
   */
  public record Figures(double temporal, double spatial, List<Long> misses, double nanoseconds) {

    /** Keeps the list unmodifiable. */
    public Figures {
      misses = List.copyOf(misses);
    }
  }

  /**
   * A process's trace, scored with a remedy applied.
   *
   * @param changed the process's profile then
   * @param missesBefore what each cache misses of the remedy's accesses now
   * @param missesAfter the same then
   */
  public record Scored(ProcessProfile changed, List<Long> missesBefore, List<Long> missesAfter) {

    /** Keeps the lists unmodifiable. */
    public Scored {
      missesBefore = List.copyOf(missesBefore);
      missesAfter = List.copyOf(missesAfter);
    }
  }

  /**
   * Compares both.
   *
   * @param recorded the process as it is
   * @param scored the same with the remedy
   */
  public static Tried of(
      ProcessProfile recorded, Remedy remedy, Scored scored, HotspotSettings settings) {
    return new Tried(
        remedy.kind(),
        figures(recorded, remedy, scored.missesBefore(), settings),
        figures(scored.changed(), remedy, scored.missesAfter(), settings),
        settings.leastShare());
  }

  private static Figures figures(
      ProcessProfile process, Remedy remedy, List<Long> misses, HotspotSettings settings) {
    LocalityHistogram words = new LocalityHistogram(process.parameters().imax());
    for (DataAccess access : process.attribution().accesses()) {
      if (remedy.targets().stream().anyMatch(target -> target.object() == access.object())
          && remedy.instructions().contains(process.sites().get(access.site()).instruction())) {
        words.add(access.histograms().word());
      }
    }
    return new Figures(
        words.temporalLocality(process.parameters().n()),
        words.spatialLocality(),
        misses,
        ProcessHotspots.of(process, Phases.find(TimeLine.NONE), settings).time().nanoseconds());
  }

  /** The share of the estimated time that the remedy saves; below 0 if it costs time. */
  public double gain() {
    return before.nanoseconds() > 0 ? 1 - after.nanoseconds() / before.nanoseconds() : 0;
  }

  /** Whether it saves as much of the time as makes a hotspot worth showing. */
  public boolean helps() {
    return gain() > 0 && gain() >= least;
  }
}
