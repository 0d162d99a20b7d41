package org.tslmap.collector.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.tslmap.collector.imports.AccessStream;
import org.tslmap.collector.imports.CodeNames;
import org.tslmap.collector.imports.Formats;
import org.tslmap.collector.imports.ImportException;
import org.tslmap.collector.imports.LoadedFile;
import org.tslmap.collector.imports.TraceFiles;
import org.tslmap.collector.imports.TraceFormat;
import org.tslmap.collector.session.LocalStream;
import org.tslmap.collector.session.RunRecorder;
import org.tslmap.collector.store.RunFolder;
import org.tslmap.collector.wire.Hello;
import org.tslmap.locality.profile.LocalityProfile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tslmap import}: scores the trace of another tool. */
@Command(
    name = "import",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Scores a trace that another tool has recorded, and keeps it as a run: report, hotspots,"
          + " replay, plot and view work as on a run of one's own.",
      "",
      "Traces are known by their content, also when they are packed by gzip, xz or zip: Lackey's"
          + " text (lackey), DynamoRIO's offline traces of 64-bit programs (drmemtrace), ChampSim's"
          + " instructions (champsim). Several files are threads of one process (drmemtrace) or"
          + " parts in order; a folder stands for the traces in it.",
      "",
      "Functions and lines come from the files that modules.log (drmemtrace) or --loaded names, if"
          + " they are there and unchanged. Lackey and ChampSim tell no calls and no allocations:"
          + " there are no call paths and no heap blocks.",
    },
    footer = {
      "",
      "Examples:",
      "  valgrind --tool=lackey --trace-mem=yes --log-file=app.lackey ./app",
      "  tslmap import --loaded ./app@0x108000 app.lackey",
      "  tslmap import drmemtrace.app.1234.dir",
      "  tslmap import --columns kind,address:hex,size accesses.csv.gz",
    })
final class ImportCommand implements Callable<Integer> {

  @Spec private CommandSpec command;
  @Mixin private RecordingOptions recording = new RecordingOptions();

  @Option(
      names = "--format",
      paramLabel = "F",
      description = "lackey, drmemtrace or champsim (default: what the content says).")
  private Optional<String> format = Optional.empty();

  @Option(
      names = "--columns",
      paramLabel = "LIST",
      description = {
        "The files are text with an access on each line, in these columns: thread, pc, kind (L, R or"
            + " 0 loads; S, W or 1 stores; M both; I, F or 2 fetches), address, size, - for others."
            + " Numbers are decimal, or hexadecimal with 0x; a column named with :hex is"
            + " hexadecimal without 0x too. Only address is needed."
      })
  private Optional<String> columns = Optional.empty();

  @Option(
      names = "--instructions",
      description = "Fetches of instructions count as loads of their first byte.")
  private boolean instructions;

  @Option(
      names = "--loaded",
      paramLabel = "FILE[@ADDRESS]",
      description =
          "A program or shared object whose code was at this hexadecimal address (default 0: at its"
              + " own addresses). Valgrind loads a position-independent program at 0x108000.")
  private List<String> loaded = List.of();

  @Parameters(paramLabel = "FILE", arity = "1..*", description = "The trace's files, or a folder.")
  private List<Path> paths = List.of();

  @Override
  public Integer call() throws Exception {
    recording.check();
    if (format.isPresent() && columns.isPresent()) {
      throw new ParameterException(
          command.commandLine(), "--format and --columns: expected one of them, found both");
    }
    TraceFiles files = TraceFiles.of(paths);
    TraceFormat reader = reader(files.files().get(0));
    List<LoadedFile> objects = new ArrayList<>(files.loaded());
    for (String text : loaded) {
      objects.add(LoadedFile.of(text));
    }
    boolean calls = Formats.tellsCalls(reader, files.files().get(0));
    PrintWriter err = command.commandLine().getErr();
    String name = files.files().get(0).getFileName().toString();
    Path folder = RunFolders.create(recording.out(), name);
    try (RunRecorder recorder = RunRecorder.local(recording.recorder(folder, false, calls));
        CodeNames names = new CodeNames(objects)) {
      for (LoadedFile missing : names.missing()) {
        err.println(
            "tslmap: no names of functions in %s: there is no such file".formatted(missing.file()));
      }
      Optional<String> wrong =
          read(recorder, reader, files.files(), hello(reader, files, objects), names);
      LocalityProfile profile = recorder.finish(Duration.ZERO);
      recorder.notices().forEach(notice -> err.println("tslmap: " + notice));
      if (profile.mainProcess().totals().accesses() == 0) {
        err.printf(
            "tslmap: %s. No run is kept%n",
            wrong.orElse(name + ": expected loads and stores, found none"));
        RunFolders.remove(new RunFolder(folder));
        return 1;
      }
      recording.summary().write(profile, err);
      if (recording.plots()) {
        RunPlots.write(profile, folder, notice -> err.println("tslmap: " + notice));
      }
      recording.summary().kept(folder, profile, err);
      return wrong.isEmpty() && profile.complete() ? 0 : 1;
    }
  }

  private TraceFormat reader(Path first) throws IOException {
    if (columns.isPresent()) {
      return Formats.columns(columns.get());
    }
    if (format.isEmpty()) {
      return Formats.of(first);
    }
    return Formats.named(format.get())
        .orElseThrow(
            () ->
                new ParameterException(
                    command.commandLine(),
                    "--format: expected %s, found %s"
                        .formatted(
                            String.join(
                                ", ", Formats.all().stream().map(TraceFormat::name).toList()),
                            format.get())));
  }

  /** What is known of the process before its trace is read. */
  private Hello hello(TraceFormat reader, TraceFiles files, List<LoadedFile> objects)
      throws IOException {
    Path first = files.files().get(0).toAbsolutePath();
    List<String> options = new ArrayList<>(List.of("--format=" + reader.name()));
    if (instructions) {
      options.add("--instructions");
    }
    return new Hello(
        false,
        0,
        0,
        -1,
        Files.getLastModifiedTime(first).to(TimeUnit.MICROSECONDS),
        "",
        "",
        objects.isEmpty() ? first.toString() : objects.get(0).file().toAbsolutePath().toString(),
        first.getParent().toString(),
        files.files().stream().map(Path::toString).toList(),
        options);
  }

  private void leftOut(AccessStream out) {
    if (out.outside() > 0) {
      command
          .commandLine()
          .getErr()
          .printf("tslmap: %,d accesses of the kernel are left out%n", out.outside());
    }
  }

  /** Reads to the end, or to where something is wrong, which it returns. */
  private Optional<String> read(
      RunRecorder recorder, TraceFormat reader, List<Path> files, Hello process, CodeNames names)
      throws IOException {
    try (LocalStream stream = recorder.stream(files.get(0).toString())) {
      AccessStream out = new AccessStream(process, stream, names, instructions);
      try {
        reader.read(files, out);
        out.end();
        leftOut(out);
        return Optional.empty();
      } catch (ImportException e) {
        out.cut();
        stream.fail(e.getMessage());
        return Optional.of(e.getMessage());
      }
    }
  }
}
