package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** Contrast, names for screen readers and the order of focus, as axe-core finds them. */
class PageAccessibilityEndToEndTest extends BrowsedPages {

  private static String axe() throws IOException {
    try (InputStream script =
        PageAccessibilityEndToEndTest.class.getResourceAsStream("/axe.min.js")) {
      return new String(script.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** What axe-core finds wrong in the page that is open. */
  private static List<?> found() throws IOException {
    browser.executeScript(axe());
    return (List<?>)
        browser.executeAsyncScript(
            "const done = arguments[arguments.length - 1];"
                + "axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>"
                + " done(violations.map(({ id, nodes }) => id + ': ' + nodes[0].target + ' '"
                + " + nodes[0].failureSummary)), (e) => done([String(e)]))");
  }

  private static void turnTo(String theme) {
    WebElement html = find("html");
    if (!theme.equals(html.getDomAttribute("data-theme"))) {
      find("#theme").click();
    }
    assertEquals(theme, html.getDomAttribute("data-theme"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"light", "dark"})
  void everyPageIsAccessible(String theme) throws IOException {
    List<String> wrong = new ArrayList<>();
    List<String> places = new ArrayList<>(List.of("", "#/compare/first/second"));
    open("#/run/first");
    for (WebElement tab : find(".tabs").findElements(By.tagName("a"))) {
      places.add(tab.getDomAttribute("href"));
    }
    assertTrue(places.size() > 15, places::toString);
    for (String place : places) {
      open(place);
      turnTo(theme);
      find("main h1");
      await("data", () -> browser.findElements(By.cssSelector(".loading")).isEmpty());
      found().forEach(one -> wrong.add(place + " " + one));
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
