package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.openqa.selenium.By;
import org.openqa.selenium.NoSuchElementException;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.tslmap.apexmap.Machine;
import org.tslmap.collector.hotspots.HotspotSettings;
import org.tslmap.collector.server.ListenAddress;
import org.tslmap.collector.sources.SourceRoots;
import org.tslmap.collector.view.RunLibrary;
import org.tslmap.collector.view.SurfaceShelf;
import org.tslmap.collector.view.ViewServer;

/**
 * Pages with some runs, served, and a real browser that looks at them. All tests of pages share
 * them:
 *
 * <ul>
 *   <li>{@code first} and {@code second} of {@code pages.c}, the same twice; {@code ranks}, the
 *       same as two ranks
 *   <li>{@code threads} of {@code counters.c}
 *   <li>{@code before} and {@code after} of {@code compared.c}
 * </ul>
 */
@ExtendWith(BrowsedPages.Start.class)
abstract class BrowsedPages {
  static final Duration PATIENCE = Duration.ofSeconds(90);
  static final String EVIL = "<script>document.title='function'</script>";

  /** Pairs of texts or marks that lie on each other, and those that are cut off at the picture. */
  static final String COLLISIONS =
      """
      const [css, within] = arguments;
      const outer = document.querySelector(within).getBoundingClientRect();
      const all = [...document.querySelectorAll(css)].map((node) => [node.textContent, node.getBoundingClientRect()]);
      const found = [];
      all.forEach(([name, box], index) => {
        if (box.left < outer.left - 1 || box.right > outer.right + 1 || box.top < outer.top - 1 || box.bottom > outer.bottom + 1) {
          found.push(name + ' is cut off');
        }
        for (const [other, beside] of all.slice(index + 1)) {
          if (box.left < beside.right && beside.left < box.right && box.top + 2 < beside.bottom && beside.top + 2 < box.bottom) {
            found.push(name + ' lies on ' + other);
          }
        }
      });
      return found;
      """;

  static Path folder;
  static TestPrograms programs;
  static Path program;
  static Path runs;
  static Path surface;
  static ViewServer server;
  static ChromeDriver browser;

  /** Starts everything before the first test of pages; it ends with the last test of all. */
  static final class Start implements BeforeAllCallback {
    @Override
    public void beforeAll(ExtensionContext context) {
      TestBrowser.assume();
      context
          .getRoot()
          .getStore(ExtensionContext.Namespace.create(BrowsedPages.class))
          .getOrComputeIfAbsent("started", any -> new Started());
    }
  }

  /** What was started. */
  private static final class Started implements AutoCloseable {
    Started() {
      try {
        start();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }

    @Override
    public void close() throws IOException {
      if (browser != null) {
        browser.quit();
      }
      if (server != null) {
        server.close();
      }
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  private static void start() throws IOException, InterruptedException {
    folder = Files.createTempDirectory("tslmap-pages");
    programs = new TestPrograms(folder);
    program = programs.compile("pages.c");
    List<String> rename = List.of("objcopy", "--redefine-sym", "fill=" + EVIL, program.toString());
    assertEquals(0, programs.run(Map.of(), rename).status());
    runs = Files.createDirectory(folder.resolve("runs"));
    measure(runs.resolve("first"), Map.of(), program);
    measure(runs.resolve("second"), Map.of(), program);
    measure(folder.resolve("rank0"), Map.of("PMI_RANK", "0"), program);
    measure(folder.resolve("rank1"), Map.of("PMI_RANK", "1"), program);
    TestPrograms.Result merged =
        programs.tslmap(
            "merge",
            runs.resolve("ranks").toString(),
            folder.resolve("rank0").toString(),
            folder.resolve("rank1").toString());
    assertEquals(0, merged.status(), merged.err());
    measure(runs.resolve("threads"), Map.of(), programs.compile("counters.c", "-pthread"));
    measure(runs.resolve("before"), Map.of(), programs.compile("compared.c"));
    Files.delete(folder.resolve("compared.c"));
    measure(runs.resolve("after"), Map.of(), programs.compile("compared.c", "-DAFTER"));
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

  private static void measure(Path out, Map<String, String> environment, Path measured)
      throws IOException, InterruptedException {
    TestPrograms.Result run =
        programs.tslmap(
            environment, "run", "--quiet", "--out", out.toString(), "--", measured.toString());
    assertEquals(0, run.status(), run.err());
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
      pause();
    }
  }

  /** Lets the browser work. */
  private static void pause() {
    try {
      Thread.sleep(20);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
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

  /** The texts of elements as they are seen. */
  static List<String> texts(String css) {
    List<?> found =
        (List<?>)
            browser.executeScript(
                "return [...document.querySelectorAll(arguments[0])].map((e) => e.innerText)", css);
    return found.stream().map(String::valueOf).toList();
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
    return reportOf("first", options);
  }

  static JsonNode reportOf(String run, String... options) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("report", runs.resolve(run).toString()));
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
