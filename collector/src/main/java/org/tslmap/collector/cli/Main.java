package org.tslmap.collector.cli;

import java.util.Locale;
import java.util.ServiceLoader;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.tslmap.apexmap.OutsideSurfaceException;
import org.tslmap.apexmap.ProbeException;
import org.tslmap.collector.names.NamePattern;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IVersionProvider;

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
    },
    subcommands = {
      RunCommand.class,
      CollectCommand.class,
      MergeCommand.class,
      ReplayCommand.class,
      ReportCommand.class,
      DataCommand.class,
      HotspotsCommand.class,
      PlotCommand.class,
      ListCommand.class,
      ViewCommand.class,
      DemoCommand.class,
      DoctorCommand.class,
      BenchCommand.class,
      HelpCommand.class,
      AutoComplete.GenerateCompletion.class,
    })
public final class Main {

  /** Values of an option as picocli names them; users write them in lower case. */
  private static final Pattern ENUM_NAMES =
      Pattern.compile("expected one of \\[[A-Z_, ]+\\] \\(case-insensitive\\)");

  private Main() {}

  /** Runs the command line and leaves with its exit code. */
  public static void main(String[] args) {
    System.exit(execute(args));
  }

  /** Runs the command line and returns its exit code. */
  static int execute(String... args) {
    return commandLine().execute(args);
  }

  /** The command with all subcommands, those of other modules included. */
  static CommandLine commandLine() {
    CommandLine line = new CommandLine(new Main());
    for (SubcommandProvider provider : ServiceLoader.load(SubcommandProvider.class)) {
      line.addSubcommand(provider.command());
    }
    // What follows the program's name belongs to the program, with or without "--".
    line.getSubcommands().get("run").setStopAtPositional(true);
    return line.registerConverter(NamePattern.class, NamePattern::new)
        .setExpandAtFiles(false)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setUsageHelpAutoWidth(true)
        .setParameterExceptionHandler(Main::refuse)
        .setExecutionExceptionHandler(Main::explain);
  }

  private static String lower(MatchResult names) {
    return names.group().toLowerCase(Locale.ROOT);
  }

  /** What is wrong and where help is, rather than the whole help text. */
  private static int refuse(CommandLine.ParameterException e, String[] arguments) {
    CommandLine line = e.getCommandLine();
    line.getErr().println("tslmap: " + ENUM_NAMES.matcher(e.getMessage()).replaceAll(Main::lower));
    CommandLine.UnmatchedArgumentException.printSuggestions(e, line.getErr());
    line.getErr().println("Try: " + line.getCommandSpec().qualifiedName(" ") + " --help");
    return CommandLine.ExitCode.USAGE;
  }

  /** One clear line for what can go wrong outside the program, a stack trace for its own faults. */
  private static int explain(Exception e, CommandLine line, CommandLine.ParseResult parsed) {
    if (e instanceof MeasurementException
        || e instanceof java.io.IOException
        || e instanceof ProbeException
        || e instanceof OutsideSurfaceException) {
      line.getErr().println("tslmap: " + message(e));
    } else {
      line.getErr().println("tslmap: internal error; please report it with what follows");
      e.printStackTrace(line.getErr());
    }
    return CommandLine.ExitCode.SOFTWARE;
  }

  private static String message(Exception e) {
    if (e instanceof java.nio.file.NoSuchFileException) {
      return e.getMessage() + ": no such file or folder";
    }
    if (e instanceof java.nio.file.AccessDeniedException) {
      return e.getMessage() + ": permission denied";
    }
    return e.getMessage() == null ? e.toString() : e.getMessage();
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
