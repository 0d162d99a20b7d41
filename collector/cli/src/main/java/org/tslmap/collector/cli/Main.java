package org.tslmap.collector.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.tslmap.apexmap.OutsideSurfaceException;
import org.tslmap.apexmap.ProbeException;
import org.tslmap.collector.names.ByteText;
import org.tslmap.collector.names.NamePattern;
import org.tslmap.collector.names.Printable;
import org.tslmap.collector.names.PrintableWriter;
import org.tslmap.collector.shortage.Shortage;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;

/** The {@code tslmap} program. */
@Command(
    name = "tslmap",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    description =
        "Measures how local a program's memory accesses are: temporal and spatial locality of"
            + " every load and store, found by running the program under Valgrind.",
    footer = {
      "",
      "Example: tslmap run -- ls -l",
      "",
      "tslmap --include-dir prints the folder of tslmap.h, by which programs name data and mark"
          + " phases.",
      "",
      "Exit codes: 0 ok, 1 the measurement failed, 2 wrong usage. tslmap run passes on the"
          + " program's own status.",
    })
public final class Main {

  private static final List<Class<?>> OWN =
      List.of(
          RunCommand.class,
          CollectCommand.class,
          ImportCommand.class,
          CompareCommand.class,
          GateCommand.class,
          MergeCommand.class,
          ReplayCommand.class,
          RecoverCommand.class,
          ReportCommand.class,
          ExportCommand.class,
          DataCommand.class,
          HotspotsCommand.class,
          FilterCommand.class,
          RefineCommand.class,
          AdviseCommand.class,
          PlotCommand.class,
          ListCommand.class,
          RemoveCommand.class,
          ViewCommand.class,
          DemoCommand.class,
          DoctorCommand.class);

  /** The command that needs to know the options of all others. */
  private static final String COMPLETION = "generate-completion";

  /** Values of an option as picocli names them; users write them in lower case. */
  private static final Pattern ENUM_NAMES =
      Pattern.compile("expected one of \\[[A-Z_, ]+\\] \\(case-insensitive\\)");

  /** What the system says where nobody reads. */
  private static final String BROKEN_PIPE = "Broken pipe";

  private Main() {}

  /** Runs the command line and leaves with its exit code. */
  public static void main(String[] args) {
    Shortage.prepare();
    Thread.setDefaultUncaughtExceptionHandler(new LastWord());
    System.exit(printed(execute(ProgramStart.arguments(args))));
  }

  /**
   * The status of a command, or 1 if it was 0 and not all of what it has printed was taken. A
   * reader that wants no more, such as {@code head}, is no failure.
   */
  private static int printed(int status) {
    if (!System.out.checkError()) {
      return status;
    }
    String reason = "it failed";
    try (FileOutputStream again = new FileOutputStream(FileDescriptor.out)) {
      again.write('\n');
    } catch (IOException e) {
      if (BROKEN_PIPE.equals(e.getMessage())) {
        return status;
      }
      reason = e.getMessage();
    }
    System.err.printf(
        "tslmap: expected to write to standard output, but: %s; what was printed there is not complete%n",
        reason);
    return status == CommandLine.ExitCode.OK ? CommandLine.ExitCode.SOFTWARE : status;
  }

  /** Runs the command line and returns its exit code. */
  static int execute(String... args) {
    try {
      return commandLine(args).execute(args);
    } catch (OutOfMemoryError e) {
      System.err.println("tslmap: " + Shortage.describe(e));
      return CommandLine.ExitCode.SOFTWARE;
    }
  }

  /**
   * The command with its subcommands, those of other modules included.
   *
   * <p>Reading the options of all of them takes longer than most of them run. So the one that the
   * arguments begin with comes alone; otherwise those that they name come with their options, and
   * the others are there to be listed.
   */
  static CommandLine commandLine(String... args) {
    CommandLine line = new CommandLine(new Main());
    List<String> named = List.of(args);
    Optional<Object> first =
        named.isEmpty()
            ? Optional.empty()
            : subcommands().filter(one -> description(one).name().equals(args[0])).findFirst();
    if (first.isPresent()) {
      line.addSubcommand(first.get());
    } else {
      boolean all = named.contains(COMPLETION);
      Stream.concat(subcommands(), Stream.of(HelpCommand.class, GenerateCompletion.class))
          .forEach(
              one -> {
                Command found = description(one);
                boolean whole = all || named.contains(found.name());
                line.addSubcommand(found.name(), whole ? one : listed(found));
              });
    }
    // What follows the program's name belongs to the program, with or without "--".
    Stream.of("run", "gate", "refine")
        .flatMap(name -> Optional.ofNullable(line.getSubcommands().get(name)).stream())
        .forEach(command -> command.setStopAtPositional(true));
    return line.registerConverter(NamePattern.class, NamePattern::new)
        .registerConverter(Path.class, Main::path)
        .registerConverter(Integer.class, text -> number(Integer::valueOf, text, "a whole number"))
        .registerConverter(int.class, text -> number(Integer::valueOf, text, "a whole number"))
        .registerConverter(Long.class, text -> number(Long::valueOf, text, "a whole number"))
        .registerConverter(long.class, text -> number(Long::valueOf, text, "a whole number"))
        .registerConverter(Double.class, text -> number(Double::valueOf, text, "a number"))
        .registerConverter(double.class, text -> number(Double::valueOf, text, "a number"))
        .setExpandAtFiles(false)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setUsageHelpAutoWidth(true)
        .setExecutionStrategy(Main::execute)
        .setParameterExceptionHandler(Main::refuse)
        .setExecutionExceptionHandler(Main::explain);
  }

