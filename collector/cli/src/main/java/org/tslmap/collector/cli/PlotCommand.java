package org.tslmap.collector.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.tslmap.collector.pictures.AddressTimes;
import org.tslmap.collector.pictures.NamedPicture;
import org.tslmap.collector.pictures.PictureKind;
import org.tslmap.collector.pictures.RunPictures;
import org.tslmap.collector.pictures.SelectedAddresses;
import org.tslmap.collector.pictures.SeveralRuns;
import org.tslmap.collector.selection.Selection;
import org.tslmap.collector.session.TraceScan;
import org.tslmap.collector.store.RunFolder;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProfileJson;
import org.tslmap.plots.PictureSize;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code tslmap plot}: draws pictures of runs. */
@Command(
    name = "plot",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Draws pictures of a run, or of a part of it. With several runs it compares them.",
      "",
      "Kinds:",
      "  address-time  which addresses are accessed when (needs the stored trace, or run --plots)",
      "  reuse         how often each reuse distance occurs, and what caches hit",
      "  misses        misses over cache size, with this machine's caches",
      "  strides       how often each stride occurs",
      "  plane         functions, or runs, by temporal and spatial locality",
      "  time-line     locality over time, with phases",
      "  scores        TL, SL, SL* of functions, or runs, as bars",
      "",
      "tslmap apex plot draws runs on a surface of costs.",
    },
    footer = {
      "",
      "Examples:",
      "  tslmap plot tslmap-runs/20250131-120000-matmul --format png,svg",
      "  tslmap plot tslmap-runs/20250131-120000-matmul --kind address-time --fn multiply --to 1M",
      "  tslmap plot tslmap-runs/* --kind plane,scores --out pictures",
    })
final class PlotCommand implements Callable<Integer> {

  /** Forms of files. */
  enum Format {
    /** Pixels. */
    PNG,
    /** Lines and text that stay sharp. */
    SVG
  }

  static final class Kind implements ITypeConverter<PictureKind> {
    @Override
    public PictureKind convert(String text) {
      return PictureKind.of(text)
          .orElseThrow(
              () ->
                  new TypeConversionException(
                      "expected some of %s, but found '%s'".formatted(PictureKind.labels(), text)));
    }
  }

