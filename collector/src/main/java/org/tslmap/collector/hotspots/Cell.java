package org.tslmap.collector.hotspots;

import org.tslmap.locality.profile.AccessKind;
import org.tslmap.locality.profile.DataAccess;
import org.tslmap.locality.profile.SiteProfile;

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

  /** Whether both make the same steps, but for a factor: they use the same index. */
  boolean movesLike(Cell other) {
    long size = Math.max(1, site.size());
    long otherSize = Math.max(1, other.site.size());
    if (access.strides().isEmpty() || access.strides().size() != other.access.strides().size()) {
      return false;
    }
    for (int i = 0; i < access.strides().size(); i++) {
      if (access.strides().get(i).bytes() * otherSize
              != other.access.strides().get(i).bytes() * size
          || access.strides().get(i).count() != other.access.strides().get(i).count()) {
        return false;
      }
    }
    return true;
  }
}
