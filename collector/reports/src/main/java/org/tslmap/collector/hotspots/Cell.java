package org.tslmap.collector.hotspots;

import java.util.List;
import org.tslmap.locality.profile.AccessKind;
import org.tslmap.locality.profile.DataAccess;
import org.tslmap.locality.profile.SiteProfile;
import org.tslmap.locality.profile.StrideShare;

/** What one site did to one object. */
record Cell(SiteProfile site, DataAccess access, Movement movement) {

  /** Bytes of instructions between two accesses of one loop that is not large. */
  private static final long LOOP_BODY = 256;

  Cell(SiteProfile site, DataAccess access) {
    this(site, access, Movement.of(access));
  }

  long accesses() {
    return access.accesses();
  }

  /**
   * Bytes that it touched for the first time. An access of several words counts at its first one
   * only, but fetches all of them.
   */
  long coldBytes(Memory memory) {
    return access.histograms().word().cold() * Math.max(memory.word(), site.size());
  }

  boolean isLoad() {
    return site.kind() == AccessKind.LOAD;
  }

  /**
   * Whether both happen equally often and their instructions are near each other, as those of two
   * accesses in the body of one loop are.
   */
  boolean happensWith(Cell other) {
    long distance = Math.abs(site.instruction() - other.site.instruction());
    return Math.abs(accesses() - other.accesses()) <= 0.02 * accesses()
        && (distance <= LOOP_BODY || (site.line() == other.site.line() && site.line() != 0));
  }

  /**
   * Whether both make the same steps, but for a factor: they use the same index. Counts of steps
   * may be estimates, and steps without order are only those that came last.
   */
  boolean movesLike(Cell other) {
    List<StrideShare> steps = access.strides();
    List<StrideShare> otherSteps = other.access.strides();
    long same =
        steps.stream()
            .filter(one -> otherSteps.stream().anyMatch(step -> isLike(other, one, step)))
            .count();
    return 2 * same > Math.max(steps.size(), otherSteps.size());
  }

  private boolean isLike(Cell other, StrideShare step, StrideShare otherStep) {
    return step.bytes() * Math.max(1, other.site.size())
            == otherStep.bytes() * Math.max(1, site.size())
        && Math.abs(step.count() - otherStep.count()) <= 0.1 * step.count();
  }
}
