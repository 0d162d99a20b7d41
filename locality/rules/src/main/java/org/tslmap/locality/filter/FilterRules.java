package org.tslmap.locality.filter;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.tslmap.locality.NativeCode;

/**
 * The rules of a filter file: which functions are excluded from recording. {@code tsl_rules.h} and
 * {@code collector/FILTER.md} say how files are written; the tool reads them with the same code.
 *
 * <p>May be used by several threads, one after the other.
 */
public final class FilterRules implements AutoCloseable {
  /** Bytes of the longest name that is joined from its parts. */
  private static final int LONGEST_JOINED = 4096;

  private static final int LONGEST_MESSAGE = 240;
  private static final int LONGEST_FILE = 16 << 20;

  private final List<FilterRule> rules = new ArrayList<>();
  private long handle;

  private FilterRules(byte[] text, String place) {
    NativeCode.problem()
        .ifPresent(
            problem -> {
              throw new IllegalStateException("filter files cannot be read: " + problem);
            });
    int[] line = new int[1];
    byte[] message = new byte[LONGEST_MESSAGE];
    handle = RulesBridge.open(text, line, message);
    if (handle == 0 && line[0] == 0) {
      throw new IllegalStateException("no memory for the rules of a filter file");
    }
    if (handle == 0) {
      throw new IllegalArgumentException(
          place + "line " + line[0] + ": " + new String(message, StandardCharsets.UTF_8).trim());
    }
    int[] numbers = new int[4];
    int count = RulesBridge.count(handle);
    for (int i = 0; i < count; i++) {
      String pattern = new String(RulesBridge.rule(handle, i, numbers), StandardCharsets.UTF_8);
      FilterRule.Subject of = FilterRule.Subject.values()[numbers[1]];
      rules.add(new FilterRule(numbers[0], pattern, of, numbers[2] != 0));
    }
  }

  /**
   * Rules from a text.
   *
   * @throws IllegalArgumentException if it is not right: one line that says where, what was
   *     expected and what was found
   * @throws IllegalStateException if there is no native library, or no memory
   */
  public static FilterRules of(String text) {
    return new FilterRules(text.getBytes(StandardCharsets.UTF_8), "");
  }

  /**
   * Rules from a file.
   *
   * @throws IOException if it cannot be read
   * @throws IllegalArgumentException if it is not right: one line that says where, what was
   *     expected and what was found
   * @throws IllegalStateException if there is no native library, or no memory
   */
  public static FilterRules read(Path file) throws IOException {
    if (!Files.isReadable(file) || Files.isDirectory(file)) {
      throw new IOException(
          "expected a filter file, but found "
              + (Files.isDirectory(file) ? "a folder: " : "none that can be read: ")
              + file);
    }
    if (Files.size(file) > LONGEST_FILE) {
      throw new IllegalArgumentException(
          file + ": expected a filter file of at most 16 MiB, but found more");
    }
    return new FilterRules(Files.readAllBytes(file), file + ", ");
  }

  /** All rules, in the order of the file. */
  public List<FilterRule> rules() {
    return List.copyOf(rules);
  }

  /**
   * Whether a function is excluded. What is asked for is remembered for {@link #unmatched}.
   *
   * @param file path of its source file; empty where it is not known
   * @param mangled its name as the linker has it; empty where there is no such name
   * @param demangled its name as it is shown, with parameters where it is of C++
   */
  public boolean excluded(String file, String mangled, String demangled) {
    return ask(file, mangled, demangled) >>> 32 != 0;
  }

  /** The rule that decides about a function, as {@link #excluded} has it; empty for none. */
  public Optional<FilterRule> decisive(String file, String mangled, String demangled) {
    int number = (int) ask(file, mangled, demangled);
    return number < 0 ? Optional.empty() : Optional.of(rules.get(number));
  }

  private synchronized long ask(String file, String mangled, String demangled) {
    return RulesBridge.ask(
        handle, bytes(file), mangled.isEmpty() ? null : bytes(mangled), bytes(demangled));
  }

  private static byte[] bytes(String name) {
    return name.getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Rules that have matched nothing of what was asked for, in the order of the file. Patterns of
   * one line that look like the parts of one name are one entry.
   */
  public synchronized List<UnmatchedRule> unmatched() {
    List<UnmatchedRule> unmatched = new ArrayList<>();
    int[] numbers = new int[4];
    byte[] joined = new byte[LONGEST_JOINED];
    for (int i = 0; i < rules.size(); ) {
      RulesBridge.rule(handle, i, numbers);
      int parts = 1;
      if (numbers[3] == 0) {
        parts = RulesBridge.parts(handle, i, joined);
        unmatched.add(unmatched(rules.subList(i, i + parts), joined));
      }
      i += parts;
    }
    return unmatched;
  }

  private static UnmatchedRule unmatched(List<FilterRule> parts, byte[] joined) {
    int length = 0;
    while (joined[length] != 0) {
      length++;
    }
    return new UnmatchedRule(
        parts.get(0).line(),
        String.join(" ", parts.stream().map(FilterRule::pattern).toList()),
        parts.size() == 1 ? "" : new String(joined, 0, length, StandardCharsets.UTF_8));
  }

  @Override
  public synchronized void close() {
    if (handle != 0) {
      RulesBridge.close(handle);
      handle = 0;
    }
  }
}
