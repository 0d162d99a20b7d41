package org.tslmap.collector.sources;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tslmap.collector.store.RunFolder;
import org.tslmap.locality.Footprint;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.AccessTotals;
import org.tslmap.locality.profile.Attribution;
import org.tslmap.locality.profile.FunctionInfo;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProcessEnd;
import org.tslmap.locality.profile.ProcessIdentity;
import org.tslmap.locality.profile.ProcessProfile;

/** Profiles that name files which nobody meant to show, and programs that somebody else made. */
class SourceFilesTest {
  private static final String SECRET = "root:$6$secret\n";
  private static final byte[] ELF = {0x7F, 'E', 'L', 'F', 2, 1, 1, 0};

  @TempDir private Path folder;

  private Path work;
  private Path elsewhere;

  @BeforeEach
  void prepare() throws IOException {
    work = Files.createDirectory(folder.resolve("work")).toRealPath();
    elsewhere = Files.createDirectory(folder.resolve("elsewhere")).toRealPath();
    Files.writeString(work.resolve("main.c"), "int main(void)\n{}\n");
    Files.writeString(elsewhere.resolve("shadow"), SECRET);
  }

  /** A profile whose functions are in these files. */
  private static LocalityProfile profile(String program, String directory, String... files) {
    ProcessProfile process =
        new ProcessProfile(
            new ProcessIdentity(7, 1, "here", -1, "", program, List.of("p"), directory, 0),
            ProcessEnd.exited(0),
            MetricParameters.defaults(),
            List.of(),
            new AccessTotals(0, 0, 0, 0, 0, 0, 0),
            new Footprint(0, 0),
            Arrays.stream(files).map(file -> new FunctionInfo("f", program, file, 1)).toList(),
            List.of(),
            List.of(),
            List.of(),
            Attribution.NONE,
            Optional.empty(),
            Optional.empty());
    return new LocalityProfile("t", List.of(process));
  }

  /** The text of a file that a program elsewhere names, with these folders allowed. */
  private SourceText text(String file, Path... named) {
    return sources(profile("/no/such/program", work.toString(), file), named).read(file);
  }

  private SourceFiles sources(LocalityProfile profile, Path... named) {
    return new SourceFiles(profile, Optional.empty(), new SourceRoots(List.of(named), work));
  }

  private static void assertRefused(SourceText text, String why) {
    assertFalse(text.isThere(), text.toString());
    assertEquals("", text.text());
    assertTrue(text.missing().contains(why), text.missing());
  }

  @Test
  void sourcesInTheWorkingDirectoryAreShown() {
    assertEquals("int main(void)\n{}\n", text(work.resolve("main.c").toString()).text());
    assertEquals(2, text("main.c").lines().size());
  }

  @Test
  void nothingElseIs() {
    Path shadow = elsewhere.resolve("shadow");
    assertRefused(text(shadow.toString()), "not in the working directory");
    assertRefused(text("../elsewhere/shadow"), "not in the working directory");
    assertRefused(text(work + "/../elsewhere/shadow"), "not in the working directory");
    assertRefused(text("/etc/passwd"), "not in the working directory");
    assertRefused(text("no.c"), "--source-root");
    assertRefused(text("main.c\0/../../shadow"), "not there");
  }

  @Test
  void aFileThatTheProfileDoesNotNameIsNotRead() {
    SourceFiles sources = sources(profile("/p", work.toString(), "other.c"));
    assertRefused(sources.read("main.c"), "names no such source file");
  }

  @Test
  void linksLeadNowhere() throws IOException {
    Files.createSymbolicLink(work.resolve("link.c"), elsewhere.resolve("shadow"));
    Files.createSymbolicLink(work.resolve("src"), elsewhere);
    assertRefused(text("link.c"), "not in the working directory");
    assertRefused(text("src/shadow"), "not in the working directory");
    assertTrue(text("src/shadow", elsewhere).isThere(), "its real place is allowed");
  }

  @Test
  void hiddenFilesAreNoSources() throws IOException {
    Files.createDirectory(work.resolve(".ssh"));
    Files.writeString(work.resolve(".ssh/id"), SECRET);
    Files.writeString(work.resolve(".netrc"), SECRET);
    assertRefused(text(".ssh/id"), "not in the working directory");
    assertRefused(text(".netrc"), "not in the working directory");
    assertTrue(text(".ssh/id", work.resolve(".ssh")).isThere(), "named by the user");
  }

  @Test
  void onlyTextIsShown() throws IOException {
    Files.write(work.resolve("zero.c"), new byte[] {'a', 0, 'b'});
    Files.write(work.resolve("bell.c"), new byte[] {'a', 7});
    Files.write(work.resolve("old.f"), new byte[] {'\t', 'a', (byte) 0xE4, '\r', '\n', '\f', 0x1A});
    assertRefused(text("zero.c"), "no text");
    assertRefused(text("bell.c"), "no text");
    assertTrue(text("old.f").isThere());
  }