  /** Classes of commands, or commands themselves. */
  private static Stream<Object> subcommands() {
    return Stream.concat(
        OWN.stream(),
        ServiceLoader.load(SubcommandProvider.class).stream()
            .map(provider -> provider.get().command()));
  }

  private static Command description(Object subcommand) {
    Class<?> type = subcommand instanceof Class<?> own ? own : subcommand.getClass();
    return type.getAnnotation(Command.class);
  }

  /** Stands for a command that is not used. */
  private static CommandSpec listed(Command description) {
    CommandSpec spec = CommandSpec.create();
    spec.usageMessage().header(description.header()).description(description.description());
    return spec;
  }

  /** Reads a path that a user gives. */
  static Path path(String text) {
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw new CommandLine.TypeConversionException(
          "expected a path in UTF-8, found '%s'; use another name for it, such as a link"
              .formatted(ByteText.shown(text)));
    }
  }

  private static <N> N number(Function<String, N> reader, String text, String wanted) {
    try {
      return reader.apply(text);
    } catch (NumberFormatException e) {
      throw new CommandLine.TypeConversionException(
          "expected %s, found '%s'".formatted(wanted, text));
    }
  }

  private static String lower(MatchResult names) {
    return names.group().toLowerCase(Locale.ROOT);
  }

  /** Shows help as picocli does, in its colours; whatever commands print is made printable. */
  private static int execute(CommandLine.ParseResult parsed) {
    Integer helped = CommandLine.executeHelpRequest(parsed);
    if (helped != null) {
      return helped;
    }
    CommandLine line = parsed.commandSpec().commandLine();
    line.setOut(new PrintableWriter(line.getOut()));
    line.setErr(new PrintableWriter(line.getErr()));
    return new CommandLine.RunLast().execute(parsed);
  }

  /** What is wrong and where help is, rather than the whole help text. */
  private static int refuse(CommandLine.ParameterException e, String[] arguments) {
    CommandLine line = e.getCommandLine();
    String message = ENUM_NAMES.matcher(e.getMessage()).replaceAll(Main::lower);
    List<String> near = List.of();
    if (e instanceof CommandLine.UnmatchedArgumentException unknown) {
      String first = unknown.getUnmatched().get(0);
      near =
          NearNames.of(
              first,
              unknown.isUnknownOption()
                  ? line.getCommandSpec().optionsMap().keySet()
                  : line.getSubcommands().keySet());
      if (!unknown.isUnknownOption() && !line.getSubcommands().isEmpty()) {
        message = "there is no command '%s'".formatted(first);
      }
    }
    line.getErr().println("tslmap: " + Printable.line(message));
    if (!near.isEmpty()) {
      line.getErr().println("Did you mean " + String.join(" or ", near) + "?");
    }
    line.getErr().println("Try: " + line.getCommandSpec().qualifiedName(" ") + " --help");
    return CommandLine.ExitCode.USAGE;
  }

  /** One clear line for what can go wrong outside the program, a stack trace for its own faults. */
  private static int explain(Exception e, CommandLine line, CommandLine.ParseResult parsed) {
    if (e instanceof MeasurementException
        || e instanceof IOException
        || e instanceof java.io.UncheckedIOException
        || e instanceof ProbeException
        || e instanceof OutsideSurfaceException
        || Shortage.in(e).isPresent()) {
      line.getErr().println("tslmap: " + Printable.line(message(e)));
      if (e instanceof MeasurementException failed) {
        failed.details().forEach(detail -> line.getErr().println("  " + Printable.line(detail)));
      }
    } else {
      line.getErr().println("tslmap: internal error; please report it with what follows");
      e.printStackTrace(line.getErr());
    }
    return CommandLine.ExitCode.SOFTWARE;
  }

  private static String message(Exception e) {
    boolean described = e instanceof IOException || Shortage.in(e).isPresent();
    return described || e.getMessage() == null ? Shortage.describe(e) : e.getMessage();
  }

  /** The version the build wrote into the jar. */
  public static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"tslmap " + number()};
    }

    /** The number alone. */
    public static String number() {
      String version = Main.class.getPackage().getImplementationVersion();
      return version == null ? "(not packaged)" : version;
    }
  }
}
