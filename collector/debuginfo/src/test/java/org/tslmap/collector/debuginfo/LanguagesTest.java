package org.tslmap.collector.debuginfo;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tslmap.collector.InstalledPrograms;

/** Names, types and members as C++ and Fortran write them. */
class LanguagesTest {

  private static final String CXX =
      """
      namespace ns {
      int counter[7];
      namespace { __attribute__((used)) double hidden[3] = {1}; }
      template <class T> struct Box {
         struct Inner { int id; union { float real; int whole; }; };
         T value[4];
         Inner inner[2];
         static T shared;
      };
      template <class T> T Box<T>::shared;
      Box<long> box;
      struct Derived : Box<short> { virtual ~Derived() {} unsigned low : 3, high : 13; };
      Derived derived;
      int after;
      inline namespace v1 { struct Row { Box<char> *cells[2]; }; }
      }
      typedef ns::Row Row;
      __attribute__((used)) const Row rows[2] = {};
      thread_local int own = 3;
      struct Worker {
         long total;
         __attribute__((noipa)) int add(int n) const { static int calls; return calls += n; }
      };
      __attribute__((noipa)) long sum(const ns::Box<long> &b) { return b.value[1]; }
      int main(int argc, char **argv)
      {
         Worker w;
         long volatile &reference = ns::Box<long>::shared;
         reference = argc;
         ns::hidden[1] = argc + (rows[argc & 1].cells[0] == nullptr);
         own++;
         return (w.add(argc) + (int)sum(ns::box) + (int)ns::hidden[argc]) & 0;
      }
      """;

  private static final String FORTRAN =
      """
      module fields
        implicit none
        real(8) :: u(5,3), v
        real(8), allocatable :: w(:,:)
        type cell
          integer :: id
          real(8) :: xyz(3)
        end type
        type(cell) :: cells(2:4)
        integer :: odd(0:3,-1:1)
      contains
        subroutine advance(n, a)
          integer, intent(in) :: n
          real(8), intent(inout) :: a(n,*)
          real(8) :: tmp(8)
          integer, save :: calls = 0
          integer :: i
          calls = calls + 1
          do i = 1, 8
            tmp(i) = i * a(1,1) + i
          end do
          u(2,3) = sum(tmp)
          cells(3)%xyz(2) = u(2,3)
          odd(1,0) = calls
        end subroutine
      end module
      program main
        use fields
        implicit none
        real(8) :: q(4,4), c1(10), c2
        character(len=12), save :: label = 'twelve'
        integer :: flag
        common /shared/ c1, c2, flag
        q = 1.0d0
        c1(3) = 2
        allocate(w(3,4))
        call advance(4, q)
        call other
        if (flag /= 7 .or. label /= 'twelve') stop 1
      end program
      subroutine other
        real(8) :: d(10), e
        integer :: flag
        common /shared/ d, e, flag
        e = d(3)
        flag = 7
      end subroutine
      """;

  @TempDir private Path folder;
  private CompiledObjects objects;

  @BeforeEach
  void inFolder() {
    objects = new CompiledObjects(folder);
  }

  private static String described(StaticVariable variable) {
    return "%s %d %s%s:%d"
        .formatted(
            variable.name(),
            variable.bytes(),
            variable.type().text(),
            variable.function().isEmpty() ? "" : " in " + variable.function(),
            variable.line());
  }

  private static String described(LocalVariable variable) {
    return "%s %d %s%s:%d"
        .formatted(
            variable.name(),
            variable.bytes(),
            variable.type().text(),
            variable.parameter() ? " parameter" : "",
            variable.line());
  }

  private static List<String> statics(DebugInformation debug, Predicate<StaticVariable> which) {
    return debug.statics().stream().filter(which).map(LanguagesTest::described).sorted().toList();
  }

  private static boolean typed(StaticVariable variable) {
    return variable.type().id() >= 0;
  }

