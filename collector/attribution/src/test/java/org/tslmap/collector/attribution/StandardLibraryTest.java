package org.tslmap.collector.attribution;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The C++ standard library is known by names as demanglers print them. */
class StandardLibraryTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "true | std::__new_allocator<long>::allocate(unsigned long, void const*)",
        "true | void std::vector<my::Box, std::allocator<my::Box> >::_M_realloc_insert<my::Box>(int)",
        "true | std::pair<int const, long>* std::_Rb_tree<int>::_M_create_node()",
        "true | std::ostream& std::operator<< <std::char_traits<char> >(std::ostream&, char)",
        "true | std::_Function_handler<void (), main::{lambda()#1}>::_M_invoke(std::_Any_data const&)",
        "true | __gnu_cxx::new_allocator<int>::allocate(unsigned long)",
        "true | std::string::operator=(char const*)",
        "false | vec(std::vector<int, std::allocator<int> >&)",
        "false | std::vector<int, std::allocator<int> > my::made(int)",
        "false | my::std::allocate()",
        "false | operator new(unsigned long)",
        "false | main::{lambda(std::string)#1}::operator()(std::string) const",
        "false | standard",
        "false | main",
      })
  void byNames(boolean standard, String function) {
    assertEquals(standard, StandardLibrary.has(function));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "vector | std::vector<int, std::allocator<int> >::resize(unsigned long)",
        "Table | double* ns::Table<ns::Key, double>::operator[](ns::Key)",
        "Table | Table<int>::operator[](int)",
        "ns | ns::run(int)",
        "'' | main",
        "'' | <A as B>::f",
        "'' | (anonymous namespace)::Table<int>::grow(int)",
      })
  void classesOfMemberFunctions(String type, String function) {
    assertEquals(type, StandardLibrary.classOf(function));
  }
}
