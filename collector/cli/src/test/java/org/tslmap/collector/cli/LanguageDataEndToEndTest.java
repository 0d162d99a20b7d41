package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.tslmap.collector.cli.AttributedRun.loads;
import static org.tslmap.collector.cli.AttributedRun.named;
import static org.tslmap.collector.cli.AttributedRun.only;
import static org.tslmap.collector.cli.AttributedRun.stores;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tslmap.locality.profile.DataClass;
import org.tslmap.locality.profile.DataObject;
import org.tslmap.locality.profile.ProcessProfile;

/** The kinds of data that C++ and Fortran have beside C's, with counts known by hand. */
class LanguageDataEndToEndTest {

  @EmptyFolder private Path folder;

  private ProcessProfile run(Path program) throws IOException, InterruptedException {
    return AttributedRun.of(folder, List.of(), List.of(program.toString())).main();
  }

  @ParameterizedTest
  @ValueSource(strings = {"-O0", "-O2"})
  void cxx(String level) throws IOException, InterruptedException {
    ProcessProfile process =
        run(new TestPrograms(folder).compileWith("g++", "objects.cc", "-std=c++17", level));

    assertEquals(4, stores(process, "statics()", named(DataClass.STATIC, "space::Thing::count")));
    Predicate<DataObject> table = named(DataClass.STATIC, "space::v1::table");
    assertEquals(6, stores(process, "statics()", table));
    assertEquals(List.of(2L, 3L), only(process, table).dimensions());
    Predicate<DataObject> made = named(DataClass.THREAD_LOCAL, "made");
    assertEquals(1, stores(process, "Made::Made()", made));
    assertEquals(1, stores(process, "threads_own()", made));
    assertEquals(1, stores(process, "Made::~Made()", made));
    assertEquals("Made", only(process, made).type());
    // An object is where it was placed.
    assertEquals(3, stores(process, "placed()", named(DataClass.STATIC, "arena")));

    String closure = "lambda()::{lambda(int)#1}::operator()(int) const";
    assertEquals(3, loads(process, closure, named(DataClass.STACK_VARIABLE, "base")));
    Predicate<DataObject> tally = named(DataClass.STACK_VARIABLE, "tally");
    assertEquals(4, loads(process, closure, tally));
    assertEquals(4, stores(process, closure, tally));
    assertEquals(closure, only(process, tally).function());

    Predicate<DataObject> wide =
        named(DataClass.HEAP, "pair = operator new[] in wide() (objects.cc:95)");
    assertEquals(16, stores(process, "wide()", wide));
    assertEquals(128, only(process, wide).bytes());
    Predicate<DataObject> cookie =
        named(DataClass.HEAP, "operator new[] in cookie() (objects.cc:103)");
    // The number of elements is before them.
    assertEquals(5 + 1, stores(process, "cookie()", cookie));
    assertEquals(5, stores(process, "Cookie::~Cookie()", cookie));
    assertEquals(8 + 5 * 4, only(process, cookie).bytes());
  }

  @ParameterizedTest
  @ValueSource(strings = {"-O0", "-O2", "-O2 -g0"})
  void blocksOfTheStandardLibraryAreCalledAfterWhoUsesIt(String options)
      throws IOException, InterruptedException {
    Path program =
        new TestPrograms(folder)
            .compileWith("g++", "objects.cc", ("-std=c++17 " + options).split(" "));
    ProcessProfile process = run(program);
    boolean lines = !options.endsWith("-g0");
    Predicate<DataObject> numbers =
        allocated("operator new in grown()" + (lines ? " (objects.cc:77)" : ""));
    // As many as 1, 2 and 4 elements have room.
    assertEquals(3, only(process, numbers).instances());
    assertEquals(4 * 8, only(process, numbers).bytes());
    assertEquals(lines ? 77 : 0, only(process, numbers).line());
    assertEquals(
        lines ? folder.resolve("objects.cc").toString() : "", only(process, numbers).file());
    assertEquals("grown()", only(process, numbers).function());
    assertEquals(10, loads(process, "grown()", numbers));
    Predicate<DataObject> letters =
        allocated("operator new in text()" + (lines ? " (objects.cc:86)" : ""));
    assertEquals(101, only(process, letters).bytes());
    assertEquals(5, loads(process, "text()", letters));
  }

  /** Which variable the library's code is inlined for, is not always known. */
  private static Predicate<DataObject> allocated(String allocation) {
    return o -> o.kind() == DataClass.HEAP && o.allocation().equals(allocation);
  }

  @Test
  void fortran() throws IOException, InterruptedException {
    ProcessProfile process =
        run(new TestPrograms(folder).compileWith("gfortran", "forms.f90", "-O0"));

    assertEquals(12, stores(process, "forms::assumed", named(DataClass.STATIC, "forms::field")));
    // A part of an array is the array's.
    Predicate<DataObject> square =
        o -> o.name().equals("square") && o.function().equals("MAIN__") && o.bytes() == 160;
    assertEquals(10, stores(process, "forms::assumed", square));
    Predicate<DataObject> list =
        named(DataClass.HEAP, "forms::list = malloc in forms::allocated_here (forms.f90:23)");
    assertEquals(7, stores(process, "forms::allocated_here", list));
    assertEquals(28, only(process, list).bytes());
    Predicate<DataObject> cloud = named(DataClass.STATIC, "forms::cloud");
    assertEquals(10, stores(process, "forms::derived", cloud));
    assertEquals("forms::particle (5)", only(process, cloud).type());
    assertEquals(32, only(process, cloud).elementBytes());
    Predicate<DataObject> calls = named(DataClass.STATIC, "calls");
    assertEquals(2, stores(process, "forms::counted", calls));
    assertEquals(2, loads(process, "forms::counted", calls));
    // Procedures within others use their variables.
    Predicate<DataObject> k =
        named(DataClass.STACK_VARIABLE, "k").and(o -> o.function().equals("forms::host"));
    assertEquals(2, sumOfStores(process, "inside", k));
    Predicate<DataObject> x = named(DataClass.STATIC, "x");
    assertEquals(6, stores(process, "with_common", x));
    assertEquals(1, loads(process, "with_common", x));
    assertEquals(1, stores(process, "with_common", named(DataClass.STATIC, "y")));
  }

  private static long sumOfStores(
      ProcessProfile process, String part, Predicate<DataObject> object) {
    return process.functions().stream()
        .map(function -> function.name())
        .filter(name -> name.contains(part))
        .distinct()
        .mapToLong(name -> stores(process, name, object))
        .sum();
  }
}
