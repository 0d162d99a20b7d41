package org.tslmap.collector.sources;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.tslmap.collector.store.RunFolder;
import org.tslmap.locality.profile.FunctionInfo;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.SiteProfile;

/**
 * The source files of a run. Everything that shows or keeps source text reads it here.
 *
 * <p>A profile, and the debug information it comes from, may have been made by somebody else and
 * name any file of this machine. So a file is read only if
 *
 * <ul>
 *   <li>the profile names it,
 *   <li>it lies in one of the {@link SourceRoots}, with all symbolic links resolved, and no part of
 *       its path below that folder begins with a dot,
 *   <li>it is a regular file of text and not too large.
 * </ul>
 *
 * <p>The run's own copy comes first, if one was kept when it was recorded.
 */
public final class SourceFiles {
  private final LocalityProfile profile;
  private final Optional<KeptSources> kept;
  private final SourceRoots roots;
  private final List<Path> folders;
  private final Set<String> names;

  /**
   * The files of a run.
   *
   * @param run the run's folder, if the profile lies in one
   * @param roots what the user allowed
   */
  public SourceFiles(LocalityProfile profile, Optional<RunFolder> run, SourceRoots roots) {
    this.profile = profile;
    this.kept = run.map(KeptSources::new);
    this.roots = roots;
    this.folders = roots.of(profile);
    this.names = names(profile);
  }

  private static Set<String> names(LocalityProfile profile) {
    Set<String> names = new LinkedHashSet<>();
    for (ProcessProfile process : profile.processes()) {
      for (SiteProfile site : process.sites()) {
        names.add(process.fileOf(site));
      }
      for (FunctionInfo function : process.functions()) {
        names.add(function.file());
      }
    }
    names.remove("");
    return names;
  }

  /** The source files that the profile names, as its debug information writes them. */
  public Set<String> names() {
    return names;
  }

  /**
   * The text of a file, or why there is none.
   *
   * @param name one of {@link #names}
   */
  public SourceText read(String name) {
    if (!names.contains(name)) {
      return SourceText.missing("the run names no such source file");
    }
    return kept.flatMap(copies -> copies.read(name)).orElseGet(() -> original(name));
  }

  /** Reads the file itself, not the run's copy. */
  private SourceText original(String name) {
    Optional<SourceText> refused = Optional.empty();
    for (Path place : places(name)) {
      Optional<SourceText> found = at(place);
      if (found.isPresent() && found.get().isThere()) {
        return found.get();
      }
      refused = refused.isPresent() ? refused : found;
    }
    return refused.orElseGet(
        () -> SourceText.missing("the file is not there; name its folder with --source-root"));
  }

  /** The text of the file at this place, why it is not shown, or nothing if there is none. */
  private Optional<SourceText> at(Path place) {
    Path file;
    try {
      file = place.toRealPath();
    } catch (IOException e) {
      return Optional.empty();
    }
    if (!allows(file)) {
      return Optional.of(
          SourceText.missing(
              "it is not in the working directory nor beside the program; if it may be shown, allow"
                  + " its folder with --source-root"));
    }
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return Optional.of(SourceText.missing("it is no regular file"));
    }
    return Optional.of(SourceText.of(file));
  }

  private boolean allows(Path file) {
    return folders.stream()
        .anyMatch(root -> file.startsWith(root) && !isHidden(root.relativize(file)));
  }

  private static boolean isHidden(Path below) {
    for (Path part : below) {
      if (part.toString().startsWith(".")) {
        return true;
      }
    }
    return false;
  }

  /** Where a file may be: where the debug information says, and below the named folders. */
  private List<Path> places(String name) {
    Set<Path> places = new LinkedHashSet<>();
    try {
      Path path = Path.of(name);
      for (ProcessProfile process : profile.processes()) {
        places.add(Path.of(process.identity().directory()).resolve(path));
      }
      for (Path folder : roots.named()) {
        for (int from = 0; from < path.getNameCount(); from++) {
          places.add(folder.resolve(path.subpath(from, path.getNameCount())));
        }
      }
    } catch (InvalidPathException e) {
      // A name that is no path here names no file here.
    }
    return new ArrayList<>(places);
  }

  /**
   * Copies the files that may be read into a run's folder.
   *
   * @param run the run's folder
   * @return what was copied and what was not, in one sentence
   * @throws IOException if they cannot be written
   */
  public String keepIn(RunFolder run) throws IOException {
    KeptSources copies = new KeptSources(run);
    int count = 0;
    long bytes = 0;
    for (String name : names) {
      SourceText text = original(name);
      if (text.isThere() && bytes + text.bytes() <= KeptSources.MOST_BYTES) {
        copies.keep(name, text);
        count++;
        bytes += text.bytes();
      }
    }
    return "%d of %d source files kept, %d bytes; the others are not there or not allowed"
        .formatted(count, names.size(), bytes);
  }
}
