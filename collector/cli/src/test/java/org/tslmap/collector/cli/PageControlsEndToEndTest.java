package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.interactions.Actions;

/** What can be chosen, folded, found and read in the pages. */
class PageControlsEndToEndTest extends BrowsedPages {

  private static boolean hasRow(String start) {
    return texts("tbody tr td:first-child").stream().anyMatch(name -> name.startsWith(start));
  }

  @Test
  void whatServesTheProgramIsFoldedByOneSwitch() throws IOException {
    double share = 0;
    long parts = 0;
    for (JsonNode row : report("--table", "functions").path("rows")) {
      if (row.path("origin").asText().equals("start")) {
        share += row.path("share").asDouble();
        parts++;
      }
    }
    assertTrue(parts > 10, "the loader is there");
    open("#/run/first/functions");
    row("columns");
    WebElement group =
        await(
            "group",
            () ->
                browser.findElements(By.cssSelector("tbody tr")).stream()
                    .filter(tr -> tr.getText().contains("start-up ("))
                    .findFirst()
                    .orElse(null));
    assertTrue(group.getText().contains("start-up (" + parts + "; most: "), group.getText());
    assertTrue(group.getText().contains("%.1f %%".formatted(100 * share)), group.getText());
    assertFalse(hasRow("_dl_relocate_object"), "folded");
    group.findElement(By.cssSelector("button.fold")).click();
    await("parts", () -> hasRow("_dl_relocate_object"));
    find(".switch input").click();
    await("all", () -> !text().contains("start-up ("));
    await("address", () -> browser.getCurrentUrl().contains("all=1"));
    find(".tabs").findElement(By.linkText("Data")).click();
    row("matrix");
    assertTrue(browser.getCurrentUrl().contains("all=1"), "the switch is kept in other tabs");
    assertFalse(find(".switch input").isSelected());
    assertNoErrors();
  }

  @Test
  void loopsAndThreadsAreFoldedToo() throws IOException {
    open("#/run/first/loops");
    await("group", () -> hasRow("▸start-up (") || hasRow("▸ start-up ("));
    List<String> heads = texts("thead th");
    assertEquals(heads.indexOf("Function") + 1, heads.indexOf("Depth"), heads::toString);
    assertEquals(
        0,
        browser.findElements(By.cssSelector("[data-depth]")).size(),
        "it is in the order of accesses");
    long functions =
        report("--table", "threads").path("rows").findValues("origin").stream()
            .filter(origin -> origin.asText().equals("program"))
            .count();
    open("#/run/first/threads");
    row("columns");
    assertTrue(text().contains("start-up ("), text());
    assertTrue(
        texts("tbody tr").size() <= functions + 10, "what serves is folded below the thread");
    assertNoErrors();
  }

  @Test
  void missesStandBehindTheShareAndColumnsAreChosen() {
    open("#/run/first/functions");
    row("columns");
    List<String> heads = texts("thead th");
    int share = heads.indexOf("Share ▼");
    assertEquals(1, share, () -> "behind the names: " + heads);
    assertTrue(heads.get(share + 1).startsWith("Miss "), heads::toString);
    assertTrue(heads.indexOf("Instructions") > heads.indexOf("Stores"), heads::toString);
    assertFalse(heads.contains("Multiply"), "kinds of instructions are shown when they are chosen");
    find(".columns summary").click();
    for (WebElement label : browser.findElements(By.cssSelector(".choices label"))) {
      if (label.getText().equals("Loads")) {
        label.findElement(By.tagName("input")).click();
      }
    }
    await("fewer", () -> !texts("thead th").contains("Loads"));
    browser.navigate().refresh();
    row("columns");
    assertFalse(texts("thead th").contains("Loads"), "the address keeps the choice");
    find(".columns summary").click();
    find(".choices button").click();
    await("usual", () -> texts("thead th").contains("Loads"));
    browser.switchTo().activeElement().sendKeys(Keys.ESCAPE);
    await("closed", () -> browser.findElements(By.cssSelector(".columns[open]")).isEmpty());
    assertNoErrors();
  }

