package org.tslmap.collector.lookup;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.tslmap.collector.attribution.AttributionOptions;
import org.tslmap.collector.memory.MemoryHistory;
import org.tslmap.collector.memory.MemoryRange;
import org.tslmap.collector.selection.Selection;
import org.tslmap.collector.session.SelectionReplay;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.DataClass;
import org.tslmap.locality.profile.DataObject;

/**
 * Which calls allocated heap blocks. Only the accesses themselves tell who called whom, so this
 * reads a trace up to the last of the blocks; it scores none of them.
 */
public final class Allocations {

  /** Nothing is made by this thread. */
  private static final int NO_THREAD = -1;

  private final List<MemoryRange> blocks;
  private final List<DataObject> objects;

  private Allocations(List<MemoryRange> blocks, List<DataObject> objects) {
    this.blocks = blocks;
    this.objects = objects;
  }

  /**
   * Reads a trace.
   *
   * @param trace the trace's folder
   * @param ranges what was found in it; those that are heap blocks are looked for
   * @throws IOException if it is damaged
   */
  public static Allocations of(Path trace, List<MemoryRange> ranges, MetricParameters parameters)
      throws IOException {
    Set<Long> starts = new HashSet<>();
    long last = -1;
    for (MemoryRange range : ranges) {
      if (range.kind() == DataClass.HEAP) {
        starts.add(range.start());
        last = Math.max(last, range.from());
      }
    }
    if (last < 0) {
      return new Allocations(List.of(), List.of());
    }
    MemoryHistory history =
        new MemoryHistory(
            range -> range.kind() == DataClass.HEAP && starts.contains(range.start()));
    List<DataObject> objects =
        SelectionReplay.of(
                trace,
                parameters,
                AttributionOptions.ALL,
                Selection.ALL.withThreads(NO_THREAD).withTime(new Selection.Time(0, last + 1)),
                List.of(history),
                accesses -> true)
            .attribution()
            .objects();
    return new Allocations(history.all(), objects);
  }

  /**
   * The call path of a block's allocation, innermost first, as {@link DataObject#path} has it.
   *
   * @param ranges what was found in the trace, with blocks at one address in their order
   * @param block one of these
   * @return empty if it is no heap block, or nothing is known
   */
  public List<String> path(List<MemoryRange> ranges, MemoryRange block) {
    List<DataObject> same =
        blocks.stream()
            .filter(other -> other.start() == block.start() && other.bytes() == block.bytes())
            .map(other -> objects.get(other.dataObject()))
            .filter(object -> (object.allocation() + " ").startsWith(plain(block.name()) + " "))
            .toList();
    List<MemoryRange> before =
        ranges.stream()
            .filter(range -> range.kind() == DataClass.HEAP && range.start() == block.start())
            .filter(range -> range.bytes() == block.bytes() && range.name().equals(block.name()))
            .takeWhile(range -> !range.equals(block))
            .toList();
    return block.kind() == DataClass.HEAP && before.size() < same.size()
        ? same.get(before.size()).path()
        : List.of();
  }

  /** An allocator's name as data objects have it. */
  private static String plain(String allocator) {
    return allocator.replaceFirst("\\(.*", "");
  }
}