  private static StaticVariable named(DebugInformation debug, String name) {
    return debug.statics().stream()
        .filter(variable -> variable.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** A variable's part at an offset, as "path type bytes +rest". */
  private static String part(DebugInformation debug, String variable, long offset) {
    Member member = debug.member(named(debug, variable).type().id(), offset).orElseThrow();
    return "%s %s %d +%d"
        .formatted(variable + member.path(), member.type(), member.bytes(), member.offset());
  }

  @ParameterizedTest
  @ValueSource(strings = {"-O0", "-O2"})
  void cxx(String level) throws IOException, InterruptedException {
    InstalledPrograms.assume("g++");
    Path program = objects.compile("g++", "cxx", "-g", level, objects.source("names.cc", CXX));
    objects.run(program);
    try (DebugInformation debug = DebugInformation.open(program)) {
      assertEquals(
          List.of(
              "calls 4 int in Worker::add(int) const:22",
              "ns::(anonymous namespace)::hidden 24 double [3]:3",
              "ns::Box<long>::shared 8 long int:10",
              "ns::after 4 int:14",
              "ns::box 48 ns::Box<long int>:11",
              "ns::counter 28 int [7]:2",
              "ns::derived 40 ns::Derived:13",
              "own 4 int:19",
              "rows 32 const Row [2]:18"),
          statics(debug, LanguagesTest::typed));
      assertEquals(
          objects.symbols(program).get("_ZN2ns3BoxIlE6sharedE"),
          named(debug, "ns::Box<long>::shared").address());
      assertEquals("ns::box.value[3] long int 8 +7", part(debug, "ns::box", 31));
      assertEquals("ns::box.inner[1].id int 4 +0", part(debug, "ns::box", 40));
      assertEquals("ns::box.inner[1].real float 4 +1", part(debug, "ns::box", 45));
      // Behind the pointer to virtual functions, in the base class.
      assertEquals("ns::derived.value[1] short int 2 +0", part(debug, "ns::derived", 10));
      assertEquals("ns::derived.low unsigned int 4 +0", part(debug, "ns::derived", 32));
      assertEquals("ns::derived.high unsigned int 4 +1", part(debug, "ns::derived", 33));
      assertEquals("rows[1].cells[0] ns::Box<char> * 8 +3", part(debug, "rows", 19));
      // Functions are called what they are, with or without debug information.
      long add = objects.symbols(program).get("_ZNK6Worker3addEi");
      assertEquals("Worker::add(int) const", debug.function(add).orElseThrow().name());
      long sum = objects.symbols(program).get("_Z3sumRKN2ns3BoxIlEE");
      assertEquals("sum(ns::Box<long> const&)", debug.function(sum).orElseThrow().name());
      if (level.equals("-O0")) {
        assertEquals(
            List.of("b 8 const ns::Box<long int> & parameter:24"),
            debug.frame(sum).orElseThrow().variables().stream()
                .map(LanguagesTest::described)
                .toList());
        assertEquals(
            List.of("n 4 int parameter:22", "this 8 const Worker *const parameter:0"),
            debug.frame(add).orElseThrow().variables().stream()
                .map(LanguagesTest::described)
                .sorted()
                .toList());
      }
    }
    objects.run("strip", "-g", program);
    try (DebugInformation debug = DebugInformation.open(program)) {
      assertEquals(8, named(debug, "ns::Box<long>::shared").bytes());
      long add = objects.symbols(program).get("_ZNK6Worker3addEi");
      assertEquals("Worker::add(int) const", debug.function(add + 1).orElseThrow().name());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"-O0", "-O2"})
  void lambdas(String level) throws IOException, InterruptedException {
    InstalledPrograms.assume("g++");
    Path source =
        objects.source(
            "lambdas.cc",
            """
            static auto outside = [](int n) { static long kept[2]; return kept[n & 1]++; };
            template <class F> __attribute__((noipa)) long twice(F f) { return f(2) + f(3); }
            __attribute__((noipa)) long inside(long k)
            {
               long sum = 0;
               for (int i = 0; i < 2; i++) {
                  auto f = [k](int n) __attribute__((noinline)) {
                     volatile long local[4] = {n};
                     return local[n & 3] + k;
                  };
                  sum += twice(f);
               }
               return sum;
            }
            int main() { return (inside(1) + twice(outside)) & 0; }
            """);
    Path program = objects.compile("g++", "lambdas", "-g", level, source);
    try (DebugInformation debug = DebugInformation.open(program)) {
      String name = "inside(long)::{lambda(int)#1}::operator()(int) const";
      DefinedFunction inside =
          debug.functions().stream().filter(f -> f.name().startsWith(name)).findAny().orElseThrow();
      LocalVariable local =
          debug.frame(inside.entry()).orElseThrow().variables().stream()
              .filter(variable -> variable.name().equals("local"))
              .findAny()
              .orElseThrow();
      assertEquals("local 32 volatile long int [4]:8", described(local));
      assertEquals(inside.name(), local.function());
      assertEquals(16, named(debug, "kept").bytes());
      assertEquals("long int [2]", named(debug, "kept").type().text());
    }
  }

  @Test
  void symbolsOfCpp() throws IOException, InterruptedException {
    InstalledPrograms.assume("g++");
    Path source =
        objects.source(
            "symbols.cc",
            """
            struct Set {
               __attribute__((noipa)) Set() {}
               __attribute__((noipa)) int get(int i, long) const { return i; }
            };
            extern "C" __attribute__((noipa)) int plain() { return 0; }
            int main() { return Set().get(plain(), 1); }
            """);
    Path program = objects.compile("g++", "symbols", source);
    try (DebugInformation debug = DebugInformation.open(program)) {
      assertEquals(Set.of("_ZN3SetC1Ev", "_ZN3SetC2Ev"), debug.symbols().get("Set::Set()"));
      assertEquals(Set.of("_ZNK3Set3getEil"), debug.symbols().get("Set::get(int, long) const"));
      assertEquals(Set.of("Set::Set()", "Set::get(int, long) const"), debug.symbols().keySet());
    }
  }

  /** Symbols as Rust's compiler makes them, with a hash at their end. */
  @Test
  void rust() throws IOException, InterruptedException {
    Path source =
        objects.source(
            "rust.s",
            """
            .globl main
            main: ret
            .macro function name
            .type \\name, @function
            \\name: ret
            .size \\name, 1
            .endm
            function "_ZN4demo4Grid3new17h0123456789abcdefE"
            function "_ZN49_$LT$demo..Grid$LT$T$GT$$u20$as$u20$demo..Sum$GT$3sum17h0123456789abcdefE"
            function "_ZN4demo5count28_$u7b$$u7b$closure$u7d$$u7d$17h0123456789abcdefE"
            function "_ZN4demo33_$LT$impl$u20$$RF$$u5b$T$u5d$$GT$3len17h0123456789abcdefE"
            function "_ZN4demo4Grid8honestlyE"
            """);
    Path program = objects.compile("gcc", "rust", source);
    try (DebugInformation debug = DebugInformation.open(program)) {
      assertEquals(
          Set.of(
              "demo::Grid::new",
              "<demo::Grid<T> as demo::Sum>::sum",
              "demo::count::{{closure}}",
              "demo::<impl &[T]>::len",
              "demo::Grid::honestly"),
          debug.symbols().keySet());
    }
  }

  @Test
  void fortran() throws IOException, InterruptedException {
    InstalledPrograms.assume("gfortran");
    Path program =
        objects.compile("gfortran", "fortran", "-g", "-O0", objects.source("names.f90", FORTRAN));
    objects.run(program);
    try (DebugInformation debug = DebugInformation.open(program)) {
      assertEquals(
          List.of(
              "c1 80 real(kind=8) (10):30",
              "c2 8 real(kind=8):30",
              "calls 4 integer(kind=4) in fields::advance:16",
              "d 80 real(kind=8) (10):42",
              "e 8 real(kind=8):42",
              "fields::cells 96 fields::cell (2:4):9",
              "fields::odd 48 integer(kind=4) (0:3,-1:1):10",
              "fields::u 120 real(kind=8) (5,3):3",
              "fields::v 8 real(kind=8):3",
              // The descriptor; the elements are on the heap.
              "fields::w 88 real(kind=8) (:,:):4",
              "flag 4 integer(kind=4):32",
              "label 12 character(len=12) in MAIN__:31"),
          statics(debug, variable -> variable.line() > 0));
      assertEquals(
          objects.symbols(program).get("__fields_MOD_u"), named(debug, "fields::u").address());
      assertEquals(objects.symbols(program).get("shared_") + 80, named(debug, "c2").address());
      assertEquals(List.of(3L, 5L), named(debug, "fields::u").type().dimensions());
      assertEquals(8, named(debug, "fields::u").type().elementBytes());
      // The first index runs along memory.
      assertEquals("fields::u(2,3) real(kind=8) 8 +0", part(debug, "fields::u", (1 + 2 * 5) * 8));
      assertEquals("fields::odd(1,0) integer(kind=4) 4 +2", part(debug, "fields::odd", 22));
      assertEquals(
          "fields::cells(3)%xyz(2) real(kind=8) 8 +0", part(debug, "fields::cells", 32 + 16));
      long advance = objects.symbols(program).get("__fields_MOD_advance");
      assertEquals("fields::advance", debug.function(advance).orElseThrow().name());
      assertEquals(
          List.of(
              "a 8 real(kind=8) (:,:) & parameter:12",
              "i 4 integer(kind=4):17",
              "n 8 integer(kind=4) & parameter:12",
              "tmp 64 real(kind=8) (8):15"),
          debug.frame(advance).orElseThrow().variables().stream()
              .map(LanguagesTest::described)
              .sorted()
              .toList());
    }
  }
}
