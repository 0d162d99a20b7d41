package org.tslmap.collector.cli;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The environment in which a gate runs programs: always the same but for what the user names. */
final class GateVariables {
  /** What programs find in any case, so that they do the same on every machine. */
  private static final Map<String, String> FIXED =
      Map.of(
          "PATH", "/usr/local/bin:/usr/bin:/bin",
          "HOME", "/nonexistent",
          "LC_ALL", "C",
          "TZ", "UTC",
          "PYTHONHASHSEED", "0",
          "PERL_HASH_SEED", "0");

  /** Characters of PWD, so that folders of usual paths are alike. */
  private static final int PWD_LENGTH = 511;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--env",
      paramLabel = "NAME[=VALUE]",
      description =
          "Give the program this variable, with its value here or another one. Without it there are"
              + " only PATH, HOME=/nonexistent, LC_ALL=C, TZ=UTC, PYTHONHASHSEED=0,"
              + " PERL_HASH_SEED=0 and PWD, which can be given so, too. May be given several times.")
  private List<String> given = List.of();

  /**
   * All of them. PWD is there in any case, since Valgrind may be started by a shell, which sets it
   * where it is not right; programs copy what they find, so slashes make it as long in each folder.
   */
  Map<String, String> variables() {
    Map<String, String> variables = new LinkedHashMap<>(FIXED);
    String folder = Path.of("").toAbsolutePath().toString();
    variables.put("PWD", folder + "/".repeat(Math.max(0, PWD_LENGTH - folder.length())));
    for (String text : given) {
      int equals = text.indexOf('=');
      String name = equals < 0 ? text : text.substring(0, equals);
      if (!name.matches("[A-Za-z_][A-Za-z0-9_]*")) {
        throw new ParameterException(
            command.commandLine(),
            "--env: expected NAME or NAME=VALUE, found '%s'".formatted(text));
      }
      String value = equals < 0 ? System.getenv(name) : text.substring(equals + 1);
      if (value == null) {
        throw new ParameterException(
            command.commandLine(),
            "--env %s: expected a variable of the environment, but it is not set; give --env %s=VALUE"
                .formatted(name, name));
      }
      variables.put(name, value);
    }
    return variables;
  }
}
