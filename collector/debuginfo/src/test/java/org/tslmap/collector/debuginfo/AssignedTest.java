package org.tslmap.collector.debuginfo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Variables that get what calls give, found from the calls in the machine code. */
class AssignedTest {

  /** What a line's call is assigned to stands at its end. */
  private static final String C_SOURCE =
      """
      #include <stdlib.h>
      struct grid { int n; double *cells; struct { long *rows; } in; };
      extern void use(void *, ...);
      extern void use_own(void);
      double *table;
      static double *own;
      struct grid whole;
      double *pool[4];
      __attribute__((noinline)) void *take(size_t n) { void *p = malloc(n); return p; } // take: p
      __attribute__((noinline)) void fill(struct grid *g, int n)
      {
         g->in.rows = take(n); // fill: g->in.rows
      }
      __attribute__((noinline)) void fill_first(double **rows, int n)
      {
         rows[1] = take(n); // fill_first: rows[1]
      }
      int main(int argc, char **argv)
      {
         double *first = take(argc); // main: first
         double *second = take(argc + 1); // main: second
         table = take(argc + 2); // main: table
         own = take(argc + 3); // main: own
         whole.cells = take(argc + 4); // main: whole.cells
         pool[2] = take(argc + 5); // main: pool[2]
         double *kept = take(argc + 6); // main: kept
         if (!kept)
            return 1;
         use(first, second, kept, table, own, argv);
         use(take(argc + 7)); // main:
         fill(&whole, argc);
         fill_first(pool, argc);
         use_own();
         use(own, second, kept);
         return 0;
      }
      __attribute__((noipa)) void use(void *p, ...) { free(p); }
      __attribute__((noipa)) void use_own(void) { *own = 1; }
      """;

  /** The same where elements of static variables are assigned to, whose address no variable has. */
  private static final String ROWS_SOURCE =
      """
      #include <stdlib.h>
      struct row { double *cells; long n; };
      struct node { struct node *next; double *data; };
      double **rows;
      double *fixed[8];
      struct row *list;
      static struct row some[8];
      double ***deep;
      struct node *head;
      __attribute__((noipa)) void *take(size_t n) { return malloc(n); }
      __attribute__((noipa)) void use(double *p) { *p = 1; }
      __attribute__((noipa)) void allocate(int n)
      {
         for (int i = 0; i < n; i++) {
            rows[i] = take(n); // allocate: rows[]
            fixed[i] = take(n); // allocate: fixed[]
            list[i].cells = take(n); // allocate: list[]
            some[i].cells = take(n); // allocate: some[]
            deep[i][0] = take(n); // allocate: deep[]
            deep[i][1] = take(n); // allocate: deep[]
         }
      }
      __attribute__((noipa)) void link(int n)
      {
         head->next->data = take(n); // link:
      }
      __attribute__((noipa)) void choose(int n, int first)
      {
         double **one = first ? rows : fixed;
         one[n] = take(n); // choose:
      }
      __attribute__((noipa)) void begin(int n)
      {
         rows = take(n); // begin: rows
         for (int i = 0; i < n; i++)
            rows[i] = take(n); // begin: rows[]
      }
      int main(int argc, char **argv)
      {
         (void)argv;
         begin(argc);
         allocate(argc);
         link(argc);
         choose(argc, argc);
         use(rows[0]);
         use(some[argc].cells);
         return 0;
      }
      """;

  /** A function that aligns its frame, with variables of blocks that have ended before. */
  private static final String ALIGNED_SOURCE =
      """
      #include <stdlib.h>
      struct grid { int n; double *cells; };
      extern void use(void *, void *, void *);
      __attribute__((noipa)) void *take(size_t n) { return malloc(n); }
      int main(int argc, char **argv)
      {
         _Alignas(64) double block[8];
         struct grid first, second;
         {
            struct grid early = {argc, NULL};
            use(&early, block, argv);
            early.cells = take(argc); // main: early.cells
            use(&early, block, argv);
         }
         first.n = second.n = argc;
         first.cells = take(argc + 1); // main: first.cells
         second.cells = take(argc + 2); // main: second.cells
         use(&first, &second, block);
         return 0;
      }
      __attribute__((noipa)) void use(void *p, void *q, void *r) { *(int *)p = p == q || p == r; }
      """;

