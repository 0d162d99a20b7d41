package org.tslmap.collector.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.tslmap.apexmap.Cache;
import org.tslmap.apexmap.Machine;
import org.tslmap.collector.report.CacheSize;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.SimulatedCache;
import picocli.CommandLine.Option;

/** The options that say which caches are simulated. */
final class SimulationOptions {
  private static final String NONE = "none";
  private static final String MACHINE = "machine";
  private static final int PAGE = 4096;

  /** Such as 32K:8. */
  private static final Pattern CACHE = Pattern.compile("([^:]+):([0-9]{1,9})");

  @Option(
      names = "--simulate",
      arity = "0..1",
      fallbackValue = MACHINE,
      paramLabel = "SIZE:WAYS,...",
      description =
          "Simulate set-associative caches with LRU replacement, nearest first, such as"
              + " 32K:8,1M:16,32M:16; without a value the data caches of this machine; none: no"
              + " caches (the default). Put -- before the program where no value is given.")
  private Optional<String> caches = Optional.empty();

  @Option(
      names = "--simulate-tlb",
      paramLabel = "ENTRIES:WAYS,...",
      description =
          "Simulate the levels of a translation look-aside buffer (TLB), nearest first, such as"
              + " 64:4,1536:12, with pages of --page bytes; none: no TLB (the default).")
  private Optional<String> tlbs = Optional.empty();

  /**
   * The caches that are asked for, or else those of the base.
   *
   * @param line bytes of their lines
   * @throws IllegalArgumentException if a list is no list of caches
   */
  List<SimulatedCache> caches(MetricParameters base, int line, int page) {
    List<SimulatedCache> list = new ArrayList<>();
    if (caches.isEmpty()) {
      base.caches().stream()
          .filter(cache -> cache.kind() == SimulatedCache.Kind.DATA)
          .forEach(list::add);
    } else if (caches.get().equals(MACHINE)) {
      list.addAll(ofThisMachine(line));
    } else if (!caches.get().equals(NONE)) {
      for (String text : caches.get().split(",", -1)) {
        Matcher cache = matcher("--simulate", "SIZE:WAYS such as 32K:8", text);
        long bytes =
            CacheSize.of(cache.group(1))
                .orElseThrow(() -> unexpected("--simulate", "SIZE:WAYS such as 32K:8", text))
                .bytes();
        list.add(
            new SimulatedCache(
                SimulatedCache.Kind.DATA, bytes, Integer.parseInt(cache.group(2)), line));
      }
    }
    if (tlbs.isEmpty()) {
      base.caches().stream()
          .filter(cache -> cache.kind() == SimulatedCache.Kind.TLB)
          .forEach(list::add);
    } else if (!tlbs.get().equals(NONE)) {
      String expected = "ENTRIES:WAYS such as 64:4";
      for (String text : tlbs.get().split(",", -1)) {
        Matcher tlb = matcher("--simulate-tlb", expected, text);
        if (!tlb.group(1).matches("[0-9]{1,9}")) {
          throw unexpected("--simulate-tlb", expected, text);
        }
        list.add(
            SimulatedCache.tlb(
                Long.parseLong(tlb.group(1)),
                Integer.parseInt(tlb.group(2)),
                page == 0 ? PAGE : page));
      }
    }
    return list;
  }

  private static Matcher matcher(String option, String expected, String text) {
    Matcher matcher = CACHE.matcher(text);
    if (!matcher.matches()) {
      throw unexpected(option, expected, text);
    }
    return matcher;
  }

  private static IllegalArgumentException unexpected(String option, String expected, String text) {
    return new IllegalArgumentException(
        "%s: expected %s, several of them with commas between, but found '%s'"
            .formatted(option, expected, text));
  }

  private static List<SimulatedCache> ofThisMachine(int line) {
    List<SimulatedCache> list = new ArrayList<>();
    for (Cache cache : Machine.current().caches()) {
      if (!cache.type().equals("Instruction") && cache.ways() > 0) {
        list.add(new SimulatedCache(SimulatedCache.Kind.DATA, cache.bytes(), cache.ways(), line));
      }
    }
    if (list.isEmpty()) {
      throw new IllegalArgumentException(
          "--simulate: this machine does not tell its caches; name them, such as --simulate"
              + " 32K:8,1M:16");
    }
    return list;
  }
}
