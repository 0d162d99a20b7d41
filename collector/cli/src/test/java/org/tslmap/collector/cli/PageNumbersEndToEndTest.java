package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import org.tslmap.collector.report.TableKind;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.score.Score;

/** Every number of the pages is that of {@code tslmap report} and {@code tslmap hotspots}. */
class PageNumbersEndToEndTest extends BrowsedPages {

  /** So many rows of a table are compared, at least. */
  private static final int MOST = 400;

  /**
   * What a table has: keys of its columns, and text and tip of each cell, also of rows out of
   * sight.
   */
  private static final String TABLE =
      """
      const frame = document.querySelector('.tableframe');
      const cells = (row) => [...row.cells].map((cell) => [cell.textContent.replace(/^[▾▸]/, ''), cell.title]);
      const rows = [];
      for (let top = 0; rows.length < arguments[0]; top += frame.clientHeight) {
        frame.scrollTop = top;
        frame.dispatchEvent(new Event('scroll'));
        for (const row of frame.querySelectorAll('tbody tr[data-index]')) {
          rows[Number(row.dataset.index)] ??= cells(row);
        }
        if (top >= frame.scrollHeight) {
          break;
        }
      }
      const foot = frame.querySelector('tfoot tr');
      return {
        keys: [...frame.querySelectorAll('thead th')].map((head) => head.dataset.key),
        rows: foot ? [...rows, cells(foot)] : rows,
      };
      """;

  /** Keys that are no columns: what a row is, and what its name says already. */
  private static final Set<String> NO_COLUMNS =
      Set.of("row", "depth", "path", "variable", "title", "below");

  private record Shown(String text, String tip) {}

  private record ShownTable(List<String> keys, List<List<Shown>> rows) {}

  private static ShownTable shown() {
    Map<?, ?> found = (Map<?, ?>) browser.executeScript(TABLE, MOST);
    List<String> keys = ((List<?>) found.get("keys")).stream().map(String::valueOf).toList();
    List<List<Shown>> rows = new ArrayList<>();
    for (Object row : (List<?>) found.get("rows")) {
      rows.add(
          ((List<?>) row)
              .stream()
                  .map(cell -> (List<?>) cell)
                  .map(cell -> new Shown("" + cell.get(0), "" + cell.get(1)))
                  .toList());
    }
    return new ShownTable(keys, rows);
  }

  @ParameterizedTest
  @EnumSource(TableKind.class)
  void everyTableHasTheReportsNumbers(TableKind kind) throws IOException {
    String run = kind == TableKind.SHARING ? "threads" : "first";
    List<String> options = new ArrayList<>(List.of("--table", kind.key()));
    String address = "#/run/%s/%s?all=1&sort=none".formatted(run, kind.key());
    if (kind.isOfFunction()) {
      options.addAll(List.of("--of", "columns"));
      address += "&of=columns";
    }
    boolean tree = kind == TableKind.CALLS || kind == TableKind.PHASES;
    open(tree ? address.replace("&sort=none", "") : address);
    JsonNode table = reportOf(run, options.toArray(String[]::new));
    List<JsonNode> rows = new ArrayList<>();
    table.path("rows").forEach(rows::add);
    find(".tableframe tbody tr");
    browser.executeScript("document.querySelectorAll('.choices button')[1].click()");
    if (tree) {
      find("section .bar button").click();
    }
    // Long tables come in parts.
    await(
        "everything",
        () -> rows.size() == 1 || text().contains("%,d row".formatted(rows.size() - 1)));
    ShownTable page = shown();
    assertTrue(page.rows().size() >= Math.min(MOST, rows.size()), page.rows()::toString);
    assertEquals("whole", rows.get(rows.size() - 1).path("row").asText());
    while (rows.size() > page.rows().size()) {
      rows.remove(rows.size() - 2);
    }
    if (kind == TableKind.SHARING) {
      // The program's own are first, whatever the report's order is.
      List<JsonNode> own = rows.stream().filter(row -> !serves(row)).toList();
      List<JsonNode> others = rows.stream().filter(row -> serves(row)).toList();
      rows.clear();
      rows.addAll(own.subList(0, own.size() - 1));
      rows.addAll(others);
      rows.add(own.get(own.size() - 1));
    }
    Set<String> keys = new LinkedHashSet<>();
    for (int i = 0; i < rows.size(); i++) {
      Map<String, JsonNode> values = values(rows.get(i));
      if (kind == TableKind.LOOPS && values.containsKey("depth")) {
        values.put("nesting", values.get("depth")); // a number of its own, not that of a tree
      }
      values.forEach(
          (key, value) -> {
            if (value.isNumber()) {
              keys.add(key);
            }
          });
      for (int k = 0; k < page.keys().size(); k++) {
        String key = page.keys().get(k);
        assertShows(values, key, page.rows().get(i).get(k), kind + " row " + i);
      }
    }
    keys.removeAll(page.keys());
    keys.removeAll(NO_COLUMNS);
    assertEquals(Set.of(), keys, "every number has a column");
    assertNoErrors();
  }

  private static boolean serves(JsonNode row) {
    return row.has("origin") && !row.path("origin").asText().equals("program");
  }

