package org.tslmap.collector.attribution;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.tslmap.locality.profile.DataClass;
import org.tslmap.locality.profile.DataObject;

/** Heap blocks of one allocating call are told apart by the callers in which their paths differ. */
class HeapNamesTest {

  private static DataObject object(DataClass kind, String name, String... path) {
    return new DataObject(
        kind, name, "", "", "", 0, "", 0, 8, 0, List.of(), 1, Arrays.asList(path), 0);
  }

  private static DataObject block(String... path) {
    return object(DataClass.HEAP, "malloc in w", path);
  }

  private static List<String> names(DataObject... objects) {
    return distinct(List.of(objects)).stream().map(DataObject::name).toList();
  }

  private static List<DataObject> distinct(List<DataObject> objects) {
    return HeapNames.distinct(objects, Collections.nCopies(objects.size(), 0));
  }

  @Test
  void callsOfOneLineAreToldApartByTheirColumns() {
    String name = "malloc in main (m.c:7)";
    DataObject one = object(DataClass.HEAP, name, "main (/x/m.c:7)");
    DataObject other = object(DataClass.HEAP, "malloc in main (m.c:8)", "main (/x/m.c:8)");
    List<DataObject> objects = List.of(one, one, other, one, one);
    assertEquals(
        List.of(
            "malloc in main (m.c:7:12)",
            "malloc in main (m.c:7:30)",
            "malloc in main (m.c:8)",
            "malloc in main (m.c:7:12)",
            name),
        HeapNames.distinct(objects, List.of(12, 30, 9, 12, 0)).stream()
            .map(DataObject::name)
            .toList());
    assertEquals(
        List.of(name, name),
        HeapNames.distinct(List.of(one, one), List.of(12, 12)).stream()
            .map(DataObject::name)
            .toList());
  }

  @Test
  void callersThatDifferInTheMiddleAreNotLeftOut() {
    String a = "a (/a.c:1)";
    assertEquals(
        List.of(
            "malloc in w from a (a.c:1) < x (x.c:1) < y (y.c:1) < e (e.c:1)",
            "malloc in w from a (a.c:1) < ... < f (f.c:1)",
            "malloc in w from a (a.c:1) < x (x.c:2) < y (y.c:1) < e (e.c:1)",
            "malloc in w from a (a.c:1) < ... < g (g.c:1)",
            "malloc in w from b (b.c:1)"),
        names(
            block("w (/w.c:1)", a, "x (/x.c:1)", "y (/y.c:1)", "e (/e.c:1)"),
            block("w (/w.c:1)", a, "x (/x.c:1)", "y (/y.c:1)", "f (/f.c:1)"),
            block("w (/w.c:1)", a, "x (/x.c:2)", "y (/y.c:1)", "e (/e.c:1)"),
            block("w (/w.c:1)", a, "x (/x.c:2)", "y (/y.c:1)", "g (/g.c:1)"),
            block("w (/w.c:1)", "b (/b.c:1)")));
  }

  @Test
  void theFirstCallerThatDiffersIsEnough() {
    assertEquals(
        List.of("malloc in w from b (b.c:2)", "malloc in w from a (a.c:1)", "unknown"),
        names(
            block("w (/x/w.c:1)", "b (/x/y/b.c:2)", "main (/x/m.c:1)"),
            block("w (/x/w.c:1)", "a (a.c:1)", "main (/x/m.c:2)"),
            DataObject.UNKNOWN));
  }

  @Test
  void callersThatDifferInArgumentsOfTemplatesOnlyTellNothing() {
    String buckets = "A<Node*>::get(long) (/c/a.h:1)";
    String nodes = "A<Node>::get(long) (/c/a.h:1)";
    assertEquals(
        List.of("malloc in w from Table::buckets (t.h:7)", "malloc in w from Table::node (t.h:9)"),
        names(
            block(buckets, "Table::buckets (/c/t.h:7)", "main (/x/m.c:1)"),
            block(nodes, "Table::node (/c/t.h:9)", "main (/x/m.c:1)")));
    assertEquals(
        List.of(
            "malloc in w from " + buckets.replace("/c/", ""),
            "malloc in w from " + nodes.replace("/c/", "")),
        names(block(buckets, "main (/x/m.c:1)"), block(nodes, "main (/x/m.c:1)")));
  }

  @Test
  void pathsThatPartLaterHaveTheirCallersUntilThen() {
    assertEquals(
        List.of(
            "malloc in w from a < c",
            "malloc in w from a < d",
            "malloc in w from b",
            "malloc in w from e < ... < h",
            "malloc in w from e < ... < i"),
        names(
            block("w", "x", "a", "c", "main"),
            block("w", "x", "a", "d", "main"),
            block("w", "x", "b", "c", "main"),
            block("w", "x", "e", "f", "g", "h", "main"),
            block("w", "x", "e", "f", "g", "i", "main")));
  }

  @Test
  void ofCallersOfTheStandardLibraryTheLastIsEnough() {
    assertEquals(
        List.of(
            "malloc in w from std::Table::buckets",
            "malloc in w from std::Table::node",
            "malloc in w from std::string::make"),
        names(
            block("std::allocate", "std::traits", "std::Table::buckets", "main"),
            block("std::allocate", "std::traits", "std::Table::node", "main"),
            block("std::string::make", "main")));
    assertEquals(
        List.of(
            "malloc in w from std::a < std::table",
            "malloc in w from std::a < std::list",
            "malloc in w from std::b < std::table",
            "malloc in w from std::b < std::list"),
        names(
            block("std::a", "std::table", "main"),
            block("std::a", "std::list", "main"),
            block("std::b", "std::table", "main"),
            block("std::b", "std::list", "main")),
        "what it would hide is shown");
  }

  /** As two matrices that are made in one line, and one elsewhere. */
  @Test
  void blocksOfOnePathHaveTheCallerThatTellsThemFromOthers() {
    assertEquals(
        List.of("malloc in w from main", "malloc in w from main", "malloc in w from times"),
        names(
            block("w", "main", "start"),
            block("w", "main", "start"),
            block("w", "times", "main", "start")));
  }

  @Test
  void aPathThatEndsWhereAnotherGoesOnKeepsItsName() {
    assertEquals(
        List.of("malloc in w", "malloc in w from a"), names(block("w"), block("w", "a", "b")));
  }

  @Test
  void nothingElseIsRenamed() {
    DataObject one = block("w", "a");
    DataObject other = object(DataClass.HEAP, "calloc in w", "w", "b");
    DataObject variable = object(DataClass.STATIC, "malloc in w");
    assertEquals(List.of(one, other, variable), distinct(List.of(one, other, variable)));
    assertEquals(List.of(one, one), distinct(List.of(one, one)));
    assertEquals("malloc in w", one.from("a").nameWithoutCallers());
  }
}
