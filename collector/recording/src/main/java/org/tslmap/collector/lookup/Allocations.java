package org.tslmap.collector.lookup;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.tslmap.collector.attribution.AttributionOptions;
import org.tslmap.collector.attribution.HeapListener;
import org.tslmap.collector.selection.Selection;
import org.tslmap.collector.session.SelectionReplay;
import org.tslmap.collector.wire.HeapEvent;
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

  /** An allocation, in the order of a trace. */
  private record Allocation(long bytes, int object) {}

  private final Map<Long, List<Allocation>> byStart = new HashMap<>();
  private List<DataObject> objects = List.of();

  private Allocations() {}

  /**
   * Reads a trace.
   *
   * @param trace the trace's folder
   * @param ranges what was found in it; those that are heap blocks are looked for
   * @throws IOException if it is damaged
   */
  public static Allocations of(Path trace, List<LiveRange> ranges, MetricParameters parameters)
      throws IOException {
    Allocations found = new Allocations();
    long last = -1;
    for (LiveRange range : ranges) {
      if (range.kind() == DataClass.HEAP) {
        found.byStart.put(range.start(), new ArrayList<>());
        last = Math.max(last, range.from());
      }
    }
    if (last >= 0) {
      found.objects =
          SelectionReplay.of(
                  trace,
                  parameters,
                  AttributionOptions.ALL,
                  Selection.ALL.withThreads(NO_THREAD).withTime(new Selection.Time(0, last + 1)),
                  found.listener(),
                  accesses -> true)
              .attribution()
              .objects();
    }
    return found;
  }

  private HeapListener listener() {
    return new HeapListener() {
      @Override
      public void heap(HeapEvent event, int object, long accesses) {
        List<Allocation> here = byStart.get(event.address());
        if (here != null && event.kind() != HeapEvent.Kind.FREED) {
          here.add(new Allocation(event.bytes(), object));
        }
      }

      @Override
      public void stack(int thread, long address) {}
    };
  }

  /**
   * The call path of a block's allocation, innermost first, as {@link DataObject#path} has it.
   *
   * @param ranges what was found in the trace, with blocks at one address in their order
   * @param block one of these
   * @return empty if it is no heap block, or nothing is known
   */
  public List<String> path(List<LiveRange> ranges, LiveRange block) {
    List<DataObject> same =
        byStart.getOrDefault(block.start(), List.of()).stream()
            .filter(allocation -> allocation.bytes() == block.bytes())
            .map(allocation -> objects.get(allocation.object()))
            .filter(object -> (object.name() + " ").startsWith(plain(block.name()) + " "))
            .toList();
    List<LiveRange> before =
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