  /** Of a variable that gcc at times has at its place only from the call to the store. */
  private static final String STORED_SOURCE =
      """
         .text
         .globl take, main
         .type take, @function
      take:
         ret
         .size take, .-take
         .type main, @function
      main:
         .cfi_startproc
         sub $24, %rsp
         .cfi_def_cfa_offset 32
         call take
      .Lcalled:
         mov %rax, 8(%rsp)
      .Lstored:
         mov 8(%rsp), %rsi
         xor %eax, %eax
         add $24, %rsp
         .cfi_def_cfa_offset 8
         ret
         .cfi_endproc
         .size main, .-main
      .Lend:
         .section .note.GNU-stack,"",@progbits
         .section .debug_abbrev,"",@progbits
         .uleb128 1, 0x11 # compile unit: name, low_pc, high_pc
         .byte 1
         .uleb128 0x03, 0x08, 0x11, 0x01, 0x12, 0x07, 0, 0
         .uleb128 2, 0x2e # subprogram: name, low_pc, high_pc, frame_base
         .byte 1
         .uleb128 0x03, 0x08, 0x11, 0x01, 0x12, 0x07, 0x40, 0x18, 0, 0
         .uleb128 3, 0x34 # variable: name, type, location list
         .byte 0
         .uleb128 0x03, 0x08, 0x49, 0x13, 0x02, 0x17, 0, 0
         .uleb128 4, 0x0f # pointer type: byte_size
         .byte 0
         .uleb128 0x0b, 0x0b, 0, 0
         .byte 0
         .section .debug_info,"",@progbits
      .Linfo:
         .long .Linfo_end - .Linfo_start
      .Linfo_start:
         .value 4 # DWARF 4
         .long .debug_abbrev
         .byte 8
         .uleb128 1
         .string "kept.c"
         .quad take
         .quad .Lend - take
         .uleb128 2
         .string "main"
         .quad main
         .quad .Lend - main
         .uleb128 1
         .byte 0x9c # DW_OP_call_frame_cfa
         .uleb128 3
         .string "grid"
         .long .Lpointer - .Linfo
         .long .Lplaces
         .byte 0
      .Lpointer:
         .uleb128 4
         .byte 8
         .byte 0
      .Linfo_end:
         .section .debug_loc,"",@progbits
      .Lplaces:
         .quad .Lcalled - take, .Lstored - take
         .value 2
         .byte 0x91 # DW_OP_fbreg
         .sleb128 -24
         .quad 0, 0
      """;

  private static final String CPP_SOURCE =
      """
      #include <cstdlib>
      #include <vector>
      template <typename T> T *allocate(size_t n)
      {
         return static_cast<T *>(malloc(n * sizeof(T))); // double* allocate<double>(unsigned long):
      }
      struct domain {
         long steps;
         std::vector<double> x, y;
         double *z;
         void grow(size_t n);
      };
      struct matrix {
         long n;
         std::vector<int> start, column;
         matrix(size_t rows, size_t entries);
      };
      extern "C" void use(const void *);
      matrix::matrix(size_t rows, size_t entries)
         : n(7),
           start(rows), // matrix::matrix(unsigned long, unsigned long): start
           column(entries) // matrix::matrix(unsigned long, unsigned long): column
      {
      }
      void domain::grow(size_t n)
      {
         x.resize(n); // domain::grow(unsigned long): x
         y.resize(n); // domain::grow(unsigned long): y
         z = allocate<double>(n); // domain::grow(unsigned long): z
      }
      int main(int argc, char **argv)
      {
         domain d;
         d.grow(argc);
         use(&d);
         matrix m(argc, 2 * argc);
         use(&m);
         double *old = allocate<double>(argc); // main: old
         use(old);
         return argv == nullptr;
      }
      __attribute__((noipa)) void use(const void *) {}
      """;