  /**
   * The values of a row by the keys of their columns: those of a granularity are word-tl and so on.
   */
  private static Map<String, JsonNode> values(JsonNode row) {
    Map<String, JsonNode> values = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> field : row.properties()) {
      if (field.getValue().isObject()) {
        for (Map.Entry<String, JsonNode> inner : field.getValue().properties()) {
          values.put(field.getKey() + "-" + inner.getKey(), inner.getValue());
        }
      } else {
        values.put(field.getKey(), field.getValue());
      }
    }
    return values;
  }

  private static void assertShows(
      Map<String, JsonNode> values, String key, Shown cell, String where) {
    String what = "%s, %s: %s (%s)".formatted(where, key, cell.text(), cell.tip());
    assertFalse(
        (cell.text() + " " + cell.tip())
            .matches("(?s).*(\\d\\.\\d{5,}|\\d[eE]-\\d|NaN|undefined).*"),
        what);
    JsonNode value = values.get(key);
    if (value == null) {
      assertEquals("", cell.text(), what);
    } else if (value.isNumber()) {
      assertNumber(value, cell, what + " is " + value);
    } else if (value.isArray()) {
      assertEquals(value.isEmpty(), cell.text().isEmpty(), what);
    } else {
      assertEquals(text(key, value.asText(), values), cell.text(), what);
    }
  }

  private static String text(String key, String text, Map<String, JsonNode> values) {
    return switch (key) {
      case "name" ->
          values.containsKey("title") && !values.get("title").asText().isEmpty()
              ? "%s (%s)".formatted(values.get("title").asText(), text)
              : text;
      case "object", "file" -> text.substring(text.lastIndexOf('/') + 1);
      case "sharing" -> text + " sharing";
      default -> text;
    };
  }

  private static void assertNumber(JsonNode value, Shown cell, String what) {
    String text = cell.text().replace("−", "-");
    if (cell.tip().matches("-?[0-9,]+")) {
      assertEquals(value.asLong(), Long.parseLong(cell.tip().replace(",", "")), what);
    } else if (text.equals("< 0.01 %")) {
      assertTrue(value.asDouble() > 0 && value.asDouble() < 0.00005, what);
    } else if (text.equals("0 %")) {
      assertEquals(0, value.asDouble(), what);
    } else if (text.endsWith(" %")) {
      String digits = text.replace(" %", "");
      double half = digits.length() - digits.indexOf('.') == 3 ? 0.0051 : 0.051;
      assertEquals(100 * value.asDouble(), Double.parseDouble(digits), half, what);
    } else if (value.isIntegralNumber()) {
      assertEquals(value.asLong() == 0 ? "" : value.asText(), text, what);
    } else {
      assertEquals(value.asDouble(), Double.parseDouble(text), 0.000051, what);
    }
  }

  @Test
  void everyTileHasTheReportsNumber() throws IOException {
    JsonNode report = report();
    open("#/run/first/summary");
    find(".fact");
    int compared = 0;
    for (WebElement tile : browser.findElements(By.cssSelector(".fact"))) {
      String label = tile.findElement(By.cssSelector(".label")).getText();
      String value = tile.findElement(By.cssSelector(".value")).getText();
      for (Granularity granularity : Granularity.values()) {
        for (Score score : Score.values()) {
          boolean named =
              label
                  .toLowerCase(java.util.Locale.ROOT)
                  .split(", | of ")[0]
                  .equalsIgnoreCase(score.heading());
          if (named && label.endsWith(" of " + granularity.key() + "s")) {
            JsonNode expected = report.path(granularity.key()).path(score.key());
            assertNumber(expected, new Shown(value, ""), label);
            compared++;
          }
        }
      }
    }
    assertTrue(compared >= 7, compared + " of the tiles");
    long accesses = report.path("totals").path("accesses").asLong();
    long loads = report.path("totals").path("loads").asLong();
    assertTrue(text().contains("%,d loads, %,d stores".formatted(loads, accesses - loads)), text());
  }

  @Test
  void everyCardHasTheNumbersOfItsHotspot() throws IOException {
    CapturedCommand command =
        CapturedCommand.tslmap("hotspots", runs.resolve("before").toString(), "--format", "json");
    JsonNode json = new ObjectMapper().readTree(command.out());
    Map<Integer, Double> shares = new LinkedHashMap<>();
    Map<Integer, String> functions = new LinkedHashMap<>();
    for (JsonNode one : json.path("hotspots")) {
      shares.merge(one.path("rank").asInt(), one.path("share").asDouble(), Double::sum);
      functions.putIfAbsent(one.path("rank").asInt(), one.path("function").asText());
    }
    open("#/run/before/hotspots");
    find("article.card");
    List<WebElement> cards = browser.findElements(By.cssSelector("article.card"));
    int at = 0;
    for (Map.Entry<Integer, Double> rank : shares.entrySet()) {
      WebElement card = cards.get(at++);
      String share = "%.1f %%".formatted(100 * rank.getValue());
      assertEquals(share, card.findElement(By.cssSelector(".value")).getText());
      assertTrue(card.getText().contains(functions.get(rank.getKey())), card.getText());
    }
    String wasted = "%.1f %%".formatted(100 * json.path("wastedShare").asDouble());
    assertTrue(
        find(".lead").getText().startsWith(wasted + " of an estimated"), find(".lead")::getText);
    assertNoErrors();
  }

  /** Folded, start-up is one row with the sum's scores, which is what the report says of it. */
  @Test
  void foldedRowsHaveTheNumbersOfTheirSum() throws IOException {
    JsonNode group = null;
    for (JsonNode one : report("--table", "functions").path("groups")) {
      group = one.path("origin").asText().equals("start") ? one : group;
    }
    open("#/run/first/functions");
    row("columns");
    browser.executeScript("document.querySelectorAll('.choices button')[1].click()");
    ShownTable page = shown();
    List<Shown> cells =
        page.rows().stream()
            .filter(row -> row.get(0).text().startsWith("start-up ("))
            .findFirst()
            .orElseThrow();
    Map<String, JsonNode> values = values(group);
    for (int k = 1; k < page.keys().size(); k++) {
      assertShows(values, page.keys().get(k), cells.get(k), "start-up");
    }
    assertTrue(values.containsKey("word-tl"), values::toString);
  }
}
