package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.openqa.selenium.By;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.tslmap.collector.hotspots.AccessPattern;
import org.tslmap.collector.hotspots.Finding;
import org.tslmap.collector.hotspots.HotspotSettings;
import org.tslmap.collector.hotspots.Hotspots;
import org.tslmap.collector.server.ListenAddress;
import org.tslmap.collector.sources.SourceRoots;
import org.tslmap.collector.view.RunLibrary;
import org.tslmap.collector.view.SurfaceShelf;
import org.tslmap.collector.view.ViewServer;
import org.tslmap.locality.layout.Remedy;
import org.tslmap.locality.profile.ProfileJson;

/**
 * The programs of {@code plots/GALLERY.md}, on the usual caches: what the pages say first of each
 * is its problem, with the remedy that helps, and of the good one that there is none. With {@code
 * TSLMAP_GALLERY=$PWD/plots/gallery} the gallery's pictures are made anew.
 */
class GalleryEndToEndTest {

  private static final Duration PATIENCE = Duration.ofMinutes(3);

  /** A program, and what must be said of it first. */
  private enum Exhibit {
    IJK("multiply", "IJK", AccessPattern.COLUMN_WALK, "multiply", "b", Remedy.Kind.INTERCHANGE),
    JIK("multiply", "JIK", AccessPattern.COLUMN_WALK, "multiply", "b", Remedy.Kind.INTERCHANGE),
    JKI("multiply", "JKI", AccessPattern.COLUMN_WALK, "multiply", "[ac]", Remedy.Kind.INTERCHANGE),
    TRIAD("triad", "", AccessPattern.REPEATED_SWEEP, "triad", "[abc]", null),
    RANDOM("random", "", AccessPattern.RANDOM_PROBES, "update", "table", null),
    LIST("list", "", AccessPattern.POINTER_CHASE, "walk", ".*malloc in main .*", Remedy.Kind.POOL),
    STENCIL("stencil", "", AccessPattern.REPEATED_SWEEP, "step", "now|then", null),
    STRUCTS(
        "structs",
        "",
        AccessPattern.STRUCT_WALK,
        "weigh",
        ".*calloc in main .*",
        Remedy.Kind.SPLIT),
    FALSE_SHARING(
        "false-sharing", "", AccessPattern.FALSE_SHARING, "work", "counts", Remedy.Kind.SPREAD),
    GOOD("good", "", null, "", "", null);

    private final String source;
    private final String define;
    private final Optional<AccessPattern> pattern;
    private final String function;
    private final String object;
    private final Optional<Remedy.Kind> remedy;

    Exhibit(
        String source,
        String define,
        AccessPattern pattern,
        String function,
        String object,
        Remedy.Kind remedy) {
      this.source = source;
      this.define = define;
      this.pattern = Optional.ofNullable(pattern);
      this.function = function;
      this.object = object;
      this.remedy = Optional.ofNullable(remedy);
    }

    String label() {
      return source + (define.isEmpty() ? "" : "-" + define.toLowerCase(Locale.ROOT));
    }
  }

  @EmptyFolder private Path folder;

  private List<String> compiled(Exhibit exhibit) throws IOException, InterruptedException {
    Path own = folder.resolve(exhibit.label());
    Files.createDirectories(own.resolve("gallery"));
    String define = exhibit.define.isEmpty() ? "-DNONE" : "-D" + exhibit.define;
    return List.of(
        "" + new TestPrograms(own).compile("gallery/" + exhibit.source + ".c", "-pthread", define));
  }

  private Path measured(String name, String trace, List<String> program) {
    Path out = folder.resolve("runs").resolve(name);
    List<String> command = new ArrayList<>(List.of("run", "--quiet", "--trace", trace));
    command.addAll(List.of("--out", "" + out, "--"));
    command.addAll(program);
    CapturedCommand run = CapturedCommand.tslmap(command.toArray(String[]::new));
    assertEquals(0, run.status(), run.err());
    return out;
  }

