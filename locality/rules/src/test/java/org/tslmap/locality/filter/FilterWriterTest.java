package org.tslmap.locality.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * What is written reads back equal: each function of the file is excluded, by a rule of its own.
 */
class FilterWriterTest {

  private static final List<String> NASTY =
      List.of(
          "EXCLUDE",
          "SCOREP_REGION_NAMES_END",
          "#",
          "\\",
          "a\\",
          "a\\ #b",
          " x ",
          "\t",
          "operator new[](unsigned long)",
          "A::operator()(int) const",
          "A::operator*(A const&) const",
          "A::operator->()",
          "operator\"\" _km(long double)",
          "std::map<int, std::vector<char, std::allocator<char> > >::operator[](int const&)",
          "main::{lambda(int)#1}::operator()(int) const",
          "(anonymous namespace)::größe(int, char**)",
          "f(int) [clone .part.0]",
          "[!a-z]",
          "[[:alpha:]]",
          "**?",
          "a\rb\r",
          "日本語",
          "f\uD83D\uDE00g");

  @Provide
  Arbitrary<String> names() {
    Arbitrary<String> pieces =
        Arbitraries.of(
            " ",
            "\t",
            "\r",
            "\\",
            "#",
            "*",
            "?",
            "[",
            "]",
            "!",
            "^",
            "-",
            "(",
            ")",
            "<",
            ">",
            "::",
            "a",
            "b",
            "{lambda(int)#1}",
            "operator",
            "ä",
            "日",
            ",",
            "EXCLUDE",
            "MANGLED",
            "~",
            "&");
    return Arbitraries.oneOf(
        Arbitraries.of(NASTY),
        pieces.list().ofMinSize(1).ofMaxSize(12).map(list -> String.join("", list)));
  }

  private static FilteredFunction function(String symbol, String name) {
    return new FilteredFunction(
        symbol.isEmpty() ? List.of() : List.of(symbol),
        name,
        OptionalLong.of(12345),
        1000000,
        "harmless");
  }

  @Property(tries = 300)
  void namesReadBackEqual(
      @ForAll("names") String a,
      @ForAll("names") String b,
      @ForAll("names") String other,
      @ForAll boolean mangled) {
    String text =
        FilterWriter.text(
            "title\nmore",
            mangled
                ? List.of(function(a, b), function(b, a))
                : List.of(function("", a), function("", b)));
    List<String> excluded = List.of(a, b);
    try (FilterRules rules = FilterRules.of(text)) {
      assertEquals(2, rules.rules().size(), text);
      for (String name : List.of(a, b, other)) {
        String no = "never/a/name";
        assertEquals(
            excluded.contains(name),
            rules.excluded("x.c", mangled ? name : no, mangled ? no : name),
            () -> name + " in\n" + text);
      }
      assertEquals(List.of(), rules.unmatched());
    }
  }

  @Property(tries = 300)
  void aPatternMatchesNoOtherName(@ForAll("names") String name, @ForAll("names") String other) {
    List<String> others = new ArrayList<>(List.of(other, name + "x", "x" + name, name + name));
    for (int i = 0; i < name.length(); i++) {
      others.add(name.substring(0, i) + name.substring(i + 1));
      others.add(name.substring(0, i) + "x" + name.substring(i + 1));
    }
    try (FilterRules rules = FilterRules.of(FilterWriter.text("", List.of(function("", name))))) {
      for (String o : others) {
        assertEquals(o.equals(name), rules.excluded("", "", o), () -> name + " and " + o);
      }
    }
  }

  @Example
  void aFileSaysWhatWasCounted() {
    List<FilteredFunction> functions =
        List.of(
            function("_ZN3Set3getEii", "Set::get(int, int)"),
            new FilteredFunction(List.of(), "foo", OptionalLong.empty(), 1, ""),
            new FilteredFunction(List.of(), "a b", OptionalLong.of(1), 2, "tiny\nand more"),
            new FilteredFunction(
                List.of("_ZN1AC1Ev", "_ZN1AC2Ev"), "A::A()", OptionalLong.empty(), 7, "tiny"),
            new FilteredFunction(
                List.of("_Z1fv", "_Z1fv.cold"), "f()", OptionalLong.empty(), 8, "tiny"));
    assertEquals(
        """
        # tslmap filter
        SCOREP_REGION_NAMES_BEGIN
          EXCLUDE MANGLED _ZN3Set3getEii # Set::get(int, int): 12,345 calls, 1,000,000 accesses; harmless
          EXCLUDE foo # 1 access
          EXCLUDE a\\ b # 1 call, 2 accesses; tiny and more
          EXCLUDE MANGLED _ZN1AC[12]Ev # A::A(): 7 accesses; tiny
          EXCLUDE MANGLED _Z1fv _Z1fv.cold # f(): 8 accesses; tiny
        SCOREP_REGION_NAMES_END
        """,
        FilterWriter.text("tslmap filter", functions));
  }

  @Example
  void lineBreaksInNamesAreRead() {
    try (FilterRules rules = FilterRules.of(FilterWriter.text("", List.of(function("", "a\nb"))))) {
      assertEquals(true, rules.excluded("", "", "a\nb"));
      assertEquals(false, rules.excluded("", "", "a b"));
    }
  }

  @Example
  void anEmptyNameIsRefused() {
    Exception error = assertThrows(IllegalArgumentException.class, () -> FilterWriter.pattern(""));
    assertEquals("expected a function's name, but found an empty one", error.getMessage());
  }
}