  @Test
  void theArrowKeysGoFromTabToTabAndBackspaceToTheViewBefore() {
    open("#/run/first/summary");
    find("dl");
    find("[role=tab][aria-selected=true]").sendKeys(Keys.ARROW_LEFT);
    await("hotspots", () -> browser.getCurrentUrl().contains("/hotspots"));
    await("focus", () -> isFocused("Hotspots"));
    browser.switchTo().activeElement().sendKeys(Keys.ARROW_RIGHT);
    await("summary", () -> isFocused("Summary"));
    browser.switchTo().activeElement().sendKeys(Keys.ARROW_RIGHT);
    await("addresses", () -> isFocused("Addresses over time"));
    await("picture", () -> find("canvas").getDomAttribute("data-shown") != null);
    find("canvas").sendKeys("+");
    await("zoomed", () -> browser.getCurrentUrl().contains("from="));
    find("canvas").sendKeys(Keys.BACK_SPACE);
    await("all", () -> !browser.getCurrentUrl().contains("from="));
    assertNoErrors();
  }

  /** Nobody wants to press Tab for each of a thousand lines. */
  @Test
  void theLinesAreOneStopAndTheArrowKeysGoFromOneToTheNext() {
    open("#/run/first/lines?all=1");
    find("table.source");
    assertEquals(1, browser.findElements(By.cssSelector("tbody tr[tabindex='0']")).size());
    WebElement first = find("tbody tr[tabindex='0']");
    first.sendKeys(Keys.ARROW_DOWN);
    WebElement next = browser.switchTo().activeElement();
    assertFalse(next.equals(first), "the next line");
    assertEquals("0", next.getDomAttribute("tabindex"));
    assertEquals("-1", first.getDomAttribute("tabindex"));
    next.sendKeys(Keys.TAB);
    assertFalse("tr".equals(browser.switchTo().activeElement().getTagName()), "Tab leaves them");
    assertNoErrors();
  }

  /** Whether the page of a tab is there, and the tab has the focus. */
  private static boolean isFocused(String tab) {
    return tab.equals(
        browser.executeScript(
            "return document.activeElement.matches('[role=tab][aria-selected=true]')"
                + " && document.activeElement.textContent"));
  }

  /** A chart with a hundred bars is one stop on the way through a page. */
  @Test
  void theArrowKeysGoFromPartToPartOfAPlot() {
    open("#/run/first/plots");
    WebElement figure = find("figure[data-plot='first-reuse']");
    assertEquals(1, figure.findElements(By.cssSelector("[tabindex='0']")).size());
    WebElement first = figure.findElement(By.cssSelector("[tabindex='0']"));
    figure.findElement(By.cssSelector("button:last-of-type")).sendKeys(Keys.TAB);
    WebElement focused = browser.switchTo().activeElement();
    assertEquals(first, focused, "it comes behind the buttons");
    assertTrue(find("#tip").getText().contains("reuse distance"), find("#tip").getText());
    focused.sendKeys(Keys.ARROW_RIGHT);
    WebElement next = browser.switchTo().activeElement();
    assertFalse(next.equals(first), "the next part");
    assertEquals("0", next.getDomAttribute("tabindex"));
    assertEquals("-1", first.getDomAttribute("tabindex"));
    next.sendKeys(Keys.HOME);
    assertEquals(first, browser.switchTo().activeElement());
    assertNoErrors();
  }

  @Test
  void oneBoxFindsFunctionsLinesAndData() {
    open("#/run/first/summary");
    find("dl");
    new Actions(browser).sendKeys("/").perform();
    WebElement box = browser.switchTo().activeElement();
    assertEquals("combobox", box.getDomAttribute("role"));
    box.sendKeys("matr");
    await("found", () -> texts(".search li").stream().anyMatch(one -> one.contains("data")));
    box.sendKeys(Keys.ARROW_DOWN, Keys.ENTER);
    row("matrix");
    assertTrue(browser.getCurrentUrl().contains("/data?filter=matrix"), browser.getCurrentUrl());
    assertNoErrors();
  }

  @Test
  void sourceIsHotByTheChosenColumn() throws IOException {
    String hottest = "";
    double most = -1;
    for (JsonNode row : report("--table", "lines").path("rows")) {
      if (row.path("file").asText().endsWith("pages.c")
          && row.path("stores").asDouble() > most
          && row.path("row").asText().equals("item")) {
        most = row.path("stores").asDouble();
        hottest = row.path("sourceLine").asText();
      }
    }
    open("#/run/first/lines?filter=pages.c");
    find("table.source");
    // The source is drawn again when all lines are there.
    await("all lines", () -> !text().contains("loading the others"));
    find("select option[value=stores]").click();
    String line = hottest;
    await(
        "heat",
        () ->
            browser.findElements(By.cssSelector("table.source tr.hot")).stream()
                .filter(tr -> "--heat: 50%;".equals(tr.getDomAttribute("style")))
                .anyMatch(tr -> tr.getText().startsWith(line + " ")));
    assertTrue(browser.getCurrentUrl().contains("heat=stores"), browser.getCurrentUrl());
    assertNoErrors();
  }

