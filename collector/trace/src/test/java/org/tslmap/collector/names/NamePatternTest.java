package org.tslmap.collector.names;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tslmap.locality.profile.DataClass;
import org.tslmap.locality.profile.DataObject;

/** A user's name for something fits that and nothing else. */
class NamePatternTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "solve           | solve",
        "sol*            | solve",
        "s?lve           | solve",
        "A::f            | A::f(int, char)",
        "A::f(int, char) | A::f(int, char)",
        "A::f            | A::f(int) const",
        "*operator()     | B::operator()(int)",
        "B::operator<    | B::operator<(B const&)",
        "operator new    | operator new(unsigned long)",
        "g               | g@@GLIBC_2.34",
        "(anon*)::g      | (anonymous namespace)::g()",
        "std::function<void (int)>::operator() | std::function<void (int)>::operator()(int) const",
        "main::{lambda(int)#1}::operator()     | main::{lambda(int)#1}::operator()(int) const",
        "f(int) const::{lambda()#1}::operator()| f(int) const::{lambda()#1}::operator()() const",
        "malloc in main  | malloc in main (grid.c:7)",
        "libc.so.6       | /usr/lib/x86_64-linux-gnu/libc.so.6",
        "/usr/*          | /usr/lib/x86_64-linux-gnu/libc.so.6",
        "a.b             | a.b",
        "f               | f.constprop.0",
        "f               | f._omp_fn.1",
        "f._omp_fn.1     | f._omp_fn.1",
        "f               | f.part.0.constprop.1",
        "scale           | void scale<double>(std::vector<double>&, int) [clone ._omp_fn.0]",
        "scale<double>   | void scale<double>(std::vector<double>&, int)",
        "n::scale        | std::pair<int, int> n::scale<n::A>(n::A)",
        "A::f            | A<std::pair<int, int> >::f(int)",
        "A<int>::f       | A<int>::f(int) [clone .part.3]",
        "A::operator<<   | A& A::operator<< <int>(int)",
        "A::operator->   | A<int>::operator->() const",
        "operator+       | A<int> operator+<int>(A<int> const&, A<int> const&)",
        "solve           | solve<1>",
      })
  void fits(String pattern, String name) {
    assertTrue(new NamePattern(pattern).matches(name));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "solve | solver",
        "olve  | solve",
        "s?    | solve",
        "A::f  | A::ff(int)",
        "g     | (anonymous namespace)::g()",
        "f     | f(int)::{lambda()#1}::operator()() const",
        "f(int)| f(int, char)",
        "a.b   | axb",
        "f     | f.0",
        "void  | void f<int>()",
        "int   | A<int>::f()",
        "f     | A<int>::f()",
        "f     | non-virtual thunk to f()",
        "lib   | /usr/lib/x.so",
      })
  void doesNotFit(String pattern, String name) {
    assertFalse(new NamePattern(pattern).matches(name));
  }

  @Test
  void everythingFitsTheStar() {
    assertTrue(NamePattern.ANY.matches("") && NamePattern.ANY.matches("a\nb"));
    assertEquals(new NamePattern("*"), NamePattern.ANY);
  }

  @Test
  void aLocalVariableMayBeNamedWithItsFunction() {
    DataObject local =
        new DataObject(
            DataClass.STACK_VARIABLE,
            "i",
            "f(int)",
            "",
            "",
            0,
            "",
            0,
            4,
            4,
            List.of(),
            1,
            List.of(),
            0);
    assertTrue(new NamePattern("i").matches(local));
    assertTrue(new NamePattern("i in f").matches(local));
    assertFalse(new NamePattern("i in g").matches(local));
    assertFalse(new NamePattern("f").matches(local));
  }
}