  @Test
  void largeFilesAreNotShown() throws IOException {
    byte[] spaces = new byte[SourceText.MOST_BYTES + 1];
    Arrays.fill(spaces, (byte) ' ');
    Files.write(work.resolve("large.c"), spaces);
    assertRefused(text("large.c"), "more than 8 MiB");
  }

  @Test
  void devicesAndPipesAreNotOpened() throws IOException, InterruptedException {
    Path pipe = work.resolve("pipe.c");
    assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0);
    assertRefused(text("pipe.c"), "no regular file");
    assertRefused(text("/dev/zero", Path.of("/dev")), "no regular file");
  }

  @Test
  void namedFoldersAreAllowedAndSearched() throws IOException {
    assertEquals(SECRET, text("/home/other/src/shadow", elsewhere).text());
    Files.writeString(folder.resolve("key"), SECRET);
    assertRefused(text("/home/../key", elsewhere), "not in the working directory");
  }

  @Test
  void sourcesBesideTheProgramAreShown() throws IOException {
    Path program = Files.write(elsewhere.resolve("p"), ELF);
    String file = elsewhere.resolve("shadow").toString();
    assertTrue(sources(profile(program.toString(), "/", file)).read(file).isThere());
  }

  @Test
  void aFileThatIsNoProgramOpensNoFolder() throws IOException {
    String file = elsewhere.resolve("shadow").toString();
    assertRefused(sources(profile(file, "/", file)).read(file), "beside the program");
    Path link = Files.createSymbolicLink(elsewhere.resolve("p"), Path.of("/bin/ls"));
    assertRefused(sources(profile(link.toString(), "/", file)).read(file), "beside the program");
  }

  @Test
  void aFolderThatOthersMayWriteIsNotTheUsersOwn() throws IOException {
    Path program = Files.write(elsewhere.resolve("p"), ELF);
    Files.setPosixFilePermissions(elsewhere, PosixFilePermissions.fromString("rwxrwxrwx"));
    String file = elsewhere.resolve("shadow").toString();
    assertRefused(sources(profile(program.toString(), "/", file)).read(file), "beside the program");
  }

  @Test
  void theRootOfTheFileSystemIsNotAllowedByBeingThere() {
    String file = elsewhere.resolve("shadow").toString();
    SourceRoots roots = new SourceRoots(List.of(), Path.of("/"));
    SourceFiles sources = new SourceFiles(profile("/p", "/", file), Optional.empty(), roots);
    assertRefused(sources.read(file), "not in the working directory");
  }

  @Test
  void theRunsOwnCopiesComeFirst() throws IOException {
    String allowed = work.resolve("main.c").toString();
    String forbidden = elsewhere.resolve("shadow").toString();
    LocalityProfile profile = profile("/p", work.toString(), allowed, forbidden);
    RunFolder run = new RunFolder(Files.createDirectory(folder.resolve("run")));
    assertTrue(sources(profile).keepIn(run).startsWith("1 of 2 source files kept"));
    Files.writeString(work.resolve("main.c"), "changed\n");
    SourceFiles kept =
        new SourceFiles(profile, Optional.of(run), new SourceRoots(List.of(), elsewhere));
    assertEquals("int main(void)\n{}\n", kept.read(allowed).text());
    assertEquals(0, kept.read(allowed).changedMillis());
    Files.delete(work.resolve("main.c"));
    assertTrue(kept.read(allowed).isThere());

    RunFolder merged = new RunFolder(folder.resolve("merged"));
    new KeptSources(run).copyTo(new KeptSources(merged));
    SourceFiles copied =
        new SourceFiles(profile, Optional.of(merged), new SourceRoots(List.of(), elsewhere));
    assertTrue(copied.read(allowed).isThere());
  }

  @Test
  void copiesInARunFromElsewhereAreNoLinks() throws IOException {
    LocalityProfile profile = profile("/p", work.toString(), "main.c");
    RunFolder run = new RunFolder(Files.createDirectory(folder.resolve("run")));
    sources(profile).keepIn(run);
    Path copy;
    try (var files = Files.list(run.sources())) {
      copy = files.findFirst().orElseThrow();
    }
    Files.delete(copy);
    Files.createSymbolicLink(copy, elsewhere.resolve("shadow"));
    SourceFiles files =
        new SourceFiles(profile, Optional.of(run), new SourceRoots(List.of(), work));
    assertEquals("int main(void)\n{}\n", files.read("main.c").text());
  }
}
