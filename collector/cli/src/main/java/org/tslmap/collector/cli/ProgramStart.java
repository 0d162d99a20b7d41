package org.tslmap.collector.cli;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.tslmap.collector.names.ByteText;

/**
 * Arguments, environment and limits of programs, kept as they were given.
 *
 * <p>The virtual machine reads and writes arguments in the encoding of its locale; what that cannot
 * hold becomes a question mark. So {@link #arguments} reads them from the kernel, as texts of
 * {@link ByteText}, and {@link #of} has a shell make the bytes where they are not plain text.
 */
public final class ProgramStart {

  /** Set by the launcher when it has changed LC_ALL: what that was, with a dash before it. */
  static final String OWN_LOCALE = "TSLMAP_LC_ALL";

  private static final String LOCALE = "LC_ALL";

  /** Undoes the escapes of each argument and becomes the program that they make up. */
  private static final String UNESCAPE =
      "c=(); for a; do printf -v b %b \"$a\"; c+=(\"$b\"); done; exec \"${c[@]}\"";

  /** Standard input, output and error that were closed when the launcher was started: "01". */
  private static final String CLOSED = System.getProperty("tslmap.closed", "");

  private static final Charset SYSTEM =
      Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"));

  private ProgramStart() {}

  /** The arguments of this program, byte for byte, in place of those the virtual machine gave. */
  static String[] arguments(String... given) {
    if (Arrays.stream(given).allMatch(ProgramStart::isAscii)) {
      return given;
    }
    List<byte[]> all = new ArrayList<>();
    try {
      byte[] line = Files.readAllBytes(Path.of("/proc/self/cmdline"));
      int start = 0;
      for (int i = 0; i < line.length; i++) {
        if (line[i] == 0) {
          all.add(Arrays.copyOfRange(line, start, i));
          start = i + 1;
        }
      }
    } catch (IOException e) {
      return given;
    }
    // The virtual machine's own arguments are before them.
    return all.size() <= given.length
        ? given
        : all.subList(all.size() - given.length, all.size()).stream()
            .map(ByteText::of)
            .toArray(String[]::new);
  }

  private static boolean isAscii(String text) {
    return text.chars().allMatch(c -> c < 0x80);
  }

  /**
   * A program to be started, with exactly these arguments, and the locale, the limit of open files
   * and the closed descriptors that this one was started with.
   *
   * @param arguments the program and its arguments, as texts of {@link ByteText}
   */
  public static ProcessBuilder of(List<String> arguments) {
    ProcessBuilder builder = new ProcessBuilder(command(arguments));
    restoreLocale(builder.environment());
    return builder;
  }

  private static List<String> command(List<String> arguments) {
    Optional<String> descriptors = ownDescriptors();
    if (descriptors.isEmpty()
        && CLOSED.isEmpty()
        && arguments.stream().allMatch(ProgramStart::isPlain)) {
      return arguments;
    }
    String limit = descriptors.map(number -> "ulimit -S -n " + number + "; ").orElse("");
    String closing = CLOSED.replaceAll("[012]", " $0>&-");
    List<String> command =
        new ArrayList<>(List.of("bash", "-c", limit + UNESCAPE + closing, "bash"));
    arguments.forEach(argument -> command.add(escaped(argument)));
    return command;
  }

  /** The limit of open files before the virtual machine raised it, if it did. */
  private static Optional<String> ownDescriptors() {
    String own = System.getProperty("tslmap.descriptors", "");
    if (!own.matches("[0-9]+")) {
      return Optional.empty();
    }
    try (Stream<String> limits = Files.lines(Path.of("/proc/self/limits"))) {
      return limits.noneMatch(line -> line.matches("Max open files +" + own + " .*"))
          ? Optional.of(own)
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Whether the virtual machine passes a text on as it is. */
  static boolean isPlain(String text) {
    return isAscii(text) || Arrays.equals(text.getBytes(SYSTEM), ByteText.bytes(text));
  }

  private static String escaped(String text) {
    StringBuilder escaped = new StringBuilder();
    for (byte b : ByteText.bytes(text)) {
      if (b == '\\') {
        escaped.append("\\\\");
      } else if (b < 0) {
        escaped.append("\\x").append(HexFormat.of().toHexDigits(b));
      } else {
        escaped.append((char) b);
      }
    }
    return escaped.toString();
  }

  private static void restoreLocale(Map<String, String> environment) {
    String own = environment.remove(OWN_LOCALE);
    if (own == null) {
      return;
    }
    if (own.isEmpty()) {
      environment.remove(LOCALE);
    } else {
      environment.put(LOCALE, own.substring(1));
    }
  }
}
