package org.tslmap.collector.lookup;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.tslmap.collector.attribution.AttributionOptions;
import org.tslmap.collector.selection.Selection;
import org.tslmap.collector.session.SelectionReplay;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.DataAccess;
import org.tslmap.locality.profile.DataObject;
import org.tslmap.locality.profile.ProcessProfile;

/**
 * What the accesses to a word belonged to, each at its time. For memory whose owner changes with
 * every call, as that of stacks does, only the accesses themselves tell; so this reads the trace.
 */
public final class WordHistory {
  private static final int WORD = 8;

  private WordHistory() {}

  /**
   * A data object that has been at the word.
   *
   * @param object what it is
   * @param accesses how many accesses to the word were accesses to it
   */
  public record Owner(DataObject object, long accesses) {}

  /**
   * Reads a trace.
   *
   * @param trace the trace's folder
   * @param address any address in the word
   * @param time the accesses of the process that are looked at
   * @return the objects, most accesses first
   * @throws IOException if the trace is damaged
   */
  public static List<Owner> of(
      Path trace, long address, Selection.Time time, MetricParameters parameters)
      throws IOException {
    long word = address & -WORD;
    ProcessProfile process =
        SelectionReplay.of(
            trace,
            parameters,
            AttributionOptions.ALL,
            Selection.ALL
                .withRegions(List.of(new Selection.Region(Long.toHexString(word), word, WORD)))
                .withTime(time),
            List.of(),
            accesses -> true);
    Map<Integer, Long> counts =
        process.attribution().accesses().stream()
            .collect(
                Collectors.groupingBy(
                    DataAccess::object,
                    TreeMap::new,
                    Collectors.summingLong(DataAccess::accesses)));
    return counts.entrySet().stream()
        .map(
            entry ->
                new Owner(process.attribution().objects().get(entry.getKey()), entry.getValue()))
        .sorted((one, other) -> Long.compare(other.accesses(), one.accesses()))
        .toList();
  }
}
