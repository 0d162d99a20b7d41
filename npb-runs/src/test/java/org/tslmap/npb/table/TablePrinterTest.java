package org.tslmap.npb.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class TablePrinterTest {

  private static final List<Table> TABLES = List.of(table());

  private static Table table() {
    Table.Builder table =
        new Table.Builder("small", "A small table")
            .column("name", "name", Unit.TEXT)
            .column("count", "how many", Unit.COUNT)
            .column("score", "TL", Unit.SCORE)
            .column("failure", "", Unit.TEXT);
    table.row("a", 1_234_567L, 0.25);
    table.failure("FAILED: a, \"b\"", "b|c");
    table.note("a note");
    return table.build();
  }

  private interface Printer {
    void print(List<Table> tables, PrintWriter out) throws IOException;
  }

  private static String printed(Printer printer, List<Table> tables) throws IOException {
    StringWriter text = new StringWriter();
    printer.print(tables, new PrintWriter(text));
    return text.toString();
  }

  @Test
  void textIsAligned() throws IOException {
    assertEquals(
        """
        A small table

        name   how many      TL
        a     1,234,567  0.2500
        b|c                      FAILED: a, "b"
        note: a note
        """,
        printed(TablePrinter::text, TABLES));
  }

  @Test
  void markdownEscapesBars() throws IOException {
    assertEquals(
        """
        ### A small table

        | name | how many | TL |  |
        | --- | ---: | ---: | --- |
        | a | 1,234,567 | 0.2500 |  |
        | b\\|c |  |  | FAILED: a, "b" |

        - a note
        """,
        printed(TablePrinter::markdown, TABLES));
  }

  @Test
  void csvHasNumbersAsTheyAreAndQuotes() throws IOException {
    assertEquals(
        """
        # small
        name,count,score,failure
        a,1234567,0.250000000,
        b|c,,,"FAILED: a, ""b""\"
        """,
        printed(TablePrinter::csv, TABLES));
  }

  @Test
  void jsonHasNumbersAndNulls() throws IOException {
    JsonNode tables =
        new ObjectMapper().readTree(printed(TablePrinter::json, TABLES)).path("tables");
    JsonNode rows = tables.path("small").path("rows");
    assertEquals(1_234_567, rows.get(0).path("count").asLong());
    assertTrue(rows.get(1).path("score").isNull());
    assertEquals("a note", tables.path("small").path("notes").get(0).asText());
  }

  @Test
  void aColumnWithoutHeadingIsShownOnlyWhenItSaysSomething() throws IOException {
    Table.Builder table =
        new Table.Builder("t", "T").column("name", "name", Unit.TEXT).column("f", "", Unit.TEXT);
    table.row("a");
    assertEquals(
        "### T\n\n| name |\n| --- |\n| a |\n",
        printed(TablePrinter::markdown, List.of(table.build())));
  }

  @Test
  void rowsMustFit() {
    Table.Builder table = new Table.Builder("t", "T").column("name", "name", Unit.TEXT);
    table.row("a", "b");
    assertThrows(IllegalArgumentException.class, table::build);
  }
}
