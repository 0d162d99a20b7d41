package org.tslmap.locality.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Filter files are read and applied as Score-P does it: {@code cases.txt} has the cases. */
class FilterRulesTest {

  @TempDir Path folder;

  @TestFactory
  Stream<DynamicTest> cases() throws IOException {
    String all;
    try (var in = FilterRulesTest.class.getResourceAsStream("cases.txt")) {
      all = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    List<String> cases = List.of(all.substring(all.indexOf("\n====\n") + 6).split("\n(?=== )"));
    assertTrue(cases.size() >= 40, "cases: " + cases.size());
    return cases.stream()
        .map(
            text ->
                DynamicTest.dynamicTest(
                    text.substring(3, text.indexOf('\n')),
                    () -> check(text.substring(text.indexOf('\n') + 1))));
  }

  private static void check(String text) {
    int cut = ("\n" + text).indexOf("\n----\n");
    String file =
        text.substring(0, cut)
            .replace("<empty>", "")
            .replace("<blank>", " ")
            .replace("<tab>", "\t")
            .replace("<cr>", "\r")
            .replace("<zero>", "\0")
            .replace("<mark>", "\uFEFF");
    List<String> expected =
        text.substring(cut + 5).lines().filter(line -> !line.isEmpty()).toList();
    assertTrue(!expected.isEmpty(), "nothing is expected");
    if (expected.get(0).startsWith("refused ")) {
      Exception error =
          assertThrows(IllegalArgumentException.class, () -> FilterRules.of(file).close());
      assertEquals(expected, List.of("refused " + error.getMessage()));
      return;
    }
    try (FilterRules rules = FilterRules.of(file)) {
      List<String> unmatched = new ArrayList<>();
      for (String line : expected) {
        if (line.startsWith("unmatched ")) {
          unmatched.add(line.substring(10));
        } else if (!line.equals("all matched")) {
          assertEquals(line, answered(rules, line));
        }
      }
      if (!unmatched.isEmpty() || expected.contains("all matched")) {
        assertEquals(unmatched, rules.unmatched().stream().map(UnmatchedRule::toString).toList());
      }
    }
  }

  /** The line as it is if the answer is right. */
  private static String answered(FilterRules rules, String line) {
    String names = line.substring(line.indexOf(' ') + 1);
    List<String> name =
        Arrays.asList((names.startsWith("|") ? " " + names : names).split(" \\| ", 3));
    boolean excluded = rules.excluded(name.get(0), name.get(1), name.get(2));
    Optional<FilterRule> by = rules.decisive(name.get(0), name.get(1), name.get(2));
    assertEquals(excluded, by.isPresent() && by.get().excludes(), "the rule of " + line);
    return (excluded ? "excluded " : "kept ") + names;
  }

  @Test
  void rulesKnowTheirPlaceAndSubject() {
    String text =
        """
        SCOREP_FILE_NAMES_BEGIN INCLUDE *.c SCOREP_FILE_NAMES_END
        SCOREP_REGION_NAMES_BEGIN
          EXCLUDE a\\ b MANGLED _Z1c
        SCOREP_REGION_NAMES_END
        """;
    try (FilterRules rules = FilterRules.of(text)) {
      assertEquals(
          List.of(
              new FilterRule(1, "*.c", FilterRule.Subject.FILE, false),
              new FilterRule(3, "a\\ b", FilterRule.Subject.DEMANGLED, true),
              new FilterRule(3, "_Z1c", FilterRule.Subject.MANGLED, true)),
          rules.rules());
      assertEquals(rules.rules().get(1), rules.decisive("x.c", "", "a b").orElseThrow());
      assertEquals(Optional.empty(), rules.decisive("x.c", "", "other"));
    }
  }

  @Test
  void filesAreReadAndErrorsNameThem() throws IOException {
    Path file = folder.resolve("x.filter");
    Files.writeString(file, "SCOREP_REGION_NAMES_BEGIN EXCLUDE f SCOREP_REGION_NAMES_END");
    try (FilterRules rules = FilterRules.read(file)) {
      assertTrue(rules.excluded("", "f", "f"));
    }
    Files.writeString(file, "\n\nEXCLUDE f");
    Exception wrong =
        assertThrows(IllegalArgumentException.class, () -> FilterRules.read(file).close());
    assertTrue(wrong.getMessage().startsWith(file + ", line 3: expected "), wrong.getMessage());
    Path none = folder.resolve("none.filter");
    Exception missing = assertThrows(IOException.class, () -> FilterRules.read(none).close());
    assertEquals(
        "expected a filter file, but found none that can be read: " + none, missing.getMessage());
    Exception aFolder = assertThrows(IOException.class, () -> FilterRules.read(folder).close());
    assertEquals("expected a filter file, but found a folder: " + folder, aFolder.getMessage());
  }
}
