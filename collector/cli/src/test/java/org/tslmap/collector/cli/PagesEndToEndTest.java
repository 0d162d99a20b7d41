package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.interactions.Actions;
import org.tslmap.collector.pictures.PictureKind;
import org.tslmap.collector.pictures.ProfilePlots;
import org.tslmap.collector.report.TableKind;
import org.tslmap.collector.selection.Selection;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProfileJson;
import org.tslmap.plots.Plot;

/** The pages in a real browser, with real runs: every tab, zooming, live, exported. */
class PagesEndToEndTest extends BrowsedPages {
  private static void assertRowIsTheReports(String name) throws IOException {
    JsonNode expected = null;
    for (JsonNode function : report().path("functions")) {
      expected = function.path("name").asText().equals(name) ? function : expected;
    }
    Map<String, WebElement> row = row(name);
    for (String kind : List.of("Loads", "Stores")) {
      String exact = row.get(kind).getDomAttribute("title").replace(",", "");
      assertEquals(expected.path(kind.toLowerCase(Locale.ROOT)).asText(), exact, kind);
    }
    assertEquals(score(expected.path("word").path("tl")), row.get("TL").getText());
    assertEquals(score(expected.path("word").path("sl")), row.get("SL").getText());
    assertEquals(score(expected.path("line").path("tl")), row.get("TL line").getText());
  }

  private static String score(JsonNode value) {
    return String.format(Locale.ROOT, "%.4f", value.asDouble());
  }

  @Test
  void theListLeadsToARun() {
    open("");
    find("tbody").findElement(By.linkText("first")).click();
    await("hotspots", () -> text().contains("could be saved at best"));
    assertNoErrors();
  }

  @Test
  void aRunOpensWithItsHotspots() throws IOException {
    CapturedCommand command =
        CapturedCommand.tslmap("hotspots", runs.resolve("first").toString(), "--format", "json");
    JsonNode expected = new ObjectMapper().readTree(command.out());
    JsonNode worst = expected.path("hotspots").path(0);
    assertEquals("column_walk", worst.path("pattern").asText());
    open("#/run/first");
    WebElement card = find("article.card");
    String text = card.getText();
    String percent = "%.1f %%".formatted(100 * worst.path("share").asDouble());
    assertTrue(text.startsWith(percent), text);
    assertTrue(text.contains(worst.path("sentence").asText() + "."), text);
    for (JsonNode line : worst.path("evidence")) {
      assertTrue(text.contains(line.asText()), text);
    }
    assertEquals("Column walk: columns, matrix", card.findElement(By.tagName("h2")).getText());
    assertTrue(browser.findElements(By.cssSelector("article.card")).size() >= 3, "small ones, too");
    card.findElement(By.partialLinkText("pages.c:")).click();
    await("its source", () -> text().contains("sum += matrix[i][j];"));
    browser.navigate().back();
    find("article.card").findElement(By.linkText("Data")).click();
    row("matrix");
    assertNoErrors();
  }

  @Test
  void theFlameGraphIsTheTableOfCalls() throws IOException {
    JsonNode columns = null;
    for (JsonNode row : report("--table", "calls").path("rows")) {
      columns = row.path("name").asText().equals("columns") ? row : columns;
    }
    open("#/run/first/flame");
    WebElement frame = await("columns", () -> frame("columns"));
    String share = "%.1f %%".formatted(100 * columns.path("inclusiveShare").asDouble());
    String told = frame.getDomAttribute("aria-label");
    assertTrue(told.contains("(" + share + ") loads and stores, with what it called"), told);
    double part = width(frame) / width(find(".flame"));
    assertEquals(columns.path("inclusiveShare").asDouble(), part, 0.01);

    frame.click();
    await("zoom", () -> width(frame("columns")) > 0.98 * width(find(".flame")));
    assertTrue(browser.getCurrentUrl().contains("node="), browser.getCurrentUrl());
    browser.switchTo().activeElement().sendKeys(Keys.ESCAPE);
    await("all", () -> !browser.getCurrentUrl().contains("node="));

    find("input[aria-label='Search functions']").sendKeys("columns");
    await("found", () -> text().contains(share + " in what was found"));
    assertEquals(1, browser.findElements(By.cssSelector(".frame.found")).size());
    find("select[aria-label=Width] option[value=stores]").click();
    await("stores", () -> find(".frame").getDomAttribute("aria-label").contains(" stores, with"));
    assertNoErrors();
  }

