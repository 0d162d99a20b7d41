package org.tslmap.collector.session;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.tslmap.collector.store.RunFolder;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProcessIdentity;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.ProfileJson;
import org.tslmap.locality.profile.RankProfile;

/**
 * Puts several runs into one run folder, such as those of collectors on several nodes that each
 * recorded some ranks of one program. Their processes stand side by side; nothing is scored again.
 *
 * <p>Traces become hard links where the file system allows it, and copies elsewhere. Either way the
 * merged run stands on its own: it can be replayed and moved, and the others may be deleted.
 */
public final class RunMerger {

  private record Source(Path folder, LocalityProfile profile, RunFile.Run run) {}

  private final List<Source> sources = new ArrayList<>();

  /** With nothing to merge yet. */
  public RunMerger() {}

  /**
   * Reads a run and checks that it fits those before it.
   *
   * @throws RunMismatchException if it was measured in another way, or shares a process with
   *     another
   * @throws IOException if it cannot be read
   */
  public void add(Path run) throws IOException, RunMismatchException {
    LocalityProfile profile = ProfileJson.read(new RunFolder(run).profile());
    if (profile.processes().isEmpty()) {
      throw new RunMismatchException(run + " holds no process, so there is nothing to merge");
    }
    Source added =
        new Source(run, profile, RunFile.read(new RunFolder(run).description(), profile));
    for (Source other : sources) {
      checkMeasuredAlike(other, added);
      checkProcesses(other, added);
      checkRanks(other, added);
    }
    sources.add(added);
  }

  private static void checkMeasuredAlike(Source one, Source other) throws RunMismatchException {
    ProcessProfile first = one.profile().processes().get(0);
    for (ProcessProfile process : other.profile().processes()) {
      if (!process.parameters().equals(first.parameters())) {
        throw new RunMismatchException(
            "%s was measured with %s, but %s with %s; only profiles of the same parameters add, so replay their traces with one set"
                .formatted(one.folder(), first.parameters(), other.folder(), process.parameters()));
      }
      if (!selection(process).equals(selection(first))) {
        throw new RunMismatchException(
            "%s holds accesses of %s, but %s of %s; whole and narrowed streams do not add"
                .formatted(
                    one.folder(),
                    inWords(selection(first)),
                    other.folder(),
                    inWords(selection(process))));
      }
    }
  }

  /** The options that narrow the stream. Which accesses wait is another matter in each process. */
  private static Set<String> selection(ProcessProfile process) {
    return process.selection().stream()
        .filter(option -> !option.startsWith("--waiting="))
        .collect(Collectors.toSet());
  }

  private static String inWords(Set<String> selection) {
    return selection.isEmpty() ? "the whole program" : String.join(" ", selection);
  }

  private static void checkProcesses(Source one, Source other) throws RunMismatchException {
    for (ProcessProfile process : other.profile().processes()) {
      ProcessIdentity identity = process.identity();
      for (ProcessProfile known : one.profile().processes()) {
        if (known.identity().isSameProcess(identity)
            && known.identity().startedMicros() == identity.startedMicros()) {
          throw new RunMismatchException(
              "process %d on %s is in %s and in %s; merge each run once"
                  .formatted(identity.pid(), identity.host(), one.folder(), other.folder()));
        }
      }
    }
  }

  private static void checkRanks(Source one, Source other) throws RunMismatchException {
    for (RankProfile rank : other.profile().ranks()) {
      for (RankProfile known : one.profile().ranks()) {
        if (known.rank() == rank.rank()) {
          throw new RunMismatchException(
              "rank %d is in both: process %s in %s, and process %s in %s; merge the ranks of one program"
                  .formatted(
                      rank.rank(),
                      name(known.main().identity()),
                      one.folder(),
                      name(rank.main().identity()),
                      other.folder()));
        }
      }
    }
  }

  private static String name(ProcessIdentity identity) {
    return identity.pid() + " on " + identity.host();
  }

