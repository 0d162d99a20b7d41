package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProfileJson;

/** Names and arguments reach programs byte for byte, whatever the locale. */
class ProgramBytesEndToEndTest {
  private static final String ARGUMENTS = "$'\\xc3\\xa9' $'\\xe9\\xff' $'a\\nb' '' '\\x41\\' x";
  private static final String PRINTED = "c3a9\ne9ff\n610a62\n\n5c7834315c\n78\n";

  @TempDir private Path folder;
  private TestPrograms programs;

  @BeforeEach
  void compile() throws IOException, InterruptedException {
    programs = new TestPrograms(folder);
    programs.compile("bytes.c");
    TestPrograms.Result made =
        programs.run(
            Map.of(),
            List.of(
                "bash",
                "-c",
                "for d in caf$'\\xe9' caf$'\\xc3\\xa9'; do mkdir $d && cp bytes $d/; done"));
    assertEquals(0, made.status(), made.err());
  }

  @ParameterizedTest
  @ValueSource(strings = {"C", "C.UTF-8", "no_SUCH"})
  void argumentsAreKept(String locale) throws IOException, InterruptedException {
    TestPrograms.Result result =
        programs.tslmapFromShell(
            Map.of("LC_ALL", locale), "run --quiet --trace none --out run -- ./bytes " + ARGUMENTS);
    assertEquals(7, result.status(), result.err());
    assertEquals(PRINTED + "LC_ALL " + locale + "\n", result.out());
    LocalityProfile profile = ProfileJson.read(folder.resolve("run/profile.json"));
    assertEquals(
        List.of("./bytes", "\u00e9", "\\xE9\\xFF", "a\nb", "", "\\x41\\", "x"),
        profile.mainProcess().identity().command());
  }

  @ParameterizedTest
  @ValueSource(strings = {"$'caf\\xe9/bytes'", "$'./caf\\xc3\\xa9/bytes'"})
  void programsOfAnyNameAreFound(String name) throws IOException, InterruptedException {
    for (String locale : List.of("C", "C.UTF-8")) {
      TestPrograms.Result result =
          programs.tslmapFromShell(
              Map.of("LC_ALL", locale),
              "run --quiet --trace none --out run-" + locale + " -- " + name + " " + ARGUMENTS);
      assertEquals(7, result.status(), result.err());
      assertEquals(PRINTED + "LC_ALL " + locale + "\n", result.out());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"C", "C.UTF-8"})
  void aProgramThatIsMissingIsOneLine(String locale) throws IOException, InterruptedException {
    TestPrograms.Result result =
        programs.tslmapFromShell(Map.of("LC_ALL", locale), "run -- $'caf\\xe9/none'");
    assertEquals("tslmap: there is no program caf\\xE9/none here or on the PATH\n", result.err());
    assertEquals(127, result.status());
  }

  @Test
  void aFolderThatCannotBeNamedIsOneClearError() throws IOException, InterruptedException {
    TestPrograms.Result result =
        programs.tslmapFromShell(
            Map.of("LC_ALL", "C.UTF-8"), "run --out $'caf\\xe9/run' -- ./bytes");
    assertEquals(2, result.status());
    assertTrue(
        result.err().contains("expected a path in UTF-8, found 'caf\\xE9/run'"), result.err());
    assertFalse(result.err().contains("Exception"), result.err());
  }

  /** What the launcher does in a locale of plain ASCII, and what its programs see of that. */
  @Test
  void withoutALocaleTheLauncherTakesOneForJavaAlone() throws IOException, InterruptedException {
    String launcher = Files.readString(Path.of(System.getProperty("tslmap.home"), "tslmap"));
    int start = launcher.indexOf("accent=");
    String part = launcher.substring(start, launcher.indexOf("\nfi\n", start) + 4);
    for (String own : List.of("export LC_ALL=C", "unset LC_ALL LC_CTYPE LANG", "export LC_ALL=")) {
      String show = "\nprintf '%s %s' \"$LC_ALL\" \"$TSLMAP_LC_ALL\"";
      TestPrograms.Result result =
          programs.run(
              Map.of("LANG", "C", "LC_CTYPE", "C"),
              List.of(
                  "bash",
                  "-c",
                  own
                      + "; bash -c '"
                      + part.replace("'", "'\\''")
                      + show.replace("'", "'\\''")
                      + "'"));
      assertEquals(
          "C.UTF-8 " + (own.startsWith("unset") ? "" : own.replace("export LC_ALL=", "-")),
          result.out(),
          result.err());
    }
    for (String locale : List.of("-C", "-", "")) {
      TestPrograms.Result result =
          programs.tslmapFromShell(
              Map.of("LC_ALL", "C.UTF-8", "TSLMAP_LC_ALL", locale),
              "run --quiet --trace none --out $'caf\\xc3\\xa9"
                  + locale
                  + "' -- $'caf\\xc3\\xa9/bytes' $'\\xc3\\xa9'");
      assertEquals(
          "c3a9\nLC_ALL " + (locale.isEmpty() ? "unset" : locale.substring(1)) + "\n",
          result.out(),
          result.err());
    }
    assertEquals(
        0,
        programs
            .run(Map.of(), List.of("bash", "-c", "test -e caf$'\\xc3\\xa9'-C/profile.json"))
            .status(),
        "the folder that was named");
  }

  @Test
  void programsHaveTheirOwnLimitOfOpenFiles() throws IOException, InterruptedException {
    TestPrograms.Result result =
        programs.tslmapFromShell(
            Map.of("JDK_JAVA_OPTIONS", "-Dtslmap.descriptors=321"),
            "run --quiet --trace none --out run -- bash -c 'ulimit -Sn'");
    assertEquals("321\n", result.out(), result.err());
  }
}