  private static WebElement frame(String name) {
    return browser.findElement(By.cssSelector(".frame[aria-label^='" + name + ",']"));
  }

  private static double width(WebElement element) {
    return element.getSize().getWidth();
  }

  @Test
  void everyTabShowsSomething() {
    open("#/run/first");
    List<String> tabs =
        find(".tabs").findElements(By.tagName("a")).stream().map(WebElement::getText).toList();
    List<String> expected =
        new ArrayList<>(
            List.of(
                "Hotspots", "Summary", "Addresses over time", "Flame graph", "Treemap", "Plots"));
    Arrays.stream(TableKind.values()).map(TableKind::title).forEach(expected::add);
    assertEquals(expected, tabs);
    for (String tab : tabs) {
      find(".tabs").findElement(By.linkText(tab)).click();
      await(tab, () -> tab.equals(find(".tabs [aria-selected=true]").getText()));
      find(
          "section table, section svg, section canvas, section p, section dl, section .flame, section .treemap");
      assertTrue(browser.findElements(By.cssSelector("[role=alert]")).isEmpty(), tab);
      assertFalse(text().contains("[object") || text().contains("undefined"), tab);
    }
    assertNoErrors();
  }

  @Test
  void callersAreThoseOfTheFunctionInTheAddress() throws IOException {
    JsonNode caller = report("--table", "callers", "--of", "columns").path("rows").path(0);
    open("#/run/first/callers?of=columns");
    Map<String, WebElement> row = row(caller.path("name").asText());
    String exact = row.get("Accesses").getDomAttribute("title").replace(",", "");
    assertEquals(caller.path("accesses").asText(), exact);
    assertNoErrors();
  }

  @Test
  void theTreeOfCallsIsFolded() throws IOException {
    int rows = report("--table", "calls").path("rows").size() - 1; // the last one is the foot
    open("#/run/first/calls");
    row("columns");
    int shown = browser.findElements(By.cssSelector("tbody tr")).size();
    assertTrue(shown < rows / 2, shown + " of " + rows);
    WebElement first = find("button.fold[aria-expanded=true]");
    first.click();
    await("folding", () -> browser.findElements(By.cssSelector("tbody tr")).size() < shown);
    assertEquals("false", browser.switchTo().activeElement().getDomAttribute("aria-expanded"));
    browser.switchTo().activeElement().sendKeys(Keys.ENTER);
    await("unfolding", () -> browser.findElements(By.cssSelector("tbody tr")).size() == shown);
    find("section .bar button").click();
    String all = "%,d rows".formatted(rows);
    await("all", () -> find("section [role=status]").getText().equals(all));
    assertNoErrors();
  }

  @Test
  void tablesSortAndFilter() {
    open("#/run/first/functions?filter=col");
    row("columns");
    assertTrue(text().contains(" of "), text());
    find("thead th:first-child button").click();
    await("sorting", () -> "ascending".equals(find("thead th").getDomAttribute("aria-sort")));
    await("address", () -> browser.getCurrentUrl().contains("sort=name"));
  }

  @Test
  void sourceTextStandsBesideLines() {
    open("#/run/first/lines?filter=pages.c");
    await("source", () -> text().contains("sum += matrix[i][j];"));
    assertNoErrors();
  }

  @Test
  void namesThatAreHtmlShowAsText() {
    for (String tab : List.of("functions", "lines", "sites", "plots", "calls")) {
      open("#/run/first/" + tab + "?filter=script");
      find("section table, section svg");
      await(tab, () -> text().contains("<script>") || tab.equals("plots"));
      assertEquals(
          0L, browser.executeScript("return document.querySelectorAll('main script').length"));
      assertFalse(browser.getTitle().equals("function") || browser.getTitle().equals("file"), tab);
    }
    assertNoErrors();
  }

