package org.tslmap.apexmap;

import java.util.Locale;
import java.util.Objects;

/**
 * One cache of a processor.
 *
 * @param level 1 is the nearest
 * @param type Data, Instruction or Unified, as the kernel names it
 * @param bytes its size
 * @param lineBytes the size of its lines
 * @param processors how many processors of this machine share it
 * @param ways lines in a set; 0 if not known
 */
public record Cache(int level, String type, long bytes, int lineBytes, int processors, int ways) {

  /** The type may not be missing. */
  public Cache {
    Objects.requireNonNull(type, "type");
  }

  /** A cache of which it is not known how many ways it has. */
  public Cache(int level, String type, long bytes, int lineBytes, int processors) {
    this(level, type, bytes, lineBytes, processors, 0);
  }

  /** The same without its ways, which older files do not tell. */
  Cache withoutWays() {
    return new Cache(level, type, bytes, lineBytes, processors);
  }

  /** Such as "L1d 48 KiB" or "L2 1 MiB". */
  @Override
  public String toString() {
    String kind = type.equals("Unified") ? "" : type.substring(0, 1).toLowerCase(Locale.ROOT);
    boolean wholeMiB = bytes >= 1 << 20 && bytes % (1 << 20) == 0;
    String size = wholeMiB ? (bytes >> 20) + " MiB" : (bytes >> 10) + " KiB";
    return "L%d%s %s".formatted(level, kind, size);
  }
}
