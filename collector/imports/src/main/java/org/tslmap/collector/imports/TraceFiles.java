package org.tslmap.collector.imports;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The files of one process's trace, and what was loaded into it.
 *
 * @param files at least one
 * @param modules the list of loaded files that belongs to them, if there is one
 */
public record TraceFiles(List<Path> files, Optional<Path> modules) {
  /** Where drmemtrace puts the trace in the folder of a process. */
  private static final String TRACE_FOLDER = "trace";

  /** Keeps the list unmodifiable. */
  public TraceFiles {
    files = List.copyOf(files);
  }

  /**
   * The files that are named; of a folder, the traces in it or in its folder {@code trace}.
   *
   * @throws ImportException if a folder has none
   */
  public static TraceFiles of(List<Path> named) throws IOException {
    List<Path> files = new ArrayList<>();
    for (Path path : named) {
      if (Files.isDirectory(path)) {
        files.addAll(in(path));
      } else {
        files.add(path);
      }
    }
    return new TraceFiles(files, ModulesLog.of(files.get(0)));
  }

  private static List<Path> in(Path folder) throws IOException {
    Path inner = folder.resolve(TRACE_FOLDER);
    try (Stream<Path> list = Files.list(Files.isDirectory(inner) ? inner : folder)) {
      List<Path> files =
          list.filter(file -> file.getFileName().toString().contains(".trace")).sorted().toList();
      if (files.isEmpty()) {
        throw new ImportException(
            "expected files of the name *.trace* in the folder %s, found none; name the files"
                .formatted(folder));
      }
      return files;
    }
  }

  /**
   * What was loaded, from the list that belongs to the trace.
   *
   * @throws ImportException if that is no such list
   */
  public List<LoadedFile> loaded() throws IOException {
    return modules.isPresent() ? ModulesLog.read(modules.get()) : List.of();
  }
}