  @Test
  void thePictureZoomsToSingleAccesses() throws IOException {
    long accesses = report().path("totals").path("accesses").asLong();
    open("#/run/first/addresses");
    WebElement canvas = find("canvas");
    await("picture", () -> ("0-" + accesses).equals(canvas.getDomAttribute("data-shown")));
    for (int i = 0; i < 40 && !text().contains("every access"); i++) {
      String before = canvas.getDomAttribute("data-shown");
      canvas.sendKeys(">");
      await("zoom", () -> !before.equals(canvas.getDomAttribute("data-shown")));
    }
    assertTrue(text().contains("every access, from the trace"), text());
    open("#/run/first/addresses?from=%d&to=%d".formatted(accesses / 2, accesses / 2 + 100));
    WebElement near = find("canvas");
    await("pixels", () -> near.getDomAttribute("data-shown") != null);
    boolean told = false;
    int height = near.getSize().getHeight();
    for (int y = -height / 2 + 4; y < height / 2 - 40 && !told; y += 6) {
      new Actions(browser).moveToElement(near, 200, y).perform();
      told = find("#tip").getText().matches("(?s)(load|store) of \\d+ B at 0x.*");
    }
    assertTrue(told, "no access was named");
    near.sendKeys(Keys.chord("w"));
    await("window", () -> text().contains("isolated"));
    await("sum", () -> footOf("Accesses").equals("100"));
    assertNoErrors();
  }

  /** What the foot of the table has below a heading. */
  private static String footOf(String heading) {
    List<String> heads =
        browser.findElements(By.cssSelector("thead th")).stream().map(WebElement::getText).toList();
    return browser.findElements(By.cssSelector("tfoot td")).get(heads.indexOf(heading)).getText();
  }

  @Test
  void everyTabIsNarrowedToASelection() throws IOException {
    long accesses = report().path("totals").path("accesses").asLong();
    String selection =
        "?window=%d-%d&memory=0-0.9&process=0".formatted(accesses / 2, accesses / 2 + 3000);
    open("#/run/first/functions" + selection);
    find(".narrowed[data-how=exact]");
    List<String> tabs =
        find(".tabs").findElements(By.tagName("a")).stream().map(WebElement::getText).toList();
    for (String tab : tabs) {
      find(".tabs").findElement(By.linkText(tab)).click();
      await(tab, () -> tab.equals(find(".tabs [aria-selected=true]").getText()));
      find(tab.equals("Addresses over time") ? "canvas" : ".narrowed[data-how=exact]");
      assertTrue(browser.findElements(By.cssSelector("[role=alert]")).isEmpty(), tab);
    }
    find(".narrowed").findElement(By.linkText("Whole run")).click();
    await("whole", () -> browser.findElements(By.cssSelector(".narrowed")).isEmpty());
    assertNoErrors();
  }

  @Test
  void everyPlotIsAsDescribedAndSaves() throws IOException {
    open("#/run/first/plots");
    find("figure");
    long figures = browser.findElements(By.cssSelector("figure")).size();
    assertEquals(PictureKind.values().length - 1, figures, "all but addresses over time");
    String titles = text();
    LocalityProfile profile = ProfileJson.read(runs.resolve("first/profile.json"));
    ProfilePlots plots = new ProfilePlots(profile, Selection.ALL);
    for (PictureKind kind : PictureKind.values()) {
      if (kind != PictureKind.ADDRESS_TIME) {
        Plot plot = plots.of(kind);
        assertTrue(titles.contains(plot.title()), plot.title());
        for (Plot.Series series : plot.series()) {
          assertTrue(titles.contains(series.name()), series.name());
        }
        WebElement figure = find("figure[data-plot='first-" + kind.label() + "']");
        long bars = figure.findElements(By.cssSelector("rect.bar")).size();
        assertEquals(count(plot, Plot.Shape.BARS), bars, kind + ": bars");
        long points = figure.findElements(By.cssSelector(".point")).size();
        assertEquals(count(plot, Plot.Shape.POINTS), points, kind + ": points");
        long dots = figure.findElements(By.cssSelector(".dot")).size();
        assertEquals(count(plot, Plot.Shape.LINE), dots, kind + ": points of lines");
      }
    }
    assertSaved(3 * figures, "figure button");
    open("#/run/first/addresses");
    await("picture", () -> find("canvas").getDomAttribute("data-shown") != null);
    assertSaved(3, ".picture .bar button:nth-last-child(-n+3)");
    assertNoErrors();
  }

  /** Clicks buttons and waits for so many files that are not empty. */
  private static void assertSaved(long files, String buttons) {
    browser.executeScript(
        "globalThis.saved = []; const old = URL.createObjectURL;"
            + "URL.createObjectURL = (blob) => { saved.push(blob.size); return old.call(URL, blob); };"
            + "document.querySelectorAll(arguments[0]).forEach((button) => button.click())",
        buttons);
    await(
        files + " files",
        () -> files == (Long) browser.executeScript("return saved.filter((s) => s > 60).length"));
  }

