package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.interactions.Actions;
import org.tslmap.collector.pictures.PictureKind;
import org.tslmap.collector.pictures.ProfilePlots;
import org.tslmap.collector.selection.Selection;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProfileJson;
import org.tslmap.plots.Plot;

/** How the pages say things: names, units, labels, tips, and what they say while they wait. */
class PageDetailsEndToEndTest extends BrowsedPages {

  /**
   * Answers of some addresses wait until {@code release} is called; it says when they have come.
   */
  private static void hold(String address) {
    browser.executeScript(
        """
        const part = arguments[0];
        const old = globalThis.fetch;
        const held = new Promise((done) => { globalThis.release = done; });
        globalThis.asked = 0;
        globalThis.answered = 0;
        globalThis.fetch = async (where, ...more) => {
          if (!String(where).includes(part)) {
            return old(where, ...more);
          }
          asked++;
          await held;
          const answer = await old(where, ...more);
          setTimeout(() => answered++, 50);
          return answer;
        };
        """,
        address);
  }

  private static boolean number(String name) {
    return browser.executeScript("return globalThis[arguments[0]] > 0", name).equals(true);
  }

  @Test
  void aTipThatComesLateStaysAway() {
    open("#/run/first/addresses");
    WebElement canvas = find("canvas");
    await("picture", () -> canvas.getDomAttribute("data-shown") != null);
    hold("/at?");
    new Actions(browser).moveToElement(canvas, 60, 20).perform();
    await("question", () -> number("asked"));
    find(".tabs").findElement(By.linkText("Functions")).click();
    row("columns");
    browser.executeScript("release()");
    await("answer", () -> number("answered"));
    assertFalse(find("#tip").isDisplayed(), find("#tip").getText());
    assertNoErrors();
  }

  @Test
  void whatIsLoadingSaysSo() {
    open("#/run/first/summary");
    find("dl");
    hold("/table/");
    find(".tabs").findElement(By.linkText("Lines")).click();
    assertEquals("Loading", find(".loading[role=status]").getText());
    browser.executeScript("release()");
    find("table.source");
    await("no note", () -> browser.findElements(By.cssSelector(".loading")).isEmpty());
    assertNoErrors();
  }

  @Test
  void stridesAreBinnedAsInThePicture() throws IOException {
    open("#/run/first/plots");
    WebElement figure = find("figure[data-plot='first-strides']");
    LocalityProfile profile = ProfileJson.read(runs.resolve("first/profile.json"));
    Plot plot = new ProfilePlots(profile, Selection.ALL).of(PictureKind.STRIDES);
    List<String> expected = new ArrayList<>();
    for (Plot.Series series : plot.series()) {
      if (series.shape() == Plot.Shape.BARS) {
        for (Plot.Point point : series.points()) {
          String value = point.y() != 0 && point.y() < 0.095 ? "%.2f %%" : "%.1f %%";
          String place = plot.x().places().get((int) Math.round(point.x()));
          expected.add(
              "%s, %s %s: %s"
                  .formatted(series.name(), plot.x().title(), place, value.formatted(point.y())));
        }
      }
    }
    assertTrue(expected.get(0).startsWith("word "), expected::toString);
    assertTrue(expected.get(expected.size() - 1).startsWith("line "), expected::toString);
    List<String> bars =
        figure.findElements(By.cssSelector("rect.bar")).stream()
            .map(bar -> bar.getDomAttribute("aria-label"))
            .toList();
    assertEquals(expected, bars);
  }

  @Test
  void labelsOfThePlaneDoNotCollide() {
    for (String address : List.of("#/run/first/plots", "#/run/first/plots?all=1")) {
      open(address);
      find("figure[data-plot$=plane] .label");
      assertEquals(
          List.of(),
          browser.executeScript(
              COLLISIONS, "figure[data-plot$=plane] .label", "figure[data-plot$=plane] svg"));
    }
  }

  /** Sixty functions, half of them at one place. */
  @Test
  void labelsOfACrowdedPlaneDoNotCollide() {
    open("#/run/first/summary");
    find("dl");
    Object labels =
        browser.executeAsyncScript(
            """
            const done = arguments[0];
            import(new URL('plot.js', document.baseURI)).then(({ plotFigure }) => {
              const axis = (title) => ({ title, scale: 'score', min: 0, max: 1, places: [] });
              const points = Array.from({ length: 60 }, (_, i) => ({
                name: 'function_of_some_length_' + i, labelled: true, weight: 1000 / (i + 1),
                x: i % 2 ? 0.3 + 0.001 * i : (i * 0.37) % 1, y: i % 2 ? 0.9 : (i * 0.61) % 1,
              }));
              document.querySelector('main').replaceChildren(plotFigure({
                title: 'Plane', x: axis('SL'), y: axis('TL'), marks: [], spans: [], notes: [],
                series: [{ name: '', shape: 'points', hue: 'blue', marker: 'circle', dash: 'solid', points }],
              }, { name: 'crowd' }));
              done(document.querySelectorAll('figure .label').length);
            }).catch((e) => done(String(e)));
            """);
    assertTrue(labels instanceof Long n && n > 8, String.valueOf(labels));
    assertEquals(List.of(), browser.executeScript(COLLISIONS, "figure .label", "figure svg"));
  }