  static final class Size implements ITypeConverter<PictureSize> {
    @Override
    public PictureSize convert(String text) {
      try {
        return PictureSize.parse(text);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }

  @Spec private CommandSpec command;

  @Option(
      names = "--kind",
      paramLabel = "KIND",
      split = ",",
      converter = Kind.class,
      description = "What is drawn, separated by commas (default: all that can be).")
  private List<PictureKind> kinds = List.of();

  @Option(
      names = "--format",
      paramLabel = "png|svg",
      split = ",",
      description = "Forms of the files, separated by commas (default png).")
  private List<Format> formats = List.of(Format.PNG);

  @Option(
      names = {"-o", "--out"},
      paramLabel = "DIR",
      description = "Folder of the pictures (default: plots in the run's folder).")
  private Optional<Path> out = Optional.empty();

  @Option(
      names = "--size",
      paramLabel = "WxH",
      converter = Size.class,
      description = "Width and height in pixels (default 1200x800).")
  private PictureSize size = PictureSize.DEFAULT;

  @Mixin private SelectionOptions options = new SelectionOptions.WithPhases();

  @Parameters(
      arity = "0..*",
      paramLabel = "RUN",
      description = "Run folders or profiles (default: the newest run in tslmap-runs or here).")
  private List<Path> runs = List.of();

  @Override
  public Integer call() throws Exception {
    if (runs.isEmpty()) {
      runs = List.of(RunChoice.newest(command));
    }
    checkKinds();
    List<NamedPicture> pictures = runs.size() == 1 ? ofOne(runs.get(0)) : ofSeveral();
    Path folder = Files.createDirectories(folder());
    PrintWriter text = command.commandLine().getOut();
    for (NamedPicture picture : pictures) {
      for (Format format : EnumSet.copyOf(formats)) {
        text.println(picture.write(folder, format.name().toLowerCase(java.util.Locale.ROOT), size));
      }
    }
    text.flush();
    return 0;
  }

  private void checkKinds() {
    for (PictureKind kind : kinds) {
      if (runs.size() > 1 && !kind.ofSeveralRuns()) {
        throw new ParameterException(
            command.commandLine(),
            "--kind %s is drawn of one run, but found %d; of several there are plane and scores"
                .formatted(kind.label(), runs.size()));
      }
      if (options.narrows() && !kind.ofSelections()) {
        throw new ParameterException(
            command.commandLine(),
            "--kind %s is drawn of whole runs, but found options that select accesses"
                .formatted(kind.label()));
      }
    }
    if (runs.size() > 1 && options.narrows()) {
      throw new ParameterException(
          command.commandLine(),
          "several runs are drawn whole, but found options that select accesses");
    }
  }

  private Path folder() throws MeasurementException {
    if (out.isPresent()) {
      return out.get();
    }
    if (runs.size() == 1 && Files.isDirectory(runs.get(0))) {
      return new RunFolder(runs.get(0)).plots();
    }
    throw new MeasurementException(
        runs.size() == 1
            ? runs.get(0) + " is no folder; name one for the pictures with --out"
            : "pictures of several runs have no folder of their own; name one with --out");
  }

  private List<NamedPicture> ofSeveral() throws IOException, MeasurementException {
    SeveralRuns several = new SeveralRuns();
    for (Path run : runs) {
      several.add(name(run), read(run));
    }
    List<NamedPicture> pictures = new ArrayList<>();
    for (PictureKind kind : PictureKind.values()) {
      if (kind.ofSeveralRuns() && (kinds.isEmpty() || kinds.contains(kind))) {
        pictures.add(several.of(kind));
      }
    }
    return pictures;
  }

  private List<NamedPicture> ofOne(Path run) throws IOException, MeasurementException {
    LocalityProfile profile = read(run);
    options.check(command.commandLine(), profile);
    Selection selection = options.selection(profile.processes());
    RunPictures pictures = new RunPictures(profile, name(run), selection);
    Set<PictureKind> wanted = EnumSet.noneOf(PictureKind.class);
    for (PictureKind kind : PictureKind.values()) {
      if (kinds.isEmpty() ? selection.isAll() || kind.ofSelections() : kinds.contains(kind)) {
        wanted.add(kind);
      }
    }
    List<NamedPicture> all = new ArrayList<>();
    if (wanted.remove(PictureKind.ADDRESS_TIME)) {
      all.addAll(addressTimes(run, profile, selection, pictures));
    }
    for (PictureKind kind : wanted) {
      try {
        all.add(pictures.of(kind));
      } catch (IOException e) {
        leaveOut(kind, e);
      }
    }
    return all;
  }

  private List<NamedPicture> addressTimes(
      Path run, LocalityProfile profile, Selection selection, RunPictures pictures)
      throws IOException {
    try {
      AddressTimes times =
          selection.isAll() ? AddressTimes.of(run) : selected(run, profile, selection);
      times.notice().ifPresent(this::warn);
      List<NamedPicture> found = pictures.of(times);
      if (selection.isAll()) {
        times.missing(profile).forEach(this::warn);
      }
      if (found.isEmpty() && new RunFolder(run).storedTraces().isEmpty()) {
        throw new IOException(
            "%s has neither a trace nor recorded addresses over time; record it with --trace full, or with --plots"
                .formatted(run));
      }
      if (found.isEmpty()) {
        throw new IOException(
            "the trace of %s has no access%s; see tslmap report"
                .formatted(run, selection.isAll() ? "" : " of " + selection.description()));
      }
      return found;
    } catch (IOException e) {
      leaveOut(PictureKind.ADDRESS_TIME, e);
      return List.of();
    }
  }

  private AddressTimes selected(Path run, LocalityProfile profile, Selection selection)
      throws IOException {
    SelectedAddresses gathered = SelectedAddresses.of(profile, selection);
    TraceScan.scan(run, gathered, this::warn);
    return gathered.finished();
  }

  /** What was asked for must be drawn; of the rest it is said why it is not. */
  private void leaveOut(PictureKind kind, IOException reason) throws IOException {
    if (kinds.contains(kind)) {
      throw reason;
    }
    warn("%s is not drawn: %s".formatted(kind.label(), reason.getMessage()));
  }

  private void warn(String line) {
    command.commandLine().getErr().println("tslmap: " + line);
  }

  private LocalityProfile read(Path run) throws IOException, MeasurementException {
    Path file = RunFolders.profileOf(run);
    LocalityProfile profile = ProfileJson.read(file);
    ProfileJson.remarks(file)
        .forEach(remark -> command.commandLine().getErr().println("tslmap: note: " + remark));
    try {
      if (profile.merged().totals().accesses() == 0) {
        throw new MeasurementException(file + " holds no access, so there is nothing to draw");
      }
    } catch (IllegalStateException e) {
      throw new MeasurementException(file + ": " + e.getMessage());
    }
    return profile;
  }

  /** The folder's name, or the file's. */
  private static String name(Path run) {
    return run.toAbsolutePath().normalize().getFileName().toString();
  }
}
