package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.Keys;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;

/** Contrast, names for screen readers and the order of focus, as axe-core finds them; and room. */
class PageAccessibilityEndToEndTest extends BrowsedPages {
  private static final Dimension LARGE = new Dimension(1400, 900);
  private static final Dimension SMALL = new Dimension(800, 600);

  private static String axe() throws IOException {
    try (InputStream script =
        PageAccessibilityEndToEndTest.class.getResourceAsStream("/axe.min.js")) {
      return new String(script.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** What axe-core finds wrong in the page that is open, by all of its rules or by some. */
  private static List<?> found(String... rules) throws IOException {
    if (!Boolean.TRUE.equals(browser.executeScript("return 'axe' in globalThis"))) {
      browser.executeScript(axe());
    }
    return (List<?>)
        browser.executeAsyncScript(
            "const [rules, done] = arguments;"
                + "axe.run(document, { resultTypes: ['violations'],"
                + " ...(rules.length > 0 ? { runOnly: rules } : {}) }).then(({ violations }) =>"
                + " done(violations.map(({ id, nodes }) => id + ': ' + nodes[0].target + ' '"
                + " + nodes[0].failureSummary)), (e) => done([String(e)]))",
            List.of(rules));
  }

  private static void turnTo(String theme) {
    WebElement html = find("html");
    if (!theme.equals(html.getDomAttribute("data-theme"))) {
      find("#theme").click();
    }
    assertEquals(theme, html.getDomAttribute("data-theme"));
  }

  /** Goes to another view without loading the pages again, as a click does. */
  private static void turnTo(WebElement before, String place) {
    browser.executeScript("location.hash = arguments[0]", place);
    await(place, () -> gone(before) && find("main h1").isDisplayed());
    await("data", () -> browser.findElements(By.cssSelector(".loading")).isEmpty());
  }

  private static boolean gone(WebElement element) {
    try {
      element.isEnabled();
      return false;
    } catch (StaleElementReferenceException e) {
      return true;
    }
  }

  private static List<String> places() {
    open("#/run/ranks");
    List<String> places = new ArrayList<>(List.of("#/compare/before/after"));
    for (WebElement tab : find(".tabs").findElements(By.tagName("a"))) {
      places.add(tab.getDomAttribute("href"));
    }
    assertTrue(places.size() > 17, places::toString);
    places.add("#/run/threads/sharing");
    places.add("#/");
    return places;
  }

  /**
   * Light in a large window with all rules, and dark in a small one with that of colours: nothing
   * else depends on these. Nothing may be wider than its window.
   */
  private static List<String> wrongHere(String place) throws IOException {
    List<String> wrong = new ArrayList<>();
    turnTo("light");
    found().forEach(one -> wrong.add(place + " light " + one));
    tooWide().ifPresent(over -> wrong.add(place + " large " + over));
    browser.manage().window().setSize(SMALL);
    turnTo("dark");
    found("color-contrast").forEach(one -> wrong.add(place + " dark " + one));
    tooWide().ifPresent(over -> wrong.add(place + " small " + over));
    browser.manage().window().setSize(LARGE);
    return wrong;
  }

  private static Optional<String> tooWide() {
    Long over =
        (Long)
            browser.executeScript(
                "const { scrollWidth, clientWidth } = document.documentElement;"
                    + "return scrollWidth - clientWidth");
    return over == 0 ? Optional.empty() : Optional.of("is %d pixels too wide".formatted(over));
  }

  @AfterEach
  void largeAgain() {
    browser.manage().window().setSize(new Dimension(1400, 1000));
  }

  @Test
  void everyPageIsAccessible() throws IOException {
    browser.manage().window().setSize(LARGE);
    List<String> wrong = new ArrayList<>();
    for (String place : places()) {
      turnTo(find("main > *"), place);
      wrong.addAll(wrongHere(place));
    }
    assertEquals(List.of(), wrong);
    assertNoErrors();
  }

  @Test
  void surfacesFillTheirCanvasWithLabelsThatCanBeRead() throws IOException {
    open("surface.html");
    await("points", () -> "points".equals(find("#surface-plot").getDomAttribute("data-shown")));
    List<?> extent =
        (List<?>)
            browser.executeAsyncScript(
                """
                const done = arguments[0];
                const plot = document.getElementById('surface-plot');
                const { clientWidth: width, clientHeight: height } = plot;
                Plotly.toImage(plot, { format: 'png', width, height }).then((url) => {
                  const image = new Image();
                  image.onload = () => {
                    const canvas = new OffscreenCanvas(width, height);
                    const context = canvas.getContext('2d');
                    context.drawImage(image, 0, 0, width, height);
                    const { data } = context.getImageData(0, 0, width, height);
                    let [left, right, top, bottom] = [width, 0, height, 0];
                    for (let y = 0; y < height; y++) {
                      for (let x = 0; x < width; x++) {
                        const at = 4 * (y * width + x);
                        const coloured = Math.max(data[at], data[at + 1], data[at + 2]) - Math.min(data[at], data[at + 1], data[at + 2]) > 25;
                        if (data[at + 3] > 200 && coloured) {
                          [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
                        }
                      }
                    }
                    done([(right - left) / width, (bottom - top) / height]);
                  };
                  image.src = url;
                }).catch((e) => done([String(e)]));
                """);
    assertTrue(extent.get(0) instanceof Number wide && wide.doubleValue() > 0.5, extent::toString);
    assertTrue(extent.get(1) instanceof Number high && high.doubleValue() > 0.6, extent::toString);
    assertEquals(
        List.of(),
        browser.executeScript(COLLISIONS, "#surface-plot .annotation-text-g", "#surface-plot"));
    assertEquals(List.of(), wrongHere("surface.html"));
    assertNoErrors();
  }

  @Test
  void everyControlOfATableIsReachedInOrder() {
    open("#/run/first/functions");
    row("columns");
    List<String> names = new ArrayList<>();
    find("input[type=search][aria-label='Filter rows']").click();
    for (int i = 0; i < 5; i++) {
      WebElement at = browser.switchTo().activeElement();
      names.add(at.getTagName());
      at.sendKeys(Keys.TAB);
    }
    assertEquals(List.of("input", "input", "summary", "button", "div"), names);
  }
}
