package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.NoSuchElementException;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.tslmap.apexmap.Machine;
import org.tslmap.collector.cli.apex.MadeUpSurface;
import org.tslmap.collector.hotspots.HotspotSettings;
import org.tslmap.collector.server.ListenAddress;
import org.tslmap.collector.sources.SourceRoots;
import org.tslmap.collector.view.RunLibrary;
import org.tslmap.collector.view.SurfaceShelf;
import org.tslmap.collector.view.ViewServer;

/** Pages with two runs of a small program, served, and a real browser that looks at them. */
abstract class BrowsedPages {
  static final Duration PATIENCE = Duration.ofSeconds(90);
  static final String EVIL = "<script>document.title='function'</script>";

  @TempDir static Path folder;

  static TestPrograms programs;
  static Path program;
  static Path runs;
  static Path surface;
  static ViewServer server;
  static ChromeDriver browser;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    TestBrowser.assume();
    programs = new TestPrograms(folder);
    program = programs.compile("pages.c");
    List<String> rename = List.of("objcopy", "--redefine-sym", "fill=" + EVIL, program.toString());
    assertEquals(0, programs.run(Map.of(), rename).status());
    runs = Files.createDirectory(folder.resolve("runs"));
    for (String name : List.of("first", "second")) {
      TestPrograms.Result run =
          programs.tslmap(
              "run", "--quiet", "--out", runs.resolve(name).toString(), "--", program.toString());
      assertEquals(0, run.status(), run.err());
    }
    surface = folder.resolve("surface.json");
    MadeUpSurface.of(Machine.current()).write(surface);
    server =
        ViewServer.start(
            new ListenAddress.Tcp("127.0.0.1", 0),
            new RunLibrary(List.of(runs), SourceRoots.with(List.of()), HotspotSettings.defaults()),
            new SurfaceShelf(List.of(surface)));
    browser =
        TestBrowser.start(
            Files.createDirectory(folder.resolve("browser")), List.of("--window-size=1400,1000"));
    browser.manage().timeouts().scriptTimeout(PATIENCE.multipliedBy(5));
  }

  @AfterAll
  static void stop() throws IOException {
    if (browser != null) {
      browser.quit();
    }
    if (server != null) {
      server.close();
    }
  }

  /** Something that is looked for again and again until it is there. */
  interface Look<T> {
    T now();
  }

  static <T> T await(String what, Look<T> look) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      try {
        T found = look.now();
        if (found != null && !Boolean.FALSE.equals(found)) {
          return found;
        }
      } catch (NoSuchElementException | StaleElementReferenceException e) {
        // not yet
      }
      assertTrue(System.nanoTime() < end, () -> what + " is missing; the page says: " + text());
      Thread.onSpinWait();
    }
  }

  static String text() {
    return browser.findElement(By.tagName("body")).getText();
  }

  static WebElement find(String css) {
    return await(css, () -> browser.findElement(By.cssSelector(css)));
  }

  static void open(String place) {
    browser.get("about:blank");
    browser.manage().logs().get(LogType.BROWSER);
    browser.get(server.url() + place);
  }

  static void assertNoErrors() {
    List<String> errors = new ArrayList<>();
    for (LogEntry entry : browser.manage().logs().get(LogType.BROWSER)) {
      if (entry.getLevel().intValue() >= Level.SEVERE.intValue()) {
        errors.add(entry.getMessage());
      }
    }
    assertEquals(List.of(), errors);
  }

  static JsonNode report(String... options) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("report", runs.resolve("first").toString()));
    arguments.addAll(List.of("--format", "json"));
    arguments.addAll(List.of(options));
    CapturedCommand command = CapturedCommand.tslmap(arguments.toArray(String[]::new));
    assertEquals(0, command.status(), command.err());
    return new ObjectMapper().readTree(command.out());
  }

  /** The cells of a table's row, by the heading of their column. */
  static Map<String, WebElement> row(String name) {
    return await(
        "row of " + name,
        () -> {
          for (WebElement table : browser.findElements(By.tagName("table"))) {
            List<WebElement> heads = table.findElements(By.cssSelector("thead th"));
            for (WebElement row : table.findElements(By.cssSelector("tbody tr"))) {
              List<WebElement> cells = row.findElements(By.tagName("td"));
              if (cells.size() == heads.size() && cells.get(0).getText().equals(name)) {
                Map<String, WebElement> found = new HashMap<>();
                for (int i = 0; i < cells.size(); i++) {
                  found.put(heads.get(i).getText().replaceAll(" [▲▼]", ""), cells.get(i));
                }
                return found;
              }
            }
          }
          return null;
        });
  }
}
