package org.tslmap.locality.layout;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * An array of structures as several arrays: some parts of each element have an array of their own,
 * and what is left stays together. Bytes behind the last full element stay behind all arrays.
 *
 * @param elementBytes bytes of an element, at least 1
 * @param parts the parts that are split off, in ascending order and apart from each other
 */
public record SplitElements(int elementBytes, List<Part> parts) implements Layout {

  /** Each array begins at a multiple of this. */
  private static final int ALIGNMENT = 64;

  /**
   * Some bytes of each element.
   *
   * @param first the first byte, from 0
   * @param bytes how many, at least 1
   */
  public record Part(int first, int bytes) {}

  /** Checks that the parts are in order and in the element. */
  public SplitElements {
    parts = List.copyOf(parts);
    int end = 0;
    for (Part part : parts) {
      if (part.first() < end || part.bytes() < 1 || part.first() + part.bytes() > elementBytes) {
        throw new IllegalArgumentException(
            "expected parts of an element of %d bytes in order, found %s"
                .formatted(elementBytes, parts));
      }
      end = part.first() + part.bytes();
    }
  }

  /**
   * Splits off what is used of each element: each run of bytes that are loaded or stored together.
   *
   * @param used the bytes of an element that are used
   * @param begins the bytes at which an access begins
   */
  public static SplitElements of(int elementBytes, BitSet used, BitSet begins) {
    List<Part> parts = new ArrayList<>();
    for (int first = used.nextSetBit(0); first >= 0; ) {
      int end = used.nextClearBit(first);
      int next = begins.nextSetBit(first + 1);
      if (next > first && next < end) {
        end = next;
      }
      end = Math.min(end, elementBytes);
      parts.add(new Part(first, end - first));
      first = used.nextSetBit(end);
      if (first >= elementBytes) {
        break;
      }
    }
    return new SplitElements(elementBytes, parts);
  }

  @Override
  public long bytes(long blockBytes) {
    long elements = blockBytes / elementBytes;
    return start(parts.size(), elements)
        + aligned(elements * restBytes())
        + blockBytes % elementBytes;
  }

  @Override
  public long offset(long offset, long blockBytes) {
    long elements = blockBytes / elementBytes;
    long element = offset / elementBytes;
    int in = (int) (offset % elementBytes);
    long rest = start(parts.size(), elements);
    if (element >= elements) {
      return rest + aligned(elements * restBytes()) + in;
    }
    int before = 0;
    for (int i = 0; i < parts.size(); i++) {
      Part part = parts.get(i);
      if (in < part.first()) {
        break;
      }
      if (in < part.first() + part.bytes()) {
        return start(i, elements) + element * part.bytes() + in - part.first();
      }
      before += part.bytes();
    }
    return rest + element * restBytes() + in - before;
  }

  private int restBytes() {
    return elementBytes - parts.stream().mapToInt(Part::bytes).sum();
  }

  /** Where the array of a part begins. */
  private long start(int part, long elements) {
    long sum = 0;
    for (int i = 0; i < part; i++) {
      sum += aligned(elements * parts.get(i).bytes());
    }
    return sum;
  }

  private static long aligned(long bytes) {
    return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  }
}