  @Test
  void discsOfRanksDoNotHideEachOther() {
    open("#/run/ranks/ranks");
    find("figure[data-plot$=rank-plane] circle");
    Object free =
        browser.executeScript(
            """
            const [a, b] = [...document.querySelectorAll('figure[data-plot$=rank-plane] circle')]
                .map((disc) => ['cx', 'cy', 'r'].map((name) => Number(disc.getAttribute(name))));
            return Math.hypot(a[0] - b[0], a[1] - b[1]) / (a[2] + b[2]);
            """);
    assertTrue(((Number) free).doubleValue() > 0.75, "ranks of equal scores: " + free);
  }

  /** The texts that the picture of addresses over time paints. */
  private static List<String> painted() {
    List<?> painted =
        (List<?>)
            browser.executeAsyncScript(
                """
                const done = arguments[0];
                const old = CanvasRenderingContext2D.prototype.fillText;
                const texts = [];
                CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
                  texts.push(text);
                  return old.call(this, text, ...place);
                };
                dispatchEvent(new Event('themechange'));
                CanvasRenderingContext2D.prototype.fillText = old;
                done(texts);
                """);
    return painted.stream().map(String::valueOf).toList();
  }

  @Test
  void memoryHasTheNameOfItsBlock() throws IOException {
    String block = "";
    for (JsonNode row : report("--table", "data").path("rows")) {
      String name = row.path("name").asText();
      block = name.contains("(pages.c:") && name.startsWith("copy = malloc") ? name : block;
    }
    String place = block.replaceAll(".*\\((.*)\\)", "$1");
    assertTrue(place.startsWith("pages.c:"), block);
    open("#/run/first/addresses");
    WebElement canvas = find("canvas");
    await("blocks", () -> canvas.getDomAttribute("data-places") != null);
    List<String> names = painted();
    assertTrue(names.contains("copy " + place), names::toString);
    assertFalse(names.contains("[heap]"), names::toString);
    assertTrue(new TreeSet<>(names).size() > names.size() - 2, "nothing twice: " + names);
  }

  @Test
  void addressesAreHexadecimalWithTheirSign() throws IOException {
    open("#/run/first/sites?all=1");
    row(report("--table", "sites").path("rows").path(0).path("name").asText());
    for (String name : texts("tbody td:first-child")) {
      assertTrue(name.matches("0x[0-9a-f]+|unknown"), name);
    }
    open("#/run/first/data?all=1&columns=name,address");
    row("matrix");
    for (String address : texts("tbody td:nth-child(2)")) {
      assertTrue(address.matches("(0x[0-9a-f]+)?"), address);
    }
    assertTrue(row("matrix").get("Address").getText().startsWith("0x"));
    open("#/run/first/addresses");
    await("picture", () -> find("canvas").getDomAttribute("data-shown") != null);
    assertTrue(text().matches("(?s).*addresses 0x[0-9a-f]+ to 0x[0-9a-f]+.*"), text());
    for (String label : painted()) {
      assertFalse(label.matches("[0-9a-f]*[a-f][0-9a-f]{4,}"), label);
    }
  }

  /** Where the copy on the heap is made: each of its doubles is an element of 8 bytes. */
  @Test
  void elementsAreAsLargeAsTheAccessesToThem() throws IOException {
    long accesses = report().path("totals").path("accesses").asLong();
    open("#/run/first/addresses");
    WebElement canvas = find("canvas");
    await("blocks", () -> canvas.getDomAttribute("data-places") != null);
    Object from =
        browser.executeAsyncScript(
            """
            const [whole, done] = arguments;
            (async () => {
              const { serverPixels } = await import(new URL('pixels.js', document.baseURI));
              for (let from = whole - 200; from > 0; from -= 1500) {
                const { accesses } = await serverPixels('runs/first/picture?process=0&from=' + from + '&to=' + (from + 100)
                    + '&low=0&high=1&columns=100&rows=100');
                if (accesses?.some(([, , , name]) => name?.includes('pages.c') && name.includes(', block of'))) {
                  return done(from);
                }
              }
              done(-1);
            })().catch((e) => done(String(e)));
            """,
            accesses);
    assertTrue(from instanceof Long n && n > 0, "an access to the copy: " + from);
    open("#/run/first/addresses?from=%s&to=%d".formatted(from, (Long) from + 100));
    WebElement near = find("canvas");
    await("picture", () -> near.getDomAttribute("data-shown") != null);
    await("blocks", () -> near.getDomAttribute("data-places") != null);
    await(
        "element",
        () -> {
          near.sendKeys("n");
          return find("#tip").getText().matches("(?s).*: element \\[\\d+\\] of 8 B\\n.*");
        });
    assertNoErrors();
  }

