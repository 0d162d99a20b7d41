package org.tslmap.collector.density;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.LoggerFactory;
import org.tslmap.collector.analysis.SinkFactory;
import org.tslmap.collector.store.RunFolder;
import org.tslmap.collector.wire.Hello;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.locality.AccessSink;

/**
 * Records addresses over time for each process of a run, and keeps them in its folder when the
 * process ends: one {@link DensityFile} each.
 */
public final class DensityRecording implements SinkFactory {
  private static final String SUFFIX = ".density";

  /** What a file takes at most. */
  private static final long MOST_FILE_BYTES = 48L << 20;

  /** Packed columns in memory of the first process; others get less, so that many ranks fit. */
  private static final long MOST_BYTES = 96L << 20;

  private static final long LEAST_BYTES = 2L << 20;

  private final Path folder;
  private final List<Recorded> recorded = new ArrayList<>();

  /** Records for a run. */
  public DensityRecording(RunFolder run) {
    this(run.density());
  }

  /** Records into a folder, which is made when there is something to keep. */
  DensityRecording(Path folder) {
    this.folder = folder;
  }

  @Override
  public synchronized Recorded begin(Hello process, SymbolTables symbols) {
    int number = recorded.size() + 1;
    long bytes = Math.max(LEAST_BYTES, MOST_BYTES / number);
    Path file = folder.resolve("%05d-%d%s".formatted(number, process.pid(), SUFFIX));
    Recorded one =
        new Recorded(
            file,
            process,
            symbols,
            new DensityRecorder(symbols::siteCount, symbols::isStore, bytes),
            bytes / 2);
    recorded.add(one);
    return one;
  }

  /** What the process that connected first did so far, if there is anything yet. */
  public synchronized Optional<DensityLevel> soFar() {
    return recorded.stream()
        .findFirst()
        .map(one -> one.recorder.soFar())
        .filter(level -> level.columns() > 0);
  }

  /** The files of a run, in the order of their names. */
  public static List<Path> filesOf(Path run) throws IOException {
    Path folder = new RunFolder(run).density();
    List<Path> files = new ArrayList<>();
    if (Files.isDirectory(folder)) {
      try (var found = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
        found.forEach(files::add);
      }
    }
    files.sort(null);
    return files;
  }

  /** One process's. */
  public static final class Recorded implements AccessSink {
    private final Path file;
    private final Hello process;
    private final SymbolTables symbols;
    private final DensityRecorder recorder;
    private final long mostBytes;

    Recorded(
        Path file, Hello process, SymbolTables symbols, DensityRecorder recorder, long mostBytes) {
      this.file = file;
      this.process = process;
      this.symbols = symbols;
      this.recorder = recorder;
      this.mostBytes = Math.min(mostBytes, MOST_FILE_BYTES);
    }

    @Override
    public void accesses(int thread, long[] addresses, int[] sites, int count) {
      recorder.accesses(thread, addresses, sites, count);
    }

    /** Writes the file; the run is whole without it, so failing is only told. */
    @Override
    public void end() {
      try {
        DensityLevel finest = recorder.finished();
        if (finest.columns() == 0) {
          return;
        }
        DensityFile.Subject subject =
            new DensityFile.Subject(
                process.pid(), process.host(), process.startedMicros(), recorder.accesses());
        MemoryOrigins origins = MemoryOrigins.of(symbols, finest);
        Files.createDirectories(file.getParent());
        DensityFile.write(file, subject, DensityFolding.pyramid(finest), origins);
        while (Files.size(file) > mostBytes) {
          finest = DensityFolding.fold(finest, 2, 0);
          DensityFile.write(file, subject, DensityFolding.pyramid(finest), origins);
        }
      } catch (IOException e) {
        LoggerFactory.getLogger(DensityRecording.class)
            .warn("addresses over time are not kept in {}: {}", file, e.toString());
      }
    }
  }
}