  /**
   * Writes {@code profile.json}, {@code run.json} and the traces.
   *
   * @param folder the new run's folder, which exists and holds no run
   * @param ranks how many MPI ranks there should be, or 0 for what the runs themselves say
   * @return what was written
   * @throws IOException if it cannot be written
   */
  public LocalityProfile write(Path folder, int ranks) throws IOException {
    LocalityProfile profile =
        new LocalityProfile(
            RunFile.generator(),
            sources.stream()
                .flatMap(source -> source.profile().processes().stream())
                .sorted(Comparator.comparingLong(process -> process.identity().startedMicros()))
                .toList(),
            ranks > 0 ? ranks : expectedRanks(),
            sources.stream().anyMatch(source -> source.profile().unfinished()));
    List<String> notices = new ArrayList<>();
    sources.forEach(source -> notices.addAll(source.run().notices()));
    List<RunFile.Trace> traces = traces(folder);
    densities(folder);
    ProfileJson.write(profile, new RunFolder(folder).profile());
    RunFile.write(
        new RunFolder(folder).description(),
        new RunFile.Run(
            sources.stream().map(source -> source.run().started()).min(Instant::compareTo).get(),
            profile.processes().get(0).parameters(),
            sources.get(0).run().attribution(),
            !traces.isEmpty(),
            traces,
            profile,
            notices));
    return profile;
  }

  private int expectedRanks() {
    return sources.stream().mapToInt(source -> source.profile().expectedRanks()).max().orElse(0);
  }

  /** Runs of which not every process's trace is there; with one, the merged run has no trace. */
  public List<Path> withoutTrace() {
    return sources.stream().filter(source -> !hasTrace(source)).map(Source::folder).toList();
  }

  private static boolean hasTrace(Source source) {
    return !source.run().traces().isEmpty()
        && source.run().traces().stream()
            .allMatch(trace -> Files.isDirectory(source.folder().resolve(trace.folder())));
  }

  private List<RunFile.Trace> traces(Path folder) throws IOException {
    List<RunFile.Trace> traces = new ArrayList<>();
    if (!withoutTrace().isEmpty()) {
      return traces;
    }
    for (Source source : sources) {
      List<Path> stored = new RunFolder(source.folder()).storedTraces();
      for (RunFile.Trace trace : source.run().traces()) {
        Path from = stored.get(stored.indexOf(source.folder().resolve(trace.folder())));
        String name = from.getFileName().toString();
        String process = name.substring(Math.max(0, name.indexOf('-')));
        Path to =
            new RunFolder(folder).traces().resolve("%05d%s".formatted(traces.size() + 1, process));
        linkAll(from, to);
        traces.add(
            new RunFile.Trace(
                folder.relativize(to).toString(),
                trace.accesses(),
                trace.bytes(),
                trace.limited()));
      }
    }
    return traces;
  }

  /**
   * Addresses over time of all processes. When those of some are not counted yet, they all are when
   * somebody looks at the merged run, unless it has no trace.
   */
  private void densities(Path folder) throws IOException {
    for (Source source : sources) {
      RunFolder from = new RunFolder(source.folder());
      boolean counted = Files.isDirectory(from.density());
      if (!counted && withoutTrace().isEmpty() && !from.storedTraces().isEmpty()) {
        return;
      }
    }
    Path to = new RunFolder(folder).density();
    int number = 0;
    for (Source source : sources) {
      Path from = new RunFolder(source.folder()).density();
      if (Files.isDirectory(from)) {
        Files.createDirectories(to);
        try (DirectoryStream<Path> files = Files.newDirectoryStream(from)) {
          for (Path file : files) {
            link(file, to.resolve("%05d-%s".formatted(++number, file.getFileName())));
          }
        }
      }
    }
  }

  private static void linkAll(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    try (DirectoryStream<Path> files = Files.newDirectoryStream(from)) {
      for (Path file : files) {
        link(file, to.resolve(file.getFileName()));
      }
    }
  }

  private static void link(Path file, Path copy) throws IOException {
    try {
      Files.createLink(copy, file);
    } catch (FileSystemException | UnsupportedOperationException e) {
      Files.copy(file, copy);
    }
  }
}
