package org.tslmap.collector.hotspots;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names are as short in sentences as they can be without becoming another's. */
class WordingTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "main|main",
        "(below main)|(below main)",
        "???+0x10 [ls]|???+0x10 [ls]",
        "look(std::map<long, double> const&, int (*)(long))|look",
        "rows::sum() const|rows::sum",
        "void std::vector<long, std::allocator<long> >::grow<int>(int&&)|std::vector::grow",
        "(anonymous namespace)::walk(int)|walk",
        "operator new(unsigned long)|operator new",
        "pair<int>::operator<(pair<int> const&) const|pair::operator<",
        "less<int>::operator()(int, int) const|less::operator()",
        "int pick<int>::operator()<source<int, 3ul> >(source<int, 3ul>&)|pick::operator()",
        "Vec<double> operator+<double>(Vec<double> const&, Vec<double> const&)|operator+",
        "std::ostream& operator<< <char>(std::ostream&, char)|operator<<",
        "bool operator><int>(pair<int> const&, pair<int> const&)|operator>",
        "matrix<int>::operator[](int)|matrix::operator[]",
        "void each<int>(int)::{lambda(int)#1}::operator()(int) const|each::{lambda#1}::operator()",
        "rows::sum() const::{lambda()#1}::operator()() const|rows::sum::{lambda#1}::operator()",
        "operators_of(int)|operators_of",
        "solver<double>|solver",
        "void scale<double>(double*, int) [clone ._omp_fn.1]|scale._omp_fn.1",
        "f(int) [clone .part.0] [clone .constprop.2]|f.part.0.constprop.2",
        "sum._omp_fn.0|sum._omp_fn.0",
        "<Map<K,V> as core::FromIterator<(K,V)>>::from_iter|<Map as core::FromIterator>::from_iter",
        "alloc::slice::<impl core::Guard<T> for alloc::Vec<T>>::new|alloc::slice::<impl core::Guard for alloc::Vec>::new",
        "render[abi:cxx11](std::vector<int> const&)|render",
      })
  void functions(String name, String text) {
    assertEquals(text, Wording.function(name));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "counts|counts",
        "malloc in main (a.c:3)|malloc in main (a.c:3)",
        "operator new in void list<int>::push<int>(int const&) (list.h:9)|operator new in list::push (list.h:9)",
        "stack of look(int)|stack of look",
        "rows = malloc in main (a.c:3)|rows = malloc in main (a.c:3)",
        "m_x = operator new in Domain::grow(int) (a.h:9)|m_x = operator new in Domain::grow (a.h:9)",
        "operator new[] in make(Matrix&, int) (make.cpp:7) from main (main.cpp:13)"
            + "|operator new[] in make (make.cpp:7) from main (main.cpp:13)",
        "malloc in take (a.c:1:5) from f(int) (a.cc:2) < ... < main (a.cc:8)"
            + "|malloc in take (a.c:1:5) from f (a.cc:2) < ... < main (a.cc:8)",
      })
  void objects(String name, String text) {
    assertEquals(text, Wording.object(name));
  }

  @Test
  void blocksOfAVariableAreCalledAfterIt() {
    assertEquals(
        "m_x (operator new in Domain::grow, a.h:9 from main, a.cc:3)",
        Wording.assigned("m_x = operator new in Domain::grow(int) (a.h:9) from main (a.cc:3)"));
  }

  @Test
  void numbersInARowAreRanges() {
    assertEquals("2-5", Wording.ranges(List.of(2, 3, 4, 5)));
    assertEquals("2, 3", Wording.ranges(List.of(3, 2)));
    assertEquals("1, 3-6, 9", Wording.ranges(List.of(9, 1, 3, 4, 5, 6, 3)));
    assertEquals("", Wording.ranges(List.of()));
  }
}