  /** Objects of functions that are inlined are in frames of others, or nowhere as a whole. */
  private static final String INLINED_SOURCE =
      """
      #include <cstdlib>
      #include <vector>
      struct picture {
         long width;
         std::vector<int> cells;
         std::vector<short> tints;
         __attribute__((always_inline)) explicit picture(size_t n)
            : width(1), cells(n), // picture::picture(unsigned long): cells
              tints(n) // picture::picture(unsigned long): tints
         {
            for (size_t i = 0; i < n; i++) {
               const short tint = static_cast<short>(i * n);
               tints[i] = tint;
            }
         }
      };
      template <typename T> struct row {
         std::vector<T> cells;
         explicit row(size_t n, T value = T()) : cells(n, value) {}
      };
      extern "C" void use(const void *);
      __attribute__((always_inline)) static inline void widen(std::vector<long> &rows, size_t n)
      {
         rows.resize(n); // widen: rows
      }
      struct graph {
         std::vector<std::vector<int>> next;
         __attribute__((noinline)) long levels(int from) const;
      };
      long graph::levels(int from) const
      {
         std::vector<int> level(next.size(), -1); // graph::levels(int) const: level
         level[from] = 0;
         long last = 0;
         for (int at = from; level[at] < 5;)
            for (int to : next[at])
               if (level[to] < 0) {
                  level[to] = level[at] + 1;
                  last = level[to];
                  at = to;
               }
         return last;
      }
      int main(int argc, char **argv)
      {
         picture p(argc);
         use(&p);
         std::vector<long> lines;
         widen(lines, argc);
         use(&lines);
         row<double> x(argc, 1.0);
         row<double> y(argc, 0.5); // main: y.cells
         row<double> z(argc); // main: z.cells
         use(&x);
         use(&y);
         use(&z);
         graph g;
         g.next.resize(argc); // main: g.next
         return g.levels(argc) == 7 && argv == nullptr;
      }
      __attribute__((noipa)) void use(const void *) {}
      """;

  /** Elements of vectors that are vectors themselves. */
  private static final String ELEMENTS_SOURCE =
      """
      #include <vector>
      extern "C" void use(const void *);
      class mesh {
         std::vector<std::vector<int>> corners_;
         std::vector<std::vector<int>> sides_;

      public:
         explicit mesh(std::size_t n) : corners_(n), sides_(n) {}
         void connect(int from, int to)
         {
            corners_[from].push_back(to); // mesh::connect(int, int): corners_[]
            sides_[to].push_back(corners_[to].size()); // mesh::connect(int, int):
         }
      };
      int main(int argc, char **argv)
      {
         mesh net(argc);
         for (int i = 0; i < argc; i++)
            net.connect(i, argc - i);
         use(&net);
         std::vector<std::vector<float>> table(argc);
         for (int i = 0; i < argc; i++)
            table[i].resize(i + 1); // main: table[]
         use(&table);
         return argv == nullptr;
      }
      struct graph {
         std::vector<std::vector<int>> out;
      };
      /* A vector is made in a line that has an element, too. */
      static std::vector<int> levels(const graph &g, int from)
      {
         std::vector<int> level(g.out.size(), -1); for (int to : g.out[from]) level[to] = 1; // levels:
         return level;
      }
      __attribute__((noipa)) int walk(const graph &g, int from)
      {
         int sum = 0;
         for (int level : levels(g, from))
            sum += level;
         return sum;
      }
      __attribute__((noipa)) void use(const void *) {}
      """;

  private static final String FORTRAN_SOURCE =
      """
      module fields
        type :: field
          integer :: n
          real(8), allocatable :: first(:), second(:,:)
        end type
      contains
        subroutine build(f, work, n)
          type(field), intent(inout) :: f
          real(8), allocatable, intent(inout) :: work(:)
          integer, intent(in) :: n
          f%n = n
          allocate(f%first(n)) ! // fields::build: f%first
          allocate(f%second(n, n)) ! // fields::build: f%second
          allocate(work(n)) ! // fields::build: work
          f%first = 1
          f%second = 2
          work = f%first
        end subroutine
      end module
      program main
        use fields
        type(field), save :: one
        real(8), allocatable, save :: work(:)
        call build(one, work, 10)
        print *, work, one%second
      end program
      """;

