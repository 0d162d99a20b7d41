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
 */
public record Cache(int level, String type, long bytes, int lineBytes, int processors) {

  /** The type may not be missing. */
  public Cache {
    Objects.requireNonNull(type, "type");
  }

  /** Such as "L2 1024 KiB". */
  @Override
  public String toString() {
    String kind = type.equals("Unified") ? "" : type.substring(0, 1).toLowerCase(Locale.ROOT);
    return "L%d%s %d KiB".formatted(level, kind, bytes >> 10);
  }
}
