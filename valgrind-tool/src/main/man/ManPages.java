package org.tslmap.collector.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.codegen.docgen.manpage.ManPageGenerator;

/** Writes a page in AsciiDoc for each command, from what the commands say of themselves. */
final class ManPages {

  /** A line of a synopsis that is broken within marks of a font loses them. */
  private static final int WIDTH = 4000;

  private ManPages() {}

  /**
   * Writes the pages.
   *
   * @param args an empty folder
   */
  public static void main(String[] args) throws Exception {
    // With this name, all commands come with their options.
    CommandLine line = Main.commandLine("generate-completion");
    line.setUsageHelpAutoWidth(false).setUsageHelpWidth(WIDTH);
    Path folder = Path.of(args[0]);
    int status =
        ManPageGenerator.generateManPage(
            folder.toFile(), null, new boolean[0], false, line.getCommandSpec());
    if (status == 0) {
      markSyntax(folder);
    }
    System.exit(status);
  }

  /**
   * Marks fonts of synopses and options so that they hold beside brackets and colons as well, and
   * brackets so that AsciiDoc leaves them as they are.
   */
  private static void markSyntax(Path folder) throws IOException {
    List<Path> pages;
    try (Stream<Path> files = Files.list(folder)) {
      pages = files.filter(file -> file.toString().endsWith(".adoc")).toList();
    }
    for (Path page : pages) {
      List<String> lines = Files.readAllLines(page).stream().map(ManPages::markSyntax).toList();
      Files.write(page, lines);
    }
  }

  private static String markSyntax(String line) {
    boolean synopsis = line.startsWith("*tslmap");
    boolean term = (line.startsWith("*") || line.startsWith("_")) && line.endsWith("::");
    return synopsis || term
        ? line.replace("*", "**")
            .replace("_", "__")
            .replace("[", "{startsb}")
            .replace("]", "{endsb}")
        : line;
  }
}