  @Test
  void sharingIsSpelledOutAndTheProgramsOwnComesFirst() throws IOException {
    JsonNode rows = reportOf("threads", "--table", "sharing").path("rows");
    Set<String> origins = new TreeSet<>();
    rows.forEach(row -> origins.add(row.path("origin").asText()));
    assertTrue(origins.contains("program") && origins.size() > 2, origins::toString);
    open("#/run/threads/sharing?all=1&columns=name,sharing,origin");
    row("counters");
    List<String> kinds = texts("tbody td:nth-child(2)");
    assertEquals(Set.of("false sharing", "true sharing"), Set.copyOf(kinds));
    assertEquals("false sharing", row("counters").get("Sharing").getText());
    List<String> parts = texts("tbody td:nth-child(3)");
    long own = parts.stream().takeWhile(part -> part.equals("program")).count();
    assertEquals(own, parts.stream().filter(part -> part.equals("program")).count());
    assertTrue(own >= 2, parts::toString);
    assertNoErrors();
  }

  @Test
  void everyTileHasATipAndScoresSayWhatIsGood() {
    open("#/run/first/summary");
    find(".fact");
    for (WebElement tile : browser.findElements(By.cssSelector(".fact"))) {
      String label = tile.findElement(By.cssSelector(".label")).getText();
      assertFalse(tile.getDomAttribute("title").isEmpty(), label);
      if (label.startsWith("TL") || label.startsWith("SL")) {
        assertTrue(tile.getText().contains("higher is better"), tile.getText());
      }
      if (label.startsWith("Cold")) {
        assertTrue(tile.getText().contains("lower is better"), tile.getText());
      }
    }
  }

  @Test
  void aRemedyIsTriedAtItsCard() throws IOException {
    CapturedCommand command =
        CapturedCommand.tslmap(
            "hotspots", runs.resolve("before").toString(), "--try", "1", "--format", "json");
    JsonNode expected =
        new ObjectMapper().readTree(command.out()).path("hotspots").path(0).path("tried").path(0);
    assertTrue(expected.path("helps").asBoolean(), command::out);
    open("#/run/before/hotspots");
    WebElement card = find("article.card");
    assertTrue(card.getText().contains("walk"), card.getText());
    WebElement button = card.findElement(By.cssSelector("[aria-label^='Try the remedy']"));
    button.sendKeys(Keys.ENTER);
    WebElement table = find("article.card table.tried");
    String gain = "%.1f %%".formatted(100 * expected.path("gain").asDouble());
    assertTrue(
        table.findElement(By.tagName("caption")).getText().contains("saves " + gain),
        table.getText());
    for (String when : List.of("before", "after")) {
      String sl = "%.4f".formatted(expected.path(when).path("sl").asDouble());
      assertTrue(table.getText().contains(sl), sl + " in " + table.getText());
    }
    assertFalse(
        Stream.of(table.getText().split("\\s+"))
            .anyMatch(word -> word.matches(".*\\d\\.\\d{5,}.*")),
        table.getText());
    assertNoErrors();
  }

  @Test
  void aCardCanBeTriedOrSaysWhyNot() {
    for (String run : List.of("first", "threads", "before")) {
      open("#/run/%s/hotspots".formatted(run));
      find("article.card");
      for (WebElement card : browser.findElements(By.cssSelector("article.card"))) {
        boolean isNote = card.findElement(By.cssSelector(".gain")).getText().contains("spent");
        boolean canTry =
            !card.findElements(By.cssSelector("[aria-label^='Try the remedy']")).isEmpty();
        assertTrue(
            isNote || canTry != card.getText().contains("Cannot be tried: "), card.getText());
      }
    }
    assertNoErrors();
  }

  @Test
  void longNamesOfDataLeaveRoomForNumbers() {
    open("#/run/first/matrix");
    find("tbody td.name + td.name[title^='stack of']");
    open("#/run/first/data?all=1");
    find("tbody td.name");
    assertFalse(text().matches("(?s).*\\b0 B\\b.*"), "the size of stack frames is not known");
  }
}
