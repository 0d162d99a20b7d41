package org.tslmap.collector.attribution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tslmap.collector.debuginfo.Signature;
import org.tslmap.collector.names.NamePattern;

/** Which functions give their name to what they allocate, and which leave that to their callers. */
class WrappersTest {
  private static final Wrappers KNOWN = new Wrappers(List.of());

  private static DebugFiles.Caller caller(String function, Optional<Signature> signature) {
    return new DebugFiles.Caller(function, "a.cc", 3, 5, signature);
  }

  /** Rust's own functions allocate for those of the program, wherever their source files are. */
  @ParameterizedTest
  @CsvSource({
    "/rustc/5980761/library/alloc/src/raw_vec/mod.rs, true",
    "library/alloc/src/alloc.rs, true",
    "library/alloc/src/alloc.cc, false",
    "/rust/deps/hashbrown-0.15.2/src/raw/mod.rs, true",
    "/usr/lib/rustlib/src/rust/library/alloc/src/vec/mod.rs, true",
    "/home/me/library/alloc/src/grid.rs, false",
  })
  void functionsOfRustsLibraryAreWrappers(String file, boolean wraps) {
    DebugFiles.Caller caller = new DebugFiles.Caller("with_capacity", file, 3, 5, Optional.empty());
    assertEquals(wraps, KNOWN.has(caller));
  }

  /**
   * The letters say what a function has: p gives a pointer, v void *, i an integer, o a place, c is
   * called on a container, t takes any number of parameters.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "std::vector<int>::resize(unsigned long)    |    | true",
        "operator new(unsigned long)                | pvi| true",
        "double* Allocate<double>(unsigned long)    | pi | true",
        "checked_alloc                              | o  | true",
        "Domain::AllocateElemPersistent(int)        | i  | false",
        "get_memory                                 | pvi| true",
        "worker                                     | pv | false",
        "make_grid                                  | pi | false",
        "float* make<float>(unsigned long)          | pi | true",
        "Array<float>::Array(unsigned long)         | i  | true",
        "Array<float>::fill(unsigned long)          | i  | false",
        "Array<float>::push(float)                  | c  | true",
        "Node* make<Node, int>(int)                 | t  | true",
        "Grid::Grid(int)                            | i  | false",
        "void run(std::vector<int>&, int)           | pi | false",
        "main                                       | io | false",
      })
  void functionsAreWrappersByWhatTheyTakeAndGive(String function, String has, boolean wraps) {
    String letters = has == null ? "" : has;
    Signature signature =
        new Signature(
            letters.contains("p"),
            letters.contains("v"),
            false,
            letters.contains("i"),
            letters.contains("o"),
            letters.contains("c"),
            letters.contains("c"),
            letters.contains("t"));
    assertEquals(wraps, KNOWN.has(caller(function, Optional.of(signature))));
  }

  @Test
  void withoutDebugInformationTheNameDecides() {
    assertTrue(KNOWN.has(caller("sqlite3Malloc", Optional.empty())));
    assertFalse(KNOWN.has(caller("make<int>", Optional.empty())));
    assertTrue(KNOWN.has(caller("pool::Node::operator new(unsigned long)", Optional.empty())));
    assertFalse(KNOWN.has(caller("main(operator new)", Optional.empty())));
  }

  @Test
  void theUsersWrappersComeBesides() {
    Wrappers wrappers = new Wrappers(List.of(new NamePattern("make_*")));
    assertTrue(wrappers.has(caller("make_grid(int)", Optional.empty())));
    assertFalse(wrappers.has(caller("remake", Optional.empty())));
    assertTrue(wrappers.has(caller("xmalloc", Optional.empty())));
  }

  @ParameterizedTest
  @CsvSource({
    "/lib/x86_64-linux-gnu/libc.so.6, true",
    "/usr/lib/x86_64-linux-gnu/libstdc++.so.6, true",
    "/lib64/ld-linux-x86-64.so.2, true",
    "/usr/lib/libcrypto.so.3, false",
    "/home/me/libc, false",
  })
  void runtimesAreKnownByTheirFiles(String object, boolean runtime) {
    assertEquals(runtime, Wrappers.isRuntime(object));
  }
}
