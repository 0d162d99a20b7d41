package org.tslmap.apexmap;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What Linux says of the machine in {@code /proc} and {@code /sys}.
 *
 * @param root the folder that has them; a missing file gives "unknown" or 0
 */
record MachineFiles(Path root) {

  static final MachineFiles SYSTEM = new MachineFiles(Path.of("/"));
  private static final String UNKNOWN = "unknown";

  /** This machine, with its caches also where the kernel does not tell them. */
  static Machine thisMachine() {
    List<Cache> caches = SYSTEM.caches();
    return SYSTEM.machine(caches.isEmpty() ? CacheConfiguration.system() : caches);
  }

  Machine machine() {
    return machine(caches());
  }

  private Machine machine(List<Cache> caches) {
    String info = text("proc/cpuinfo");
    return new Machine(
        line("proc/sys/kernel/hostname"),
        first(info, "model name\\s*:\\s*(.+)").orElse(UNKNOWN),
        Runtime.getRuntime().availableProcessors(),
        first(info, "cpu MHz\\s*:\\s*([0-9.]+)").map(Double::valueOf).orElse(0.0),
        caches,
        first(text("proc/self/smaps"), "KernelPageSize:\\s*([0-9]+) kB")
                .map(Long::valueOf)
                .orElse(0L)
            << 10,
        first(text("sys/kernel/mm/transparent_hugepage/enabled"), "\\[(\\w+)]").orElse(UNKNOWN),
        "Linux " + line("proc/sys/kernel/osrelease"),
        line("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
        kilobytes("MemTotal").orElse(0));
  }

  /**
   * Bytes that can still be had: what the kernel calls available, or what this program's control
   * group leaves if that is less. Empty when the kernel does not say.
   */
  OptionalLong availableBytes() {
    OptionalLong available = kilobytes("MemAvailable");
    Optional<Long> limit = first(text("sys/fs/cgroup/memory.max"), "^([0-9]+)").map(Long::valueOf);
    Optional<Long> used =
        first(text("sys/fs/cgroup/memory.current"), "^([0-9]+)").map(Long::valueOf);
    if (available.isPresent() && limit.isPresent() && used.isPresent()) {
      return OptionalLong.of(
          Math.min(available.getAsLong(), Math.max(0, limit.get() - used.get())));
    }
    return available;
  }

  private OptionalLong kilobytes(String key) {
    return first(text("proc/meminfo"), key + ":\\s*([0-9]+) kB")
        .map(kilobytes -> OptionalLong.of(Long.parseLong(kilobytes) << 10))
        .orElse(OptionalLong.empty());
  }

  private List<Cache> caches() {
    List<Cache> caches = new ArrayList<>();
    for (int i = 0; ; i++) {
      String folder = "sys/devices/system/cpu/cpu0/cache/index" + i + "/";
      if (!Files.exists(root.resolve(folder + "size"))) {
        return caches;
      }
      caches.add(
          new Cache(
              number(folder + "level"),
              line(folder + "type"),
              (long) number(folder + "size") << 10,
              number(folder + "coherency_line_size"),
              Math.max(1, processors(line(folder + "shared_cpu_list"))),
              number(folder + "ways_of_associativity")));
    }
  }

  /** How many processors a list such as "0-3,8" names. */
  private static int processors(String list) {
    int count = 0;
    Matcher matcher = Pattern.compile("(\\d+)(?:-(\\d+))?").matcher(list);
    while (matcher.find()) {
      int first = Integer.parseInt(matcher.group(1));
      count += matcher.group(2) == null ? 1 : Integer.parseInt(matcher.group(2)) - first + 1;
    }
    return count;
  }

  private int number(String file) {
    return first(text(file), "^([0-9]+)").map(Integer::valueOf).orElse(0);
  }

  private String line(String file) {
    return text(file).lines().findFirst().map(String::strip).orElse(UNKNOWN);
  }

  private String text(String file) {
    try {
      return Files.readString(root.resolve(file));
    } catch (IOException e) {
      return "";
    }
  }

  private static Optional<String> first(String text, String pattern) {
    Matcher matcher = Pattern.compile(pattern, Pattern.MULTILINE).matcher(text);
    return matcher.find() ? Optional.of(matcher.group(1).strip()) : Optional.empty();
  }
}
