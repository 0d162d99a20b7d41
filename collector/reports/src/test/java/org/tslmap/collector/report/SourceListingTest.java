package org.tslmap.collector.report;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tslmap.collector.sources.SourceFiles;
import org.tslmap.collector.sources.SourceRoots;
import org.tslmap.locality.profile.LocalityProfile;

/** Source text with counts beside it. */
class SourceListingTest {

  @TempDir private Path folder;

  private String listing(String name, int context, boolean expected) {
    LocalityProfile profile = new LocalityProfile("t", List.of(AttributedProfile.process(true)));
    Report report =
        Report.of(profile, RowSelection.ALL.columns(List.of("loads", "stores")), List.of());
    StringWriter text = new StringWriter();
    SourceFiles sources =
        new SourceFiles(profile, Optional.empty(), SourceRoots.with(List.of(folder)));
    SourceListing listing =
        new SourceListing(report, List.of(), report.selection(), context, sources);
    boolean found = listing.write(name, new PrintWriter(text));
    assertTrue(found == expected, text.toString());
    return text.toString().replaceAll(" +", " ");
  }

  @Test
  void aFileHasCountsBesideItsLines() throws IOException {
    Files.createDirectories(folder.resolve("src"));
    Files.writeString(
        folder.resolve("src/p.c"), "one\ntwo\n\tthree\nfour\nfive\nsix\nseven\neight\nnine\n");
    String text = listing("p.c", 1, true);
    assertTrue(text.startsWith("/src/p.c: 68.9 % of all accesses; in context, words\n"), text);
    assertTrue(
        text.contains("\n2 two\n3 0 10 three\n4 four\n...\n7 seven\n8 200 0 eight\n9 nine\n"),
        text);
    assertTrue(text.contains("\n 200 10 whole of the above\n"), text);
  }

  @Test
  void aFunctionHasItsOwnAccessesOnly() {
    String text = listing("work", 3, true);
    assertTrue(text.contains("/src/p.c: 65.6 %"), text);
    assertTrue(text.contains("note: no source text: the file is not there; name its folder"), text);
    assertTrue(text.contains("\n8 200 0\n"), text);
    assertFalse(text.contains("\n3 "), text);
  }

  @Test
  void whatIsNotThereIsNotFound() {
    listing("nothing", 3, false);
  }
}