  @TempDir private Path folder;
  private CompiledObjects objects;

  @BeforeEach
  void inFolder() {
    objects = new CompiledObjects(folder);
  }

  private Path program(String compiler, String source, String text, String options)
      throws IOException, InterruptedException {
    List<Object> arguments = new ArrayList<>(Arrays.asList((Object[]) options.split(" ")));
    arguments.add(objects.source(source, text));
    return objects.compile(compiler, "program", arguments.toArray());
  }

  /** What comments say of the variables of each line, as "12 main": "table". */
  private static Map<String, String> expected(String source) {
    Map<String, String> expected = new TreeMap<>();
    List<String> lines = source.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      int comment = lines.get(i).indexOf("// ");
      if (comment >= 0) {
        String text = lines.get(i).substring(comment + 3);
        int colon = text.lastIndexOf(':');
        expected.put(i + 1 + " " + text.substring(0, colon), text.substring(colon + 1).strip());
      }
    }
    return expected;
  }

  /** The address of each call to one of some functions, as objdump shows it. */
  private List<Long> calls(Path program, String called) throws IOException, InterruptedException {
    return objects
        .run("objdump", "-d", "-C", "--no-show-raw-insn", program)
        .lines()
        .filter(line -> line.matches(".*\\bcall\\b.*<(" + called + ").*"))
        .map(line -> Long.parseLong(line.strip().split(":")[0], 16))
        .toList();
  }

  /** What the results of calls are assigned to, by who calls and in which line. */
  private Map<String, String> assigned(Path program, String called)
      throws IOException, InterruptedException {
    Map<String, String> found = new TreeMap<>();
    try (DebugInformation debug = DebugInformation.open(program)) {
      for (long pc : calls(program, called)) {
        found.put(caller(debug, pc, 0), debug.assigned(pc, 0).orElse(""));
      }
    }
    return found;
  }

  /** Who a call is by at a level, and in which line. */
  private static String caller(DebugInformation debug, long pc, int level) {
    List<InlineFrame> frames = debug.inlined(pc);
    int line = level == 0 ? debug.line(pc).orElseThrow().line() : frames.get(level - 1).callLine();
    String function =
        level < frames.size()
            ? frames.get(level).function()
            : debug.function(pc).orElseThrow().name();
    return line + " " + function;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"-g -O0", "-g -O1", "-g -O2", "-g -O3", "-g -O2 -gdwarf-4", "-g -O2 -no-pie"})
  void resultsAreFollowedToTheirVariables(String options) throws IOException, InterruptedException {
    Path program = program("gcc", "assigned.c", C_SOURCE, options);
    Map<String, String> found = assigned(program, "take>|malloc@");
    Map<String, String> expected = expected(C_SOURCE);
    if (options.contains("-O0")) {
      expected.put("16 fill_first", ""); // there the element's address is calculated
    } else {
      expected.remove("9 take"); // its call is a jump, or what it gives has no name of its own
      found.remove("9 take");
    }
    assertEquals(expected, found);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-g -O1", "-g -O2", "-g -O3", "-g -O2 -fno-pie -no-pie"})
  void elementsOfStaticVariablesHaveTheirNames(String options)
      throws IOException, InterruptedException {
    Path program = program("gcc", "elements.c", ROWS_SOURCE, options);
    assertEquals(expected(ROWS_SOURCE), assigned(program, "take>"));
  }

  @Test
  void variablesThatAreToldUntilTheyAreStoredHaveNames() throws IOException, InterruptedException {
    Path program = program("gcc", "stored.s", STORED_SOURCE, "-no-pie");
    try (DebugInformation debug = DebugInformation.open(program)) {
      long call = calls(program, "take>").get(0);
      assertEquals("grid", debug.assigned(call, 0).orElse(""));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"-g -O1", "-g -O2", "-g -O3 -march=haswell -gdwarf-4"})
  void variablesOfAlignedFramesAreToldApart(String options)
      throws IOException, InterruptedException {
    Path program = program("gcc", "aligned.c", ALIGNED_SOURCE, options);
    assertEquals(expected(ALIGNED_SOURCE), assigned(program, "take>"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"-g -O0", "-g -O1", "-g -O2", "-g -O3 -fno-inline", "-g -O2 -gdwarf-4"})
  void membersOfFortransArgumentsHaveNames(String options)
      throws IOException, InterruptedException {
    assumeTrue(new File("/usr/bin/gfortran").exists(), "no Fortran compiler");
    Path program = program("gfortran", "assigned.f90", FORTRAN_SOURCE, options);
    Map<String, String> expected = expected(FORTRAN_SOURCE);
    Map<String, String> found = new TreeMap<>();
    try (DebugInformation debug = DebugInformation.open(program)) {
      for (long pc : calls(program, "malloc@")) {
        String caller = caller(debug, pc, 0);
        if (expected.containsKey(caller)) {
          found.put(caller, debug.assigned(pc, 0).orElse(""));
        }
      }
    }
    assertEquals(expected, found);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-g -O2", "-g -O3", "-g -O2 -mavx2", "-g -O2 -gdwarf-4"})
  void vectorsAreFoundByTheObjectOfTheCall(String options)
      throws IOException, InterruptedException {
    Map<String, String> expected = expected(CPP_SOURCE);
    Map<String, String> found = foundOf(expected, CPP_SOURCE, options);
    expected.remove("5 double* allocate<double>(unsigned long)"); // nothing, inlined or not
    found.remove("5 double* allocate<double>(unsigned long)");
    assertEquals(expected, found);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-g -O2", "-g -O3", "-g -O2 -gdwarf-4"})
  void elementsOfVectorsHaveTheNamesOfThese(String options)
      throws IOException, InterruptedException {
    Map<String, String> expected = expected(ELEMENTS_SOURCE);
    assertEquals(expected, foundOf(expected, ELEMENTS_SOURCE, options));
  }

  /** What calls in C++ give the variables of the lines that are expected. */
  private Map<String, String> foundOf(Map<String, String> expected, String source, String options)
      throws IOException, InterruptedException {
    assumeTrue(new File("/usr/bin/g++").exists(), "no C++ compiler");
    Path program = program("g++", "assigned.cc", source, options);
    Map<String, String> found = new TreeMap<>();
    try (DebugInformation debug = DebugInformation.open(program)) {
      for (long pc : calls(program, "malloc@|operator new|(void )?std::vector<[a-z, :<>]*>::")) {
        for (int level = 0; level <= debug.inlined(pc).size(); level++) {
          String caller = caller(debug, pc, level);
          if (expected.containsKey(caller)) {
            int at = level;
            found.put(
                caller,
                debug.objectOf(pc, at, "vector").or(() -> debug.assigned(pc, at)).orElse(""));
          }
        }
      }
    }
    return found;
  }

  @ParameterizedTest
  @ValueSource(strings = {"-g -O2", "-g -O3", "-g -O2 -gdwarf-4"})
  void objectsOfInlinedFunctionsAndThoseInRegistersHaveNames(String options)
      throws IOException, InterruptedException {
    Map<String, String> expected = expected(INLINED_SOURCE);
    assertEquals(expected, foundOf(expected, INLINED_SOURCE, options));
  }

  @Test
  void codeThatDoesNotCallAssignsNothing() throws IOException, InterruptedException {
    Path program = program("gcc", "assigned.c", C_SOURCE, "-g -O2");
    long main = objects.symbols(program).get("main");
    DebugInformation debug = DebugInformation.open(program);
    assertEquals(Optional.empty(), debug.assigned(main, 0));
    assertEquals(Optional.empty(), debug.assigned(calls(program, "take>").get(0), 7));
    assertEquals(Optional.empty(), debug.assigned(0, 0));
    assertEquals(Optional.empty(), debug.assigned(-1, 0));
    debug.close();
    assertEquals(Optional.empty(), debug.assigned(main, 0));
  }
}