  @Test
  void ranksStandBesideEachOther() throws IOException {
    open("#/run/ranks/ranks");
    Map<String, WebElement> second = row("1");
    JsonNode expected = reportOf("ranks").path("ranks").path(1);
    for (String kind : List.of("Accesses", "Loads", "Stores")) {
      assertEquals(
          expected.path("totals").path(kind.toLowerCase(Locale.ROOT)).asText(),
          second.get(kind).getDomAttribute("title").replace(",", ""));
    }
    assertEquals(score(expected.path("word").path("tl")), second.get("TL").getText());
    assertEquals("0.0000", row("columns").get("Imbalance").getText());
    assertNoErrors();
  }

  @Test
  void surfacesStandInThreeDimensions() {
    open("surface.html");
    surfacesAreDrawn();
  }

  /** One surface with the runs on it, then its ratio to another. */
  private static void surfacesAreDrawn() {
    await("points", () -> "points".equals(find("#surface-plot").getDomAttribute("data-shown")));
    assertEquals(
        List.of("surface", "scatter3d"),
        browser.executeScript(
            "return document.getElementById('surface-plot').data.map((trace) => trace.type)"));
    Object named =
        browser.executeScript("return document.getElementById('surface-plot').data[1].text.join()");
    assertTrue(named.toString().contains("first"), named::toString);
    browser.executeScript(
        "const over = document.getElementById('over');"
            + "const one = document.getElementById('surface');"
            + "over.value = String((Number(one.value) + 4) % one.options.length);"
            + "over.dispatchEvent(new Event('change'))");
    await("ratio", () -> "ratio".equals(find("#surface-plot").getDomAttribute("data-shown")));
    assertTrue(text().contains("divided by"), text());
    assertNoErrors();
  }

  @Test
  void twoRunsStandSideBySide() {
    open("#/compare/first/second");
    row("columns");
    await("difference", () -> text().contains("B − A"));
    assertNoErrors();
  }

  private static long count(Plot plot, Plot.Shape shape) {
    return plot.series().stream()
        .filter(series -> series.shape() == shape)
        .mapToLong(series -> series.points().size())
        .sum();
  }

  @Test
  void themesChange() {
    open("#/run/first");
    find("section");
    String before = find("html").getDomAttribute("data-theme");
    find("#theme").click();
    assertFalse(before.equals(find("html").getDomAttribute("data-theme")));
  }

  @Test
  void exportedPagesOpenAsFiles() throws IOException {
    Path to = folder.resolve("exported");
    CapturedCommand export =
        CapturedCommand.tslmap(
            "view",
            "--export",
            to.toString(),
            "--surface",
            surface.toString(),
            runs.resolve("first").toString());
    assertEquals(0, export.status(), export.err());
    browser.get("about:blank");
    browser.get(to.resolve("index.html").toUri() + "#/run/first/functions");
    assertRowIsTheReports("columns");
    browser.get("about:blank");
    browser.get(to.resolve("index.html").toUri() + "#/run/first/addresses");
    WebElement canvas = find("canvas");
    await("picture", () -> canvas.getDomAttribute("data-shown") != null);
    assertTrue(text().contains("recorded"), text());
    assertNoErrors();
    browser.get("about:blank");
    browser.get(to.resolve("surface.html").toUri().toString());
    surfacesAreDrawn();
  }

  @Test
  void aRunShowsWhileItGoesOn() throws IOException, InterruptedException {
    Path run = runs.getParent().resolve("live");
    Process process =
        programs.startTslmap(
            "run", "--view", "--out", run.toString(), "--", program.toString(), "on");
    try (BufferedReader err = process.errorReader()) {
      String line = err.readLine();
      while (!line.contains("http://")) {
        line = err.readLine();
      }
      browser.get(line.substring(line.indexOf("http://")));
      await(
          "live picture",
          () ->
              browser.findElement(By.tagName("canvas")).getDomAttribute("data-shown") != null
                  || more(process));
      assertTrue(text().contains("This run goes on"), text());
      process.getOutputStream().close();
      await("result", () -> browser.getCurrentUrl().contains("#/run/live"));
      await("hotspots", () -> text().contains("could be saved at best"));
    } finally {
      process.destroy();
      process.waitFor();
    }
    assertNoErrors();
  }

  /** Lets the program make some more accesses. */
  private static boolean more(Process process) {
    try {
      process.getOutputStream().write("more\n".getBytes(java.nio.charset.StandardCharsets.UTF_8));
      process.getOutputStream().flush();
      return false;
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