  @ParameterizedTest
  @EnumSource(Exhibit.class)
  void theProblemComesFirst(Exhibit exhibit) throws IOException, InterruptedException {
    Path run = measured(exhibit.label(), "none", compiled(exhibit));
    Hotspots hotspots =
        Hotspots.of(ProfileJson.read(run.resolve("profile.json")), HotspotSettings.defaults());
    if (exhibit.pattern.isEmpty()) {
      assertEquals(List.of(), hotspots.findings());
      String text = CapturedCommand.tslmap("hotspots", "" + run).out();
      assertTrue(text.contains("no hotspot: nowhere could"), text);
      return;
    }
    Finding first = hotspots.alike().get(0).get(0);
    assertEquals(exhibit.pattern.get(), first.pattern(), first.sentence());
    assertEquals(exhibit.function, first.function());
    assertTrue(first.object().matches(exhibit.object), first.object());
    assertEquals(
        exhibit.remedy, first.trials().stream().findFirst().map(trial -> trial.remedy().kind()));
  }

  @Test
  @Timeout(value = 30, unit = TimeUnit.MINUTES)
  @EnabledIfEnvironmentVariable(named = "TSLMAP_GALLERY", matches = ".+")
  void picturesAreMadeAnew() throws IOException, InterruptedException {
    TestBrowser.assume();
    Path pictures = Files.createDirectories(Path.of(System.getenv("TSLMAP_GALLERY")));
    List<String> names = new ArrayList<>();
    for (Exhibit exhibit : Exhibit.values()) {
      measured(exhibit.label(), "full", compiled(exhibit));
      names.add(exhibit.label());
    }
    Path text = Files.writeString(folder.resolve("text"), words());
    measured("bzip2", "full", List.of("/usr/bin/bzip2", "-kc", "" + text));
    measured("sqlite3", "full", List.of("/usr/bin/sqlite3", ":memory:", QUERY));
    names.addAll(List.of("bzip2", "sqlite3"));
    ViewServer server =
        ViewServer.start(
            new ListenAddress.Tcp("127.0.0.1", 0),
            new RunLibrary(
                List.of(folder.resolve("runs")),
                SourceRoots.with(List.of()),
                HotspotSettings.defaults()),
            new SurfaceShelf(List.of()));
    ChromeDriver browser =
        TestBrowser.start(
            Files.createDirectory(folder.resolve("browser")), List.of("--window-size=900,1600"));
    try {
      for (String name : names) {
        browser.get("about:blank");
        browser.get(server.url() + "#/run/" + name + "/hotspots");
        await(browser, ".lead");
        tryFirst(browser);
        byte[] picture =
            browser.findElements(By.cssSelector("article.card")).stream()
                .findFirst()
                .map(card -> card.getScreenshotAs(OutputType.BYTES))
                .orElseGet(() -> browser.getScreenshotAs(OutputType.BYTES));
        Files.write(pictures.resolve(name + ".png"), picture);
      }
    } finally {
      browser.quit();
      server.close();
    }
  }

  /** Tries the remedy of the first card, if it can be tried. */
  private static void tryFirst(ChromeDriver browser) {
    Optional<WebElement> button =
        browser.findElements(By.cssSelector("article.card")).stream()
            .limit(1)
            .flatMap(card -> card.findElements(By.cssSelector("[aria-label^='Try the']")).stream())
            .findFirst();
    if (button.isPresent()) {
      button.get().click();
      await(browser, "table.tried");
    }
  }

  private static void await(ChromeDriver browser, String css) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (browser.findElements(By.cssSelector(css)).isEmpty()) {
      assertTrue(System.nanoTime() < end, () -> css + " is missing");
      Thread.onSpinWait();
    }
  }

  private static final String QUERY =
      "create table t(k integer primary key, v integer);"
          + " with recursive n(i) as (select 1 union all select i + 1 from n where i < 30000)"
          + " insert into t select i, (i * 7919) % 30011 from n;"
          + " create index by_value on t(v);"
          + " select count(*), sum(a.v) from t a join t b on a.v = b.k;";

  /** A text of words that come back in no order. */
  private static String words() {
    return IntStream.range(0, 60_000)
        .mapToObj(i -> "word" + (i * 7919L * i) % 2003)
        .collect(Collectors.joining(" "));
  }
}
