package org.tslmap.collector.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.tslmap.collector.debuginfo.DebugInformation;
import org.tslmap.collector.lookup.Allocations;
import org.tslmap.collector.lookup.DataQuery;
import org.tslmap.collector.lookup.MemberAccesses;
import org.tslmap.collector.lookup.ProfileLookup;
import org.tslmap.collector.lookup.TraceLookup;
import org.tslmap.collector.lookup.WordHistory;
import org.tslmap.collector.memory.MemoryRange;
import org.tslmap.collector.names.NamePattern;
import org.tslmap.collector.selection.Selection;
import org.tslmap.collector.store.RunFolder;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.DataClass;
import org.tslmap.locality.profile.DataObject;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.ProfileJson;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tslmap data}: says what was at an address, or where data of a name was, and when. */
@Command(
    name = "data",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Says what was at an address of the measured program, or where the data of a name was, and at"
          + " which time, counted in accesses of its process.",
      "",
      "By name, it counts the accesses to each member of structures. By address, it says of memory"
          + " that belongs to nothing for long, such as stacks, whose data each access there was.",
      "",
      "Names are those of variables, allocators (malloc), mapped files, and what the program named"
          + " itself. It needs the run's trace; without one it says what the profile holds:"
          + " variables that were accessed.",
    },
    footer = {
      "",
      "Examples:",
      "  tslmap data name grid",
      "  tslmap data RUN addr 0x404060",
      "  tslmap data RUN addr 0x4a5f040 --at 120000",
      "  tslmap data RUN name grid",
      "  tslmap data RUN name 'm*' --top 50",
      "  tslmap data RUN name grid --format json",
    })
final class DataCommand implements Callable<Integer> {

  /** What is given. */
  enum By {
    /** An address. */
    ADDR,
    /** A name. */
    NAME
  }

  /** Forms of the answer. */
  enum Format {
    /** Sentences. */
    TEXT,
    /** For scripts. */
    JSON
  }

  /** Accesses after a time that tell what was there then. */
  private static final long AFTER = 1 << 20;

  @Spec private CommandSpec command;

  @Option(
      names = "--at",
      paramLabel = "ACCESS",
      description = "Only what was there when the process had made so many accesses.")
  private Optional<Long> at = Optional.empty();

  @Option(
      names = "--format",
      paramLabel = "text|json",
      description = "For people, or for scripts (default text).")
  private Format format = Format.TEXT;

  @Option(
      names = "--top",
      paramLabel = "N",
      description = "Ranges shown of each process (default 20).")
  private int top = 20;

  @Parameters(
      arity = "0..3",
      paramLabel = "[RUN] addr|name VALUE",
      hideParamSyntax = true,
      description =
          "A run folder (default: the newest run in tslmap-runs or here), what is looked for, and"
              + " the address, as 0x404060, or the name. "
              + NamePattern.WORDS)
  private List<String> words = List.of();

  private Path run;
  private By by;
  private String value;
  private int shown;

  @Override
  public Integer call() throws Exception {
    readWords();
    DataQuery query = query();
    Path file = RunFolders.profileOf(run);
    LocalityProfile profile = ProfileJson.read(file);
    ProfileJson.remarks(file)
        .forEach(remark -> command.commandLine().getErr().println("tslmap: note: " + remark));
    List<Path> traces = Files.isDirectory(run) ? new RunFolder(run).storedTraces() : List.of();
    PrintWriter writer = command.commandLine().getOut();
    try (DataOutput out = format == Format.JSON ? new DataJson(writer) : new DataText(writer)) {
      answer(query, profile, traces, out);
    }
    writer.flush();
    if (shown == 0) {
      throw new MeasurementException(
          by == By.ADDR
              ? "nothing is known of %s%s".formatted(value, at.map(n -> " then").orElse(""))
              : "no data is named '%s'; see tslmap report %s --table data".formatted(value, run));
    }
    return 0;
  }

