package org.tslmap.collector.names;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names of functions for where there is little room. */
class FunctionNameTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "solve                 | solve",
        "(below main)          | (below main)",
        "g@@GLIBC_2.34         | g",
        "f._omp_fn.1           | f._omp_fn.1",
        "(anonymous namespace)::g() | (anonymous namespace)::g",
        "operator new(unsigned long) | operator new",
        "Vec<double> operator+<double>(Vec<double> const&) | operator+",
        "bool A::operator< <int>(int) | A::operator<",
        "int* A::operator[]<int>(int) | A::operator[]",
        "A<std::pair<int, int> >::f(int) | A::f",
        "void n::solve<n::Matrix<double>, n::Vector>(n::Matrix<double>&, n::Vector&) | n::solve",
        "<Map<K,V> as core::FromIterator<(K,V)>>::from_iter | <Map as core::FromIterator>::from_iter",
        "<Map<K> as core::FromIterator>::from_iter::<Range<u64>> | <Map as core::FromIterator>::from_iter",
        "demo::sum::<f64>::{closure#0} | demo::sum::<f64>::{closure#0}",
        "core::option::Option<&T>::copied | core::option::Option::copied",
        "std::pair<int, int> n::scale<n::A>(n::A) [clone .part.3] | n::scale.part.3",
      })
  void shortest(String name, String shortest) {
    assertEquals(shortest, new FunctionName(name).shortest());
  }
}
