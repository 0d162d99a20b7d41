package org.tslmap.collector.view;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.LoggerFactory;
import org.tslmap.collector.hotspots.HotspotSettings;
import org.tslmap.collector.sources.SourceRoots;
import org.tslmap.collector.store.RunFolder;

/**
 * The runs that are served: run folders that were named, and those in folders that were named, also
 * ones that appear later. A run is known by its id, its folder's name (with a number behind it
 * where several have the same); what a browser sends is only ever compared with ids.
 */
public final class RunLibrary {
  private final List<Path> places;
  private final SourceRoots roots;
  private final HotspotSettings hotspots;
  private final Map<String, ViewedRun> runs = new LinkedHashMap<>();

  /**
   * A library.
   *
   * @param places run folders, and folders that hold run folders
   * @param roots where the text of sources may be read
   * @param hotspots what hotspots are weighed with
   * @throws IOException if one of them is neither
   */
  public RunLibrary(Collection<Path> places, SourceRoots roots, HotspotSettings hotspots)
      throws IOException {
    this.places = List.copyOf(places);
    this.roots = roots;
    this.hotspots = hotspots;
    for (Path place : places) {
      if (!Files.isDirectory(place)) {
        throw new IOException(
            "expected a run folder, or a folder of runs, found %s; see the runs there are with tslmap list"
                .formatted(Files.exists(place) ? "the file " + place : "no " + place));
      }
    }
  }

  /** The runs there are now, by id; those of a folder in the order of their names. */
  synchronized List<ViewedRun> runs() throws IOException {
    List<Path> found = new ArrayList<>();
    for (Path place : places) {
      for (Path folder : isRun(place) ? List.of(place) : runsIn(place)) {
        if (!found.contains(folder)) {
          found.add(folder);
        }
      }
    }
    runs.values().removeIf(run -> !found.contains(run.folder()));
    for (Path folder : found) {
      if (runs.values().stream().noneMatch(run -> run.folder().equals(folder))) {
        String id = freeId(folder);
        runs.put(id, new ViewedRun(id, folder, roots, hotspots));
      }
    }
    return List.copyOf(runs.values());
  }

  /** The run with this id. */
  synchronized Optional<ViewedRun> run(String id) throws IOException {
    ViewedRun known = runs.get(id);
    if (known == null) {
      runs();
      known = runs.get(id);
    }
    return Optional.ofNullable(known);
  }

  /** The id under which a folder is served, if it is one of these runs. */
  public synchronized Optional<String> idOf(Path folder) throws IOException {
    return runs().stream()
        .filter(run -> run.folder().equals(folder))
        .map(ViewedRun::id)
        .findFirst();
  }

  /**
   * Begins to read a run before pages ask for it. Nobody waits for that, and what is wrong with the
   * run is told to who asks.
   *
   * @param id as {@link #idOf} gives it
   */
  public void readAhead(String id) throws IOException {
    Optional<ViewedRun> run = run(id);
    if (run.isEmpty()) {
      return;
    }
    Thread thread =
        new Thread(
            () -> {
              try {
                run.get().prepare();
              } catch (IOException | RuntimeException e) {
                LoggerFactory.getLogger(RunLibrary.class).debug("not read ahead", e);
              }
            },
            "tslmap-ahead");
    thread.setDaemon(true);
    thread.start();
  }

  /** Closes files; the library can be used again. */
  synchronized void close() throws IOException {
    for (ViewedRun run : runs.values()) {
      run.close();
    }
  }

  private static boolean isRun(Path folder) {
    return Files.isRegularFile(new RunFolder(folder).profile(), LinkOption.NOFOLLOW_LINKS);
  }

  private static List<Path> runsIn(Path parent) throws IOException {
    List<Path> found = new ArrayList<>();
    if (Files.isDirectory(parent)) {
      try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent)) {
        for (Path folder : folders) {
          if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS) && isRun(folder)) {
            found.add(folder);
          }
        }
      }
    }
    found.sort(null);
    return found;
  }

  private String freeId(Path folder) {
    Path name = folder.toAbsolutePath().normalize().getFileName();
    String base = name == null ? "run" : name.toString();
    String id = base;
    for (int number = 2; runs.containsKey(id); number++) {
      id = base + "-" + number;
    }
    return id;
  }
}
