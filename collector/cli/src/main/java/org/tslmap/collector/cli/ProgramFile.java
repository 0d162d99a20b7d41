package org.tslmap.collector.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.tslmap.collector.names.ByteText;

/** The file of a program that is to be measured, and whether it can be. */
final class ProgramFile implements AutoCloseable {

  private static final byte[] ELF_32 = {0x7F, 'E', 'L', 'F', 1};
  private static final byte[] ELF_64 = {0x7F, 'E', 'L', 'F', 2};
  private static final Pattern INTERPRETER = Pattern.compile("#![ \\t]*([^\\s\\x00]+)");

  /** As much of a script's first line as Linux reads. */
  private static final int FIRST_LINE = 256;

  private static final int NOT_FOUND = 127;
  private static final int NOT_EXECUTABLE = 126;

  private final String name;
  private final Optional<Path> path;
  private final Optional<Path> links;

  /**
   * Why a program cannot be measured.
   *
   * @param line says it
   * @param status the exit status that shells use for this
   */
  record Refusal(String line, int status) {}

  private ProgramFile(String name, Optional<Path> path, Optional<Path> links) {
    this.name = name;
    this.path = path;
    this.links = links;
  }

  /**
   * Looks for a program as a shell does.
   *
   * @param name as it was given, a text of {@link ByteText}
   */
  static ProgramFile find(String name) throws IOException, InterruptedException {
    if (name.indexOf('/') < 0 || ProgramStart.isPlain(name)) {
      return new ProgramFile(name, Installation.find(name), Optional.empty());
    }
    // A path that the virtual machine cannot name is looked at through a link.
    Path folder = Files.createTempDirectory("tslmap-");
    Path link = folder.resolve("program");
    int status =
        ProgramStart.of(List.of("ln", "-sr", "--", name, link.toString()))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start()
            .waitFor();
    return new ProgramFile(
        name,
        status == 0 ? Installation.find(link.toString()) : Optional.empty(),
        Optional.of(folder));
  }

  /** The file, in a form that can be opened; only of a program that can be measured. */
  Path path() {
    return path.orElseThrow();
  }

  /** Its name without folders, for people. */
  String shortName() {
    return ByteText.shown(name.substring(name.lastIndexOf('/') + 1));
  }

  /**
   * The name of the file that will run, without folders and links; empty for a script, whose
   * interpreter runs.
   */
  Optional<String> executableName() throws IOException {
    return path.isPresent() && links.isEmpty() && begins(path(), ELF_64)
        ? Optional.of(path().toRealPath().getFileName().toString())
        : Optional.empty();
  }

  /** Why it cannot be measured, if so. */
  Optional<Refusal> refusal() throws IOException {
    String shown = ByteText.shown(name);
    if (path.isEmpty()) {
      boolean exists = isPresent();
      return Optional.of(
          exists
              ? new Refusal(
                  shown + " is no executable file; chmod +x makes a script one", NOT_EXECUTABLE)
              : new Refusal("there is no program " + shown + " here or on the PATH", NOT_FOUND));
    }
    if (begins(path(), ELF_32)) {
      return Optional.of(
          new Refusal(
              shown
                  + " is a 32-bit program; only programs of x86-64 can be measured, compile it with -m64",
              NOT_EXECUTABLE));
    }
    return missingInterpreter(path())
        .map(
            interpreter ->
                new Refusal(
                    "%s asks for the interpreter %s, which is no executable file here; mend its first line"
                        .formatted(shown, interpreter),
                    NOT_EXECUTABLE));
  }

  private boolean isPresent() {
    return links
        .map(folder -> Files.exists(folder.resolve("program")))
        .orElseGet(() -> name.indexOf('/') >= 0 && Files.exists(Path.of(name)));
  }

  private static boolean begins(Path file, byte[] magic) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return Arrays.equals(in.readNBytes(magic.length), magic);
    } catch (AccessDeniedException e) {
      return false; // executable but not readable: Valgrind will say so
    }
  }

  /** The interpreter a script names in its first line, if it cannot be executed. */
  private static Optional<String> missingInterpreter(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      String start = new String(in.readNBytes(FIRST_LINE), StandardCharsets.ISO_8859_1);
      Matcher first = INTERPRETER.matcher(start);
      if (!first.lookingAt()) {
        return Optional.empty();
      }
      try (ProgramFile interpreter =
          find(ByteText.of(first.group(1).getBytes(StandardCharsets.ISO_8859_1)))) {
        return interpreter.path.isPresent()
            ? Optional.empty()
            : Optional.of(ByteText.shown(interpreter.name));
      }
    } catch (AccessDeniedException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  @Override
  public void close() throws IOException {
    if (links.isPresent()) {
      Files.deleteIfExists(links.get().resolve("program"));
      Files.delete(links.get());
    }
  }
}
