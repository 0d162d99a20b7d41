package org.tslmap.collector.gate;

import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.tslmap.collector.names.Printable;
import org.tslmap.locality.profile.FunctionInfo;
import org.tslmap.locality.profile.LocalityProfile;

/**
 * Which functions are a program's own, and what they are called: those of its file that neither the
 * linker nor the C library has put into it. Functions without a name are one together, since their
 * addresses change with each build.
 */
final class OwnFunctions implements Function<FunctionInfo, Optional<String>> {
  private static final String NAMELESS = "(no name)";

  private static final Pattern WITHOUT_NAME = Pattern.compile("\\?\\?\\?.*|0x[0-9a-f]+ \\[.*");

  /** What the linker and the C compiler's start-up files add. */
  private static final Pattern ADDED =
      Pattern.compile(
          ".*@plt|_start|_init|_fini|frame_dummy|(de)?register_tm_clones|__do_global_dtors_aux"
              + "|__libc_csu_.*|_dl_relocate_static_pie|PLT0|\\(below main\\)");

  private final Set<String> executables;
  private final boolean onlyWithSource;

  OwnFunctions(LocalityProfile profile) {
    executables =
        profile.processes().stream()
            .map(process -> process.identity().executable())
            .collect(Collectors.toSet());
    // A static program has its libraries in itself; those come without debug information.
    boolean linkedStatically =
        profile.processes().stream()
            .flatMap(process -> process.functions().stream())
            .allMatch(f -> f.object().isEmpty() || executables.contains(f.object()));
    onlyWithSource =
        linkedStatically
            && profile.processes().stream()
                .flatMap(process -> process.functions().stream())
                .anyMatch(f -> !f.file().isEmpty());
  }

  @Override
  public Optional<String> apply(FunctionInfo function) {
    if (!executables.contains(function.object())
        || ADDED.matcher(function.name()).matches()
        || onlyWithSource && function.file().isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        WITHOUT_NAME.matcher(function.name()).matches()
            ? NAMELESS
            : Printable.line(function.name()));
  }
}