  @Test
  void theTipGoesWithItsTab() {
    open("#/run/first/plots");
    new Actions(browser).moveToElement(find("svg rect.bar")).perform();
    await("tip", () -> find("#tip").isDisplayed());
    browser.executeScript("location.hash = '#/run/first/functions'");
    row("columns");
    assertFalse(find("#tip").isDisplayed());
  }

  @Test
  void curvesHaveAnAxisOfTheirOwn() {
    open("#/run/first/plots");
    await("axis", () -> find("figure[data-plot$=reuse]").getText().contains("added up (%)"));
  }

  @Test
  void anEmptyViewOffersTheNearestAccesses() throws IOException {
    long accesses = report().path("totals").path("accesses").asLong();
    open(
        "#/run/first/addresses?from=%d&to=%d&low=0&high=0.000001"
            .formatted(accesses / 2, accesses / 2 + 1000));
    await("offer", () -> find(".empty").isDisplayed());
    find(".empty button").click();
    await("accesses", () -> !find(".empty").isDisplayed());
    assertFalse(browser.getCurrentUrl().contains("low=0&"), browser.getCurrentUrl());
    assertNoErrors();
  }

  @Test
  void areasOfTheTreemapAreShares() throws IOException {
    double share = 0;
    for (JsonNode row : report("--table", "data").path("rows")) {
      share = row.path("name").asText().equals("matrix") ? row.path("share").asDouble() : share;
    }
    open("#/run/first/treemap");
    WebElement area = find(".area[aria-label^='matrix ']");
    WebElement map = find(".treemap");
    double part =
        (double) area.getSize().getWidth()
            * area.getSize().getHeight()
            / ((double) map.getSize().getWidth() * map.getSize().getHeight());
    assertEquals(share, part, 0.01);
    area.click();
    row("matrix");
    assertNoErrors();
  }

  @Test
  void comparedRunsHaveMissesHotspotsAndCallPaths() {
    open("#/compare/first/second");
    row("columns");
    assertTrue(text().contains("Change of Miss"), text());
    assertTrue(text().contains("in both"), "hotspots");
    assertTrue(text().contains("+0.0 points") || text().contains("0.0 points"), "points");
    assertEquals(List.of(), texts("td.better, td.worse"), "equal runs have no change");
    await("paths", () -> !browser.findElements(By.cssSelector(".flame .frame.same")).isEmpty());
    find("label[title^='Functions that only one run']").click();
    await("address", () -> browser.getCurrentUrl().contains("renamed=1"));
    assertNoErrors();
  }

  @Test
  void aRunIsShownWithoutTheListForWhichAllRunsAreRead() {
    String asked =
        "return performance.getEntriesByType('resource').map((one) => one.name)"
            + ".filter((name) => name.includes('/api/')).join(' ')";
    open("#/run/first/summary");
    find("dl");
    String data = String.valueOf(browser.executeScript(asked));
    assertTrue(data.contains("/api/runs/first/report"), data);
    assertFalse((data + " ").contains("/api/runs "), data);
  }

  @Test
  void functionsTooNarrowForTheFlameGraphAreOneFrame() {
    open("#/run/first/summary");
    find("dl");
    Object failure =
        browser.executeAsyncScript(
            "const done = arguments[0]; import(new URL('flame.js', document.baseURI))"
                + ".then(({ differentialFlame }) => { const found = { metrics: [{ key: 'accesses',"
                + " unit: '', about: 'accesses' }], nodes: [{ depth: 0, name: 'main', own: [5000] },"
                + " ...Array.from({ length: 5000 }, (_, i) => ({ depth: 1, name: 'f' + i, own: [1] }))]"
                + " }; document.querySelector('main').replaceChildren("
                + "differentialFlame('first', found, found)); done(''); })"
                + ".catch((e) => done(String(e)));");
    assertEquals("", failure);
    await("others", () -> !browser.findElements(By.cssSelector(".frame.others")).isEmpty());
    WebElement others = find(".frame.others");
    assertEquals("5,000 others", others.getText());
    String told = others.getDomAttribute("title");
    assertTrue(told.contains("5,000 others, too narrow to be drawn: 5.00 k (50.0 %)"), told);
    assertEquals(0.5, others.getSize().width / (double) find(".flame").getSize().width, 0.01);
    assertEquals(2, browser.findElements(By.cssSelector(".flame .frame")).size());
    assertNoErrors();
  }

