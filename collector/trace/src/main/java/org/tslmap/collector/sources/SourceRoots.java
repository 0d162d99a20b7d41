package org.tslmap.collector.sources;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProcessProfile;

/**
 * Folders that sources may be read from: those that the user named, the working directory of
 * tslmap, and those of the measured programs.
 *
 * <p>What a profile says cannot be trusted, so it opens little: the folder of its program counts
 * only if there is an ELF file, and if the folder is the user's own and nobody else's to write. The
 * root of the file system only counts if the user named it.
 *
 * @param named the folders that the user named, which are also searched for sources that are not
 *     where the debug information says
 * @param working the working directory
 */
public record SourceRoots(List<Path> named, Path working) {
  private static final byte[] ELF = {0x7F, 'E', 'L', 'F'};

  /** Keeps the list unmodifiable. */
  public SourceRoots {
    named = List.copyOf(named);
  }

  /** These folders besides the working directory and the folders of programs. */
  public static SourceRoots with(List<Path> named) {
    return new SourceRoots(named, Path.of("").toAbsolutePath());
  }

  /** The real paths of all folders that sources of this profile may be read from. */
  List<Path> of(LocalityProfile profile) {
    List<Path> roots = new ArrayList<>();
    for (Path folder : named) {
      real(folder).ifPresent(roots::add);
    }
    real(working).filter(SourceRoots::isNoFileSystem).ifPresent(roots::add);
    for (ProcessProfile process : profile.processes()) {
      programFolder(process.identity().executable())
          .filter(folder -> !roots.contains(folder))
          .ifPresent(roots::add);
    }
    return roots;
  }

  private static Optional<Path> real(Path folder) {
    try {
      return Optional.of(folder.toRealPath()).filter(Files::isDirectory);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static boolean isNoFileSystem(Path folder) {
    return folder.getNameCount() > 0;
  }

  private static Optional<Path> programFolder(String executable) {
    try {
      Path program = Path.of(executable);
      if (!program.isAbsolute()) {
        return Optional.empty();
      }
      Path file = program.toRealPath();
      Path folder = file.getParent();
      return isElf(file) && isNoFileSystem(folder) && isOwn(folder)
          ? Optional.of(folder)
          : Optional.empty();
    } catch (IOException | InvalidPathException e) {
      return Optional.empty(); // the program is not on this machine
    }
  }

  private static boolean isElf(Path file) throws IOException {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    try (var in = Files.newInputStream(file)) {
      return Arrays.equals(in.readNBytes(ELF.length), ELF);
    }
  }

  private static boolean isOwn(Path folder) throws IOException {
    return Files.getOwner(folder).equals(Files.getOwner(Path.of("/proc/self")))
        && !Files.getPosixFilePermissions(folder).contains(PosixFilePermission.OTHERS_WRITE);
  }
}
