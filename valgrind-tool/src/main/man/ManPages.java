package org.tslmap.collector.cli;

import java.nio.file.Path;
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
    System.exit(
        ManPageGenerator.generateManPage(
            Path.of(args[0]).toFile(), null, new boolean[0], false, line.getCommandSpec()));
  }
}
