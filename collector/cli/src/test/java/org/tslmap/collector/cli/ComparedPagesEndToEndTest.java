package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;

/** Two states of a program beside each other: what came, what went, and what is only noise. */
class ComparedPagesEndToEndTest extends BrowsedPages {

  private static JsonNode function(String run, String name) throws IOException {
    for (JsonNode row : reportOf(run, "--table", "functions").path("rows")) {
      if (row.path("name").asText().equals(name)) {
        return row;
      }
    }
    throw new AssertionError(run + " has no function " + name);
  }

  private static String percent(double share) {
    return "%.1f %%".formatted(100 * share);
  }

  private static String points(double change) {
    String sign = change >= 0.0005 ? "+" : change <= -0.0005 ? "−" : "";
    return "%s%.1f points".formatted(sign, 100 * Math.abs(change));
  }

  @Test
  void renamedFunctionsArePairedOnRequest() throws IOException {
    open("#/compare/before/after");
    assertEquals("", row("gather").get("Share B").getText());
    assertEquals("", row("collect").get("Share A").getText());
    find("label[title^='Functions that only one run']").click();
    Map<String, WebElement> pair = row("gather → collect");
    double before = function("before", "gather").path("share").asDouble();
    double after = function("after", "collect").path("share").asDouble();
    assertEquals(percent(before), pair.get("Share A").getText());
    assertEquals(percent(after), pair.get("Share B").getText());
    assertEquals(points(after - before), pair.get("Change of Share").getText());
    assertTrue(browser.getCurrentUrl().contains("renamed=1"), browser.getCurrentUrl());
    assertFalse(texts("tbody td:first-child").contains("collect"), "it is in the pair");
    assertEquals("", row("scatter").get("Share A").getText(), "new, not renamed");
    assertNoErrors();
  }

  @Test
  void thePlaneShowsFunctionsThatMatter() {
    open("#/compare/before/after");
    find("svg text.label");
    List<String> labels =
        browser.findElements(By.cssSelector("svg text.label")).stream()
            .map(WebElement::getText)
            .toList();
    assertTrue(labels.contains("walk"), labels::toString);
    assertTrue(labels.stream().noneMatch(label -> label.contains("@plt")), labels::toString);
  }

  @Test
  void missesChangeByPoints() throws IOException {
    open("#/compare/before/after");
    Map<String, WebElement> walk = row("walk");
    JsonNode before = function("before", "walk");
    JsonNode after = function("after", "walk");
    int compared = 0;
    for (String key : (Iterable<String>) before::fieldNames) {
      if (key.matches("miss\\d.*")) {
        String heading = "Miss " + key.substring("miss".length());
        assertEquals(percent(after.path(key).asDouble()), walk.get(heading + " B").getText());
        double change = after.path(key).asDouble() - before.path(key).asDouble();
        assertEquals(points(change), walk.get("Change of " + heading).getText());
        compared++;
      }
    }
    assertTrue(compared >= 2, "caches of this machine");
    for (WebElement head : browser.findElements(By.cssSelector("thead th[data-key^=change-]"))) {
      assertTrue(head.getText().startsWith("Change"), head.getText());
    }
    List<String> changes =
        texts("th[data-key=change-share]").isEmpty() ? List.of() : texts("td.better, td.worse");
    assertFalse(changes.isEmpty(), "the walk is better now");
    double coldBefore = reportOf("before").path("word").path("coldShare").asDouble();
    double coldAfter = reportOf("after").path("word").path("coldShare").asDouble();
    assertTrue(text().contains(points(coldAfter - coldBefore)), "of the whole, too: " + text());
    assertNoErrors();
  }

  @Test
  void hotspotsCameAndWent() {
    open("#/compare/before/after");
    row("walk");
    Map<String, String> states =
        browser.findElements(By.cssSelector("tbody tr")).stream()
            .filter(row -> row.getText().matches("(?s).*\\b(came|went|in both)\\b.*"))
            .collect(
                java.util.stream.Collectors.toMap(
                    row -> row.findElements(By.tagName("td")).get(0).getText(),
                    row -> row.findElements(By.tagName("td")).get(1).getText(),
                    (one, other) -> one));
    assertEquals("went", state(states, "walk, matrix"), states::toString);
    assertEquals("came", state(states, "scatter, table"), states::toString);
    assertNoErrors();
  }

  private static String state(Map<String, String> states, String part) {
    return states.entrySet().stream()
        .filter(entry -> entry.getKey().contains(part))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse("missing");
  }

  /** Of both kinds there are some; the one is coloured and the other is not. */
  @Test
  void onlyWhatIsMoreThanNoiseIsColoured() {
    open("#/compare/before/after?all=1");
    row("walk");
    List<?> wrong =
        (List<?>)
            browser.executeScript(
                """
                const table = document.querySelector('section .tableframe table, .tableframe:not(.whole) table');
                const heads = [...table.querySelectorAll('thead th')].map((head) => head.dataset.key);
                const number = (cell) => Number(cell.textContent.replace('−', '-').replace(/[^-0-9.]/g, ''));
                const wrong = [];
                let coloured = 0;
                let plain = 0;
                for (const row of table.querySelectorAll('tbody tr[data-index]')) {
                  const share = Math.max(...['a-share', 'b-share'].map((key) => number(row.cells[heads.indexOf(key)])));
                  heads.forEach((key, index) => {
                    const cell = row.cells[index];
                    if (!key.startsWith('change-') || cell.textContent === '') {
                      return;
                    }
                    const size = Math.abs(number(cell)) / (cell.textContent.endsWith('points') ? 0.5 : 0.005);
                    const isColoured = cell.matches('.better, .worse');
                    coloured += isColoured;
                    plain += !isColoured && size > 0;
                    if (isColoured && (size < 0.85 || share < 0.45)) {
                      wrong.push(row.cells[0].textContent + ' ' + key + ' ' + cell.textContent);
                    }
                  });
                }
                return coloured > 0 && plain > 0 ? wrong : [...wrong, coloured + ' coloured, ' + plain + ' not'];
                """);
    assertEquals(List.of(), wrong);
  }

  /** What is folded is compared as a whole: the sums of both runs. */
  @Test
  void startUpIsComparedAsOneRow() throws IOException {
    open("#/compare/before/after");
    row("walk");
    WebElement group =
        await(
            "start-up",
            () ->
                browser.findElements(By.cssSelector("tbody tr")).stream()
                    .filter(row -> row.getText().contains("start-up ("))
                    .findFirst()
                    .orElse(null));
    for (String run : List.of("before", "after")) {
      for (JsonNode sum : reportOf(run, "--table", "functions").path("groups")) {
        if (sum.path("origin").asText().equals("start")) {
          String share = percent(sum.path("share").asDouble());
          assertTrue(group.getText().contains(share), share + " in " + group.getText());
        }
      }
    }
    assertNoErrors();
  }
}
