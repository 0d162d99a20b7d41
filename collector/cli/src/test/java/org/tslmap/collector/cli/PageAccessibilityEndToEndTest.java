package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.Keys;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;

/** Contrast, names for screen readers and the order of focus, as axe-core finds them. */
class PageAccessibilityEndToEndTest extends BrowsedPages {

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

  /** Light with all rules, and dark with those of colours: nothing else depends on these. */
  private static List<String> wrongHere(String place) throws IOException {
    List<String> wrong = new ArrayList<>();
    turnTo("light");
    found().forEach(one -> wrong.add(place + " light " + one));
    turnTo("dark");
    found("color-contrast").forEach(one -> wrong.add(place + " dark " + one));
    return wrong;
  }

  @Test
  void everyPageIsAccessible() throws IOException {
    List<String> wrong = new ArrayList<>();
    for (String place : places()) {
      turnTo(find("main > *"), place);
      wrong.addAll(wrongHere(place));
    }
    assertEquals(List.of(), wrong);
    assertNoErrors();
  }

  @Test
  void surfacesAreAccessible() throws IOException {
    open("surface.html");
    await("points", () -> "points".equals(find("#surface-plot").getDomAttribute("data-shown")));
    assertEquals(List.of(), wrongHere("surface.html"));
    assertNoErrors();
  }

  /** Nothing is wider than its window, neither of a large screen nor of a small one. */
  @Test
  void everyPageFitsItsWindow() {
    List<String> wrong = new ArrayList<>();
    try {
      for (Dimension size : List.of(new Dimension(1400, 900), new Dimension(800, 600))) {
        browser.manage().window().setSize(size);
        for (String place : places()) {
          turnTo(find("main > *"), place);
          Object over =
              browser.executeScript(
                  "return document.documentElement.scrollWidth - document.documentElement.clientWidth");
          if (!Long.valueOf(0).equals(over)) {
            wrong.add("%s is %s pixels too wide for %s".formatted(place, over, size));
          }
        }
      }
    } finally {
      browser.manage().window().setSize(new Dimension(1400, 1000));
    }
    assertEquals(List.of(), wrong);
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
