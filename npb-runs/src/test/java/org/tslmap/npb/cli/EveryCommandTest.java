package org.tslmap.npb.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each command that an overview lists, of any module, explains itself; outputs are at -o, too. */
class EveryCommandTest {
  /** A command in an overview: two blanks, its name, and what it does. */
  private static final Pattern LISTED = Pattern.compile("(?m)^  ([a-z][a-z-]*) +\\S");

  /** Explained by picocli. */
  private static final Set<String> GIVEN = Set.of("help", "generate-completion");

  @TempDir private Path folder;

  @Test
  void helpHasUsageAndAnExample() throws Exception {
    List<String> explained = new ArrayList<>();
    explain(List.of(), explained);
    assertTrue(
        explained.containsAll(
            List.of("run", "data", "hotspots", "view", "bench growth", "apex show", "npb sweep")),
        "commands of all modules: " + explained);
  }

  private void explain(List<String> command, List<String> explained) throws Exception {
    Tslmap help = Tslmap.run(folder, with(command, "--help"));
    String name = String.join(" ", with(List.of("tslmap"), command.toArray(String[]::new)));
    assertEquals(0, help.status(), help::all);
    assertTrue(help.out().contains("Usage: " + name + " "), help::all);
    String examples = help.out().substring(Math.max(0, help.out().lastIndexOf("\nExample")));
    assertTrue(examples.startsWith("\nExample"), name + " gives no example: " + help.all());
    assertTrue(examples.contains(name), name + " is in its example: " + examples);
    assertTrue(help.out().contains("-o, --out=") || !help.out().contains("--out="), help::all);
    explained.add(String.join(" ", command));
    int list = help.out().indexOf("\nCommands:");
    if (list >= 0) {
      Matcher listed = LISTED.matcher(help.out().substring(list, help.out().indexOf("\nExample")));
      while (listed.find()) {
        if (!GIVEN.contains(listed.group(1))) {
          explain(List.of(with(command, listed.group(1))), explained);
        }
      }
    }
  }

  private static String[] with(List<String> command, String... more) {
    return Stream.concat(command.stream(), Stream.of(more)).toArray(String[]::new);
  }
}
