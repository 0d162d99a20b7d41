package org.tslmap.collector.cli;

import java.io.IOException;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;

/**
 * An empty folder, the same one for all tests of a virtual machine, in which one {@link
 * ResidentTslmap} runs the commands of all of them.
 */
@TempDir(factory = EmptyFolder.Same.class, cleanup = CleanupMode.NEVER)
@Target({ElementType.FIELD, ElementType.PARAMETER})
@Retention(RetentionPolicy.RUNTIME)
@interface EmptyFolder {

  /** Empties the folder. */
  final class Same implements TempDirFactory {
    @Override
    public Path createTempDirectory(
        AnnotatedElementContext elementContext, ExtensionContext extensionContext)
        throws IOException {
      String fork = System.getProperty("tslmap.test.fork", "1");
      Path folder = Files.createDirectories(Path.of("target", "empty", fork).toAbsolutePath());
      List<Path> left;
      try (Stream<Path> files = Files.list(folder)) {
        left = files.toList();
      }
      for (Path file : left) {
        RunFolders.delete(file);
      }
      return folder;
    }
  }
}