  @Test
  void aLongTableHasFewRowsInThePage() {
    open("#/run/first/summary");
    find("dl");
    Object rows =
        browser.executeAsyncScript(
            "const done = arguments[0]; import(new URL('table.js', document.baseURI))"
                + ".then(({ table }) => { const rows = Array.from({ length: 100000 }, (_, i) =>"
                + " ({ name: 'row ' + i, accesses: i })); document.querySelector('main')"
                + ".replaceChildren(table([{ key: 'name', title: 'Name', kind: 'name' },"
                + " { key: 'accesses', title: 'Accesses', kind: 'count' }], rows,"
                + " { sort: '-accesses' })); done(document.querySelectorAll('tbody tr').length); })"
                + ".catch((e) => done(String(e)));");
    assertTrue(rows instanceof Long n && n < 400, String.valueOf(rows));
    assertTrue(hasRow("row 99999"));
    browser.executeScript("document.querySelector('.tableframe').scrollTop = 1e9");
    await("the last row", () -> hasRow("row 0"));
    assertFalse(hasRow("row 99999"));
  }

  @Test
  void longTablesAreInTheOrderOfAPlainSort() {
    open("#/run/first/summary");
    find("dl");
    Object wrong =
        browser.executeAsyncScript(
            "const done = arguments[0]; import(new URL('order.js', document.baseURI)).then(({ Orders }) => {"
                + " const rows = Array.from({ length: 9000 }, (_, i) => ({ at: i,"
                + " text: i % 11 ? `Row ${(i * 7919) % 4001}` : undefined,"
                + " number: i % 13 ? ((i * 31) % 1000) / 8 - 40 : null }));"
                + " const plain = { text: (v) => Number(v.slice(4)), number: (v) => v };"
                + " const wrong = []; for (const key of ['text', 'number']) for (const sign of [1, -1]) {"
                + " const orders = new Orders(rows, (row, column) => row[column.key], ({ key }) => key === 'number');"
                + " if (sign < 0) { const ahead = orders.prepared([{ key }]); while (!ahead.next().done); }"
                + " const has = (row) => row[key] !== undefined && row[key] !== null;"
                + " const expected = [...rows.filter(has).sort((a, b) =>"
                + " sign * (plain[key](a[key]) - plain[key](b[key])) || a.at - b.at), ...rows.filter((row) => !has(row))];"
                + " const found = orders.by({ key }, sign);"
                + " if (found.length !== 9000 || !expected.every((row, i) => row === found[i])) wrong.push(key + sign); }"
                + " done(wrong.join(' ')); }).catch((e) => done(String(e)));");
    assertEquals("", wrong);
  }

  @Test
  void exportedTablesAreReadWhenTheyAreOpened() throws IOException {
    Path to = folder.resolve("apart");
    CapturedCommand export =
        CapturedCommand.tslmap("view", "--export", to.toString(), runs.resolve("first").toString());
    assertEquals(0, export.status(), export.err());
    long files;
    try (Stream<Path> all = Files.list(to.resolve("data"))) {
      files = all.count();
    }
    browser.get("about:blank");
    browser.get(to.resolve("index.html").toUri().toString());
    find("article.card");
    assertTrue(browser.getCurrentUrl().endsWith("#/run/first"), "the only run comes first");
    String count = "return document.querySelectorAll('script[src^=data]').length";
    Object read = browser.executeScript(count);
    assertTrue((Long) read < 7 && files > 20, read + " of " + files);
    find(".tabs").findElement(By.linkText("Functions")).click();
    row("columns");
    assertTrue((Long) browser.executeScript(count) > (Long) read);
    assertTrue(report("--table", "sites").path("rows").size() > 3500, "a long table");
    find(".tabs").findElement(By.linkText("Instructions")).click();
    await(
        "the rows with most accesses",
        () -> find("section .bar [role=status]").getText().matches(".*3,00[0-9] rows"));
    assertTrue(hasRow("others ("));
    assertFalse(Files.exists(to.resolve("plotly.js")), "no surface, no Plotly");
    assertNoErrors();
  }
}
