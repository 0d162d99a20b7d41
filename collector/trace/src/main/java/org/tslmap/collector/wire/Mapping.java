package org.tslmap.collector.wire;

/**
 * Memory is mapped or unmapped.
 *
 * @param position event words sent before
 * @param start first address
 * @param bytes length in bytes
 * @param mapped whether it is mapped; otherwise it is unmapped
 * @param protection 1 read, 2 write, 4 execute, added together
 * @param offset where in the file the mapping begins, in bytes; 0 without a file
 * @param path the mapped file, or empty
 */
public record Mapping(
    long position, long start, long bytes, boolean mapped, int protection, long offset, String path)
    implements PlacedFrame {

  /** The name of memory that is mapped without a file. */
  public static final String ANONYMOUS = "anonymous memory";

  /** What the memory is called: the path of the mapped file, or {@link #ANONYMOUS}. */
  public String name() {
    return path.isEmpty() ? ANONYMOUS : path;
  }

  /** The same without the file's folder. */
  public String shortName() {
    return name().substring(name().lastIndexOf('/') + 1);
  }
}
