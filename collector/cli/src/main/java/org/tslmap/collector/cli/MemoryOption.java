package org.tslmap.collector.cli;

import java.lang.management.ManagementFactory;
import java.util.Optional;
import org.tslmap.locality.LocalityEngine;
import picocli.CommandLine.Option;

/** The option that limits the memory for counting. */
final class MemoryOption {

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      converter = ByteSize.class,
      description =
          "Memory in which accesses are counted, of all processes together, such as 4G (default:"
              + " as much as the machine has). A process that needs more is marked as incomplete;"
              + " others go on. Java's own memory comes in addition:"
              + " JAVA_TOOL_OPTIONS=-Xmx2g sets it.")
  private Optional<Long> memory = Optional.empty();

  /** Has the limit hold from now on. */
  void set() {
    LocalityEngine.limitMemory(memory.orElseGet(MemoryOption::ofThisMachine));
  }

  /** What the machine, or the container, has. */
  private static long ofThisMachine() {
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean system
        ? system.getTotalMemorySize()
        : Long.MAX_VALUE;
  }
}
