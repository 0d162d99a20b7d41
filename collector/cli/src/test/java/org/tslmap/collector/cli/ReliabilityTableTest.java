package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Every row of collector/RELIABILITY.md names tests, and these exist. */
class ReliabilityTableTest {

  private static final Pattern NAMED = Pattern.compile("`([A-Z]\\w*Test)(?:\\.(\\w+))?`");
  private static final int COLUMNS = 4;
  private static final int TESTS = 2;

  private static final Path HOME = Path.of(System.getProperty("tslmap.home"));

  /** Java files by the names of their classes. */
  private static Map<String, Path> tests() throws IOException {
    Map<String, Path> found = new HashMap<>();
    Files.walkFileTree(
        HOME,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            String name = folder.getFileName().toString();
            return name.equals("target") || name.startsWith(".") && !folder.equals(HOME)
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (file.toString().contains("/src/test/") || file.toString().contains("/src/fuzz/")) {
              found.put(file.getFileName().toString().replaceAll("\\.(java|c|sh|py)$", ""), file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return found;
  }

  /** The rows of tables whose first column has a title. */
  private static List<String[]> rows(String title) throws IOException {
    List<String[]> rows = new ArrayList<>();
    boolean inside = false;
    for (String line : Files.readAllLines(HOME.resolve("collector/RELIABILITY.md"))) {
      if (inside && line.startsWith("|") && !line.startsWith("|---")) {
        rows.add(line.substring(1, line.lastIndexOf('|')).split("\\|", -1));
      }
      inside = line.startsWith("|") && (inside || line.startsWith("| " + title + " |"));
    }
    return rows;
  }

  /** How many tests a text names; all of them must exist. */
  private static int named(String text, String where, Map<String, Path> tests) throws IOException {
    Matcher named = NAMED.matcher(text);
    int count = 0;
    while (named.find()) {
      Path file = tests.get(named.group(1));
      assertTrue(file != null, where + ": there is no test " + named.group(1));
      String method = named.group(2);
      assertTrue(
          method == null || Files.readString(file).contains("void " + method + "("),
          where + ": there is no " + method + " in " + file);
      count++;
    }
    return count;
  }

  @Test
  void everyNamedTestExists() throws IOException {
    Map<String, Path> tests = tests();
    List<String[]> faults = rows("fault");
    assertTrue(faults.size() > 20, "only " + faults.size() + " rows were found");
    for (String[] row : faults) {
      String fault = row[0].strip();
      assertEquals(COLUMNS, row.length, "columns of: " + fault);
      assertTrue(named(row[TESTS], fault, tests) > 0, fault + ": no test is named");
    }
    List<String[]> protections = rows("protection");
    assertTrue(protections.size() > 20, "only " + protections.size() + " rows were found");
    for (String[] row : protections) {
      named(row[row.length - 1], row[0].strip(), tests);
    }
  }
}
