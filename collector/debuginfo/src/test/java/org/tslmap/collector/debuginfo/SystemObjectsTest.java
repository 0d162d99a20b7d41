package org.tslmap.collector.debuginfo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names of Debian's own programs, which are stripped down to the symbols that others need. */
class SystemObjectsTest {

  @TempDir private Path folder;

  /** Addresses and sizes of exported symbols, as nm says. */
  private Map<String, long[]> exported(Path object) throws IOException, InterruptedException {
    Map<String, long[]> symbols = new TreeMap<>();
    for (String line : new CompiledObjects(folder).run("nm", "-D", "-S", object).split("\n")) {
      String[] fields = line.strip().split(" +");
      if (fields.length == 4) {
        symbols.put(
            fields[3].replaceFirst("@.*", ""),
            new long[] {Long.parseLong(fields[0], 16), Long.parseLong(fields[1], 16)});
      }
    }
    return symbols;
  }

  @ParameterizedTest
  @CsvSource({
    "libc.so.6, environ, malloc",
    "libm.so.6, signgam, cosf",
    "libstdc++.so.6, _ZSt4cout, __cxa_throw"
  })
  void librariesNameWhatTheyExport(String library, String variable, String function)
      throws IOException, InterruptedException {
    String found = new CompiledObjects(folder).run("gcc", "-print-file-name=" + library).strip();
    assumeTrue(found.startsWith("/"));
    Path object = Path.of(found).toRealPath();
    Map<String, long[]> symbols = exported(object);
    try (DebugInformation debug = DebugInformation.open(object)) {
      long[] place = symbols.get(variable);
      List<StaticVariable> at =
          debug.statics().stream()
              .filter(v -> !v.threadLocal() && v.address() == place[0])
              .toList();
      assertEquals(1, at.size());
      assertEquals(place[1], at.get(0).bytes());
      assertEquals(
          variable.equals("_ZSt4cout") ? "std::cout" : variable,
          at.get(0).name().replaceFirst("^_+", ""));
      long[] code = symbols.get(function);
      DefinedFunction there = debug.function(code[0] + 1).orElseThrow();
      assertEquals(code[0], there.entry());
      assertFalse(there.name().isEmpty());
    }
  }

  @ParameterizedTest
  @CsvSource({"/usr/bin/bzip2", "/usr/bin/gzip"})
  void strippedProgramsOpen(Path program) throws IOException {
    assumeTrue(Files.exists(program));
    try (DebugInformation debug = DebugInformation.open(program, List.of())) {
      assertFalse(debug.hasDwarf());
      // What the dynamic linker copies into the program has a symbol.
      assertEquals(1, debug.statics().stream().filter(v -> v.name().equals("stderr")).count());
    }
  }

  @Test
  void pythonNamesItsObjects() throws IOException, InterruptedException {
    Path program = Path.of("/usr/bin/python3");
    assumeTrue(Files.exists(program));
    long[] none = exported(program.toRealPath()).get("_Py_NoneStruct");
    assumeTrue(none != null, "python3 is linked with a shared object here");
    try (DebugInformation debug = DebugInformation.open(program.toRealPath())) {
      assertEquals(
          List.of(none[1]),
          debug.statics().stream()
              .filter(variable -> variable.address() == none[0])
              .map(StaticVariable::bytes)
              .toList());
    }
  }
}
