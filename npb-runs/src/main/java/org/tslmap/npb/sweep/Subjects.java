package org.tslmap.npb.sweep;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.tslmap.collector.cli.CommandWords;
import org.tslmap.collector.cli.Installation;
import org.tslmap.collector.cli.MeasurementException;
import org.tslmap.npb.Program;
import org.tslmap.npb.Variant;

/** Finds what a sweep runs: this module's benchmarks, a folder of NPB's own, or a list. */
public final class Subjects {

  /** What NPB 3.x calls its programs: {@code is.A.x}, {@code cg.S}, {@code ft.W.4}. */
  private static final Pattern NPB_NAME =
      Pattern.compile("(bt|cg|dc|ep|ft|is|lu|mg|sp|ua)\\.([SWA-F])(?:\\.x|\\.(\\d+))?");

  /** Classes from the smallest to the largest. */
  private static final String CLASS_ORDER = "SWABCDEF";

  private static final int FINGERPRINT_BYTES = 8;

  private Subjects() {}

  /**
   * One of this module's benchmarks.
   *
   * @param file the program
   */
  public static Subject own(Program program, int width, Path file) throws IOException {
    return npb(
        program.benchmark().lower(),
        Character.toString(program.problemClass()),
        program.variant(),
        width,
        file);
  }

  private static Subject npb(
      String benchmark, String problemClass, Variant variant, int width, Path file)
      throws IOException {
    return new Subject(
        "%s.%s.%s".formatted(benchmark, problemClass, Subject.way(variant, width)),
        benchmark,
        problemClass,
        variant,
        width,
        List.of(file.toAbsolutePath().toString()),
        fingerprint(file),
        true);
  }

  /**
   * The programs of an NPB 3.x {@code bin} folder, which do not say how they are parallel. One that
   * was built for some number of ranks ({@code ft.W.4}) is run with that many.
   *
   * @param variant how they are
   * @param widths threads or ranks
   * @throws MeasurementException if there is none
   */
  public static List<Subject> inFolder(Path folder, Variant variant, List<Integer> widths)
      throws IOException, MeasurementException {
    List<Subject> subjects = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        Matcher name = NPB_NAME.matcher(file.getFileName().toString());
        if (name.matches() && Files.isRegularFile(file) && Files.isExecutable(file)) {
          List<Integer> own =
              name.group(3) == null ? widths : List.of(Integer.parseInt(name.group(3)));
          for (int width : own) {
            subjects.add(npb(name.group(1), name.group(2), variant, width, file));
          }
        }
      }
    }
    if (subjects.isEmpty()) {
      throw new MeasurementException(
          "expected programs such as is.S.x or cg.W in %s, but found none; name NPB's bin folder"
              .formatted(folder));
    }
    subjects.sort(
        Comparator.comparingInt((Subject s) -> CLASS_ORDER.indexOf(s.problemClass()))
            .thenComparing(Subject::benchmark)
            .thenComparingInt(Subject::width));
    return subjects;
  }

  /**
   * The programs of a list: a name and a command in each line. Words may stand in quotes; what
   * follows {@code #} is a remark.
   *
   * @throws MeasurementException if a line has no command, a name comes twice, or there is no such
   *     program
   */
  public static List<Subject> listed(Path list, Variant variant, List<Integer> widths)
      throws IOException, MeasurementException {
    List<Subject> subjects = new ArrayList<>();
    int number = 0;
    for (String line : Files.readAllLines(list)) {
      number++;
      List<String> words = CommandWords.ofLine(line);
      if (words.isEmpty()) {
        continue;
      }
      if (words.size() < 2) {
        throw new MeasurementException(
            "%s, line %d: expected a name and a command, but found only %s"
                .formatted(list, number, words.get(0)));
      }
      Path file = program(words.get(1), list, number);
      List<String> command = new ArrayList<>(words.subList(1, words.size()));
      command.set(0, file.toAbsolutePath().toString());
      for (int width : widths) {
        String name = PlannedRun.fileName(words.get(0)) + "." + Subject.way(variant, width);
        if (subjects.stream().anyMatch(other -> other.name().equals(name))) {
          throw new MeasurementException(
              "%s, line %d: the name %s is taken by an earlier line"
                  .formatted(list, number, words.get(0)));
        }
        subjects.add(
            new Subject(name, words.get(0), "", variant, width, command, fingerprint(file), false));
      }
    }
    if (subjects.isEmpty()) {
      throw new MeasurementException(
          "expected a line with a name and a command in %s, but found none".formatted(list));
    }
    return subjects;
  }

  private static Path program(String name, Path list, int number) throws MeasurementException {
    return Installation.find(name)
        .orElseThrow(
            () ->
                new MeasurementException(
                    "%s, line %d: there is no program %s here or on the PATH"
                        .formatted(list, number, name)));
  }

  /** The first bytes of the file's SHA-256. */
  private static String fingerprint(Path file) throws IOException {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
      return HexFormat.of().formatHex(digest, 0, FINGERPRINT_BYTES).toLowerCase(Locale.ROOT);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
