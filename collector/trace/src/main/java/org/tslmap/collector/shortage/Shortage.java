package org.tslmap.collector.shortage;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/** What a machine can run out of, as exceptions tell it, in words that say what to do. */
public enum Shortage {
  /** The heap, the memory of classes, or memory outside the heap that Java limits. */
  MEMORY(
      "Java's memory of %,d MB is used up".formatted(Runtime.getRuntime().maxMemory() >> 20),
      "set JAVA_TOOL_OPTIONS=-Xmx2g, or as much as there is"),
  /** The memory in which accesses are counted, outside Java's. */
  COUNTING(
      "the memory for counting accesses is used up",
      "allow more with --memory, measure fewer processes at once, or choose a larger --word and"
          + " --line"),
  /** Threads, or the memory for another one. */
  THREADS(
      "the system allows no further thread", "look at ulimit -u, and at the memory that is left"),
  /** Memory that files are mapped into, or the number of mappings. */
  MAPPINGS(
      "no further file can be mapped into memory",
      "look at ulimit -v, and at sysctl vm.max_map_count"),
  /** The disk, or the user's part of it. */
  DISK(
      "the disk is full (or a quota or ulimit -f is reached)",
      "make room, or name a folder elsewhere with --out"),
  /** File descriptors. */
  FILES("no further file can be opened", "allow more with ulimit -n"),
  /** The thread that reads connections, which ended with an error of another kind. */
  READER(
      "the thread that reads the processes' connections has failed",
      "run it again, with JAVA_TOOL_OPTIONS=-Xmx2g or as much as there is");

  private static final int ATTEMPTS = 100;
  private static final long PAUSE_NANOS = 20_000_000;

  private final String finding;
  private final String advice;

  /** Both, made before memory is short. */
  private final String line;

  Shortage(String finding, String advice) {
    this.finding = finding;
    this.advice = advice;
    this.line = finding + "; " + advice;
  }

  /** What ran out, without advice. */
  public String finding() {
    return finding;
  }

  /** What helps. */
  public String advice() {
    return advice;
  }

  /** What ran out, if that is what the exception tells of. */
  public static Optional<Shortage> in(Throwable thrown) {
    if (thrown instanceof OutOfMemoryError && "Java heap space".equals(thrown.getMessage())) {
      return Optional.of(MEMORY); // with as little memory as can be
    }
    for (Throwable cause : causes(thrown)) {
      Optional<Shortage> found = of(cause, String.valueOf(cause.getMessage()));
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  /** The exception and its causes. */
  private static List<Throwable> causes(Throwable thrown) {
    List<Throwable> all = new ArrayList<>();
    for (Throwable one = thrown; one != null && !all.contains(one); one = one.getCause()) {
      all.add(one);
    }
    return all;
  }

  private static Optional<Shortage> of(Throwable cause, String message) {
    if (message.contains("no more memory for the locality engine")
        || message.contains("no memory for a native locality engine")) {
      return Optional.of(COUNTING);
    }
    if (message.contains("Map failed") || message.contains("Cannot allocate memory")) {
      return Optional.of(MAPPINGS);
    }
    if (cause instanceof OutOfMemoryError) {
      return Optional.of(message.contains("native thread") ? THREADS : MEMORY);
    }
    if (cause instanceof InternalError && message.contains("unsafe memory access")) {
      return Optional.of(DISK); // a page of a mapped file for which there is no room
    }
    if (message.contains("No space left on device")
        || message.contains("Disk quota exceeded")
        || message.contains("File too large")) {
      return Optional.of(DISK);
    }
    return message.contains("Too many open files") ? Optional.of(FILES) : Optional.empty();
  }

  /** Has this class ready before memory is short. */
  public static void prepare() {
    insist(() -> {});
  }

  /** One line for a person: what ran out and what helps, or what the exception says itself. */
  public static String describe(Throwable thrown) {
    return in(thrown).map(shortage -> shortage.line).orElseGet(() -> plain(thrown));
  }

  /**
   * Does what has to be done although memory is short: tries again for a while, in which others may
   * give some back.
   */
  public static void insist(Runnable step) {
    for (int attempt = 1; ; attempt++) {
      try {
        step.run();
        return;
      } catch (OutOfMemoryError e) {
        if (attempt == ATTEMPTS) {
          throw e;
        }
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }

  private static String plain(Throwable thrown) {
    String message = thrown.getMessage();
    if (thrown instanceof java.nio.file.NoSuchFileException) {
      return message + ": no such file or folder";
    }
    if (thrown instanceof java.nio.file.AccessDeniedException) {
      return message + ": permission denied";
    }
    return message == null || !(thrown instanceof java.io.IOException)
        ? thrown.toString()
        : message;
  }
}
