package org.tslmap.collector.debuginfo;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Compiles small programs, runs them, and asks binutils for what is where. */
public final class CompiledObjects {

  private final Path folder;

  /** Programs in a folder. */
  public CompiledObjects(Path folder) {
    this.folder = folder;
  }

  /** Writes a source file. */
  public Path source(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  /** Compiles to a file, with arguments for the compiler among which are the sources. */
  public Path compile(String compiler, String name, Object... arguments)
      throws IOException, InterruptedException {
    Path object = folder.resolve(name);
    List<Object> command = new ArrayList<>(List.of(compiler, "-o", object));
    command.addAll(List.of(arguments));
    run(command.toArray());
    return object;
  }

  /** Runs a command in the folder and gives its output; it has to end well. */
  String run(Object... command) throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(Arrays.stream(command).map(Object::toString).toList())
            .directory(folder.toFile())
            .redirectErrorStream(true);
    builder.environment().put("LD_LIBRARY_PATH", folder.toString());
    Process process = builder.start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int status = process.waitFor();
    if (status != 0) {
      throw new IOException(Arrays.toString(command) + " ended with " + status + ":\n" + output);
    }
    return output;
  }

  /** Addresses of an object's symbols, as nm says; of names that occur twice the last one. */
  public Map<String, Long> symbols(Path object) throws IOException, InterruptedException {
    Map<String, Long> symbols = new TreeMap<>();
    for (String line : run("nm", object).split("\n")) {
      String[] fields = line.strip().split(" +");
      if (fields.length == 3) {
        symbols.put(fields[2], Long.parseLong(fields[0], 16));
      }
    }
    return symbols;
  }
}
