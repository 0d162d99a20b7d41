package org.tslmap.collector.session;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tslmap.collector.attribution.Estimates;
import org.tslmap.collector.wire.SampledPart;
import org.tslmap.collector.wire.SiteCounts;
import org.tslmap.collector.wire.StreamTotals;
import org.tslmap.locality.EngineResult;
import org.tslmap.locality.Footprint;
import org.tslmap.locality.ThreadResult;
import org.tslmap.locality.profile.Attribution;
import org.tslmap.locality.profile.DataAccess;
import org.tslmap.locality.profile.Sampling;
import org.tslmap.locality.profile.ScoreErrors;
import org.tslmap.locality.profile.ThreadProfile;

/** What is said of a sampled process besides its histograms. */
final class SampledTotals {
  private SampledTotals() {}

  /** All accesses instead of those that came. */
  static StreamTotals of(StreamTotals came, List<ThreadProfile> threads) {
    return new StreamTotals(
        came.blocks(),
        came.words(),
        came.threadWords(),
        threads.stream().mapToLong(ThreadProfile::loads).sum(),
        threads.stream().mapToLong(ThreadProfile::stores).sum());
  }

  /** Whether the engine has seen all accesses: the tool says so, and the counts tell of no more. */
  static boolean isExact(EngineResult seen, ProfileBuilder.SampledEnd last) {
    Set<Integer> threads =
        seen.threads().stream().map(ThreadResult::thread).collect(Collectors.toSet());
    return last.part().filter(part -> part.exact() >= part.made()).isPresent()
        && last.counts().stream().allMatch(count -> threads.contains(count.thread()));
  }

  /** All threads, and footprints as they are estimated. */
  static EngineResult summary(EngineResult exact, List<SiteCounts> counts) {
    Map<Integer, ThreadResult> threads = new TreeMap<>();
    exact.threads().forEach(thread -> threads.put(thread.thread(), thread));
    for (SiteCounts count : counts) {
      ThreadResult known = threads.get(count.thread());
      threads.put(
          count.thread(),
          new ThreadResult(
              count.thread(),
              new Footprint(
                  Math.max(count.words(), known == null ? 0 : known.footprint().word()),
                  Math.max(count.lines(), known == null ? 0 : known.footprint().line())),
              Map.of()));
    }
    return new EngineResult(
        List.copyOf(threads.values()),
        exact.contexts(),
        exact.windows(),
        threads.values().stream()
            .map(ThreadResult::footprint)
            .reduce(Footprint::plus)
            .orElse(exact.footprint()));
  }

  static Sampling sampling(
      Estimates estimates,
      SampledPart part,
      long pausedAccesses,
      Attribution attribution,
      CountedCalls calls,
      List<String> options) {
    long[] objects = new long[attribution.accesses().isEmpty() ? 0 : attribution.objects().size()];
    for (DataAccess access : attribution.accesses()) {
      objects[access.object()] += access.accesses();
    }
    List<Integer> contexts = calls.contexts();
    long[] paths = new long[contexts.isEmpty() ? 0 : contexts.get(contexts.size() - 1) + 1];
    for (int node = 0; node < contexts.size(); node++) {
      paths[contexts.get(node)] = calls.nodes().get(node).accesses();
    }
    List<ScoreErrors> ofContexts = estimates.contexts(paths);
    boolean budget = options.stream().anyMatch(option -> option.startsWith("--tsl-budget="));
    return new Sampling(
        budget ? "budget" : part.asked().equals("auto") ? "auto" : "rate",
        (double) part.scored() / Math.max(1, part.made()),
        part.scored(),
        part.exact(),
        pausedAccesses,
        estimates.whole(part.made()),
        estimates.functions(),
        estimates.objects(objects),
        Stream.concat(
                contexts.stream().map(ofContexts::get),
                // Functions that are only counted come behind the contexts.
                Stream.generate(() -> ScoreErrors.NONE))
            .limit(calls.nodes().size())
            .toList(),
        budget
            ? Optional.of(
                new Sampling.Budget(
                    part.asked(), part.paceThousandths() / 1000.0, part.millis() / 1000.0))
            : Optional.empty());
  }
}