  private void answer(DataQuery query, LocalityProfile profile, List<Path> traces, DataOutput out)
      throws IOException {
    Optional<String> problem = DebugInformation.problem();
    if (problem.isPresent()) {
      out.note(problem.get());
    }
    if (traces.isEmpty()) {
      out.note(
          "There is no stored trace of this run, so this is what its profile knows: variables that"
              + " were accessed, without times.");
    }
    for (Path trace : traces) {
      try (TraceLookup lookup = TraceLookup.read(trace, query)) {
        List<MemoryRange> all = lookup.found();
        List<MemoryRange> found = all.stream().filter(this::isWanted).toList();
        List<MemoryRange> blocks = found.subList(0, Math.min(top, found.size()));
        Allocations allocations = Allocations.of(trace, blocks, parameters(profile));
        MemberAccesses members =
            MemberAccesses.of(trace, query instanceof DataQuery.Named ? blocks : List.of());
        if (!found.isEmpty() && lookup.process().isPresent()) {
          out.process(lookup.process().get().pid(), traces.size() > 1);
        }
        for (MemoryRange range : blocks) {
          out.range(range, query, allocations.path(all, range), members.of(range));
        }
        if (query instanceof DataQuery.At wanted && changesOwners(found)) {
          owners(trace, wanted.address(), parameters(profile), out);
        }
        out.leftOut(blocks.size(), found.size());
        shown += found.size();
      }
    }
    for (ProcessProfile process : profile.processes()) {
      objects(process, query, traces.isEmpty(), out);
    }
  }

  /** Whether nothing but a mapping is there all the time: a stack, perhaps. */
  private static boolean changesOwners(List<MemoryRange> found) {
    return found.stream().allMatch(range -> range.kind() == DataClass.MAPPED);
  }

  /** What the accesses to the address's word belong to. */
  private void owners(Path trace, long address, MetricParameters parameters, DataOutput out)
      throws IOException {
    Selection.Time time =
        at.map(from -> new Selection.Time(from, from + AFTER)).orElse(Selection.Time.ALL);
    List<WordHistory.Owner> owners = WordHistory.of(trace, address, time, parameters);
    if (!owners.isEmpty()) {
      String among = at.map(n -> ", among %,d from access %,d on".formatted(AFTER, n)).orElse("");
      out.owners(
          address & -8, among, owners.subList(0, Math.min(top, owners.size())), owners.size());
    }
    shown += owners.size();
  }

  private void readWords() throws IOException, MeasurementException {
    if (words.size() < 2) {
      throw new ParameterException(
          command.commandLine(),
          "expected what to look for, addr ADDRESS or name NAME, after the run or instead of it;"
              + " tslmap report --table data shows all data");
    }
    String kind = words.get(words.size() - 2);
    by =
        Arrays.stream(By.values())
            .filter(one -> one.name().equalsIgnoreCase(kind))
            .findFirst()
            .orElseThrow(
                () ->
                    new ParameterException(
                        command.commandLine(),
                        "expected addr or name before '%s', but found '%s'"
                            .formatted(words.get(words.size() - 1), kind)));
    value = words.get(words.size() - 1);
    run = words.size() == 3 ? Main.path(words.get(0)) : RunChoice.newest(command);
  }

  private DataQuery query() {
    if (by == By.NAME) {
      return new DataQuery.Named(new NamePattern(value));
    }
    try {
      String digits = value.startsWith("0x") || value.startsWith("0X") ? value.substring(2) : value;
      return new DataQuery.At(Long.parseUnsignedLong(digits, 16));
    } catch (NumberFormatException e) {
      throw new ParameterException(
          command.commandLine(),
          "expected an address such as 0x404060, but found '" + value + "'",
          e);
    }
  }

  private boolean isWanted(MemoryRange range) {
    return at.isEmpty() || range.isLiveAt(at.get());
  }

  private static MetricParameters parameters(LocalityProfile profile) {
    return profile.processes().isEmpty()
        ? MetricParameters.defaults()
        : profile.mainProcess().parameters();
  }

  /** What the profile adds: how often, and for the heap which allocations. */
  private void objects(ProcessProfile process, DataQuery query, boolean alone, DataOutput out)
      throws IOException {
    List<Integer> objects = ProfileLookup.find(process, query);
    for (int number : objects.subList(0, Math.min(top, objects.size()))) {
      shown++;
      long accesses =
          process.attribution().accesses().stream()
              .filter(access -> access.object() == number)
              .mapToLong(access -> access.accesses())
              .sum();
      DataObject object = process.attribution().objects().get(number);
      out.object(object, accesses, process.identity().pid(), query, alone);
    }
  }
}
