package org.tslmap.collector.session;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.tslmap.collector.wire.Hello;
import org.tslmap.collector.wire.Mark;
import org.tslmap.locality.profile.Stretch;

/** Follows which stretch of a process is measured. */
final class MeasuredStretch {
  private static final Pattern LATE = Pattern.compile("--tsl-start-after=(.*)");
  private static final Pattern EARLY = Pattern.compile("--tsl-stop-after=.*");

  private final boolean byTime;
  private Optional<Stretch> stretch;

  /** The one that the process was told to keep to. */
  MeasuredStretch(Hello process) {
    Optional<String> late =
        process.options().stream()
            .map(LATE::matcher)
            .filter(option -> option.matches())
            .map(option -> option.group(1))
            .reduce((first, last) -> last);
    byTime = late.filter(amount -> amount.endsWith("s") || amount.endsWith("S")).isPresent();
    if (late.isPresent()) {
      stretch = Optional.of(Stretch.awaited(OptionalLong.empty()));
    } else if (process.options().stream().anyMatch(option -> EARLY.matcher(option).matches())) {
      stretch = Optional.of(Stretch.FROM_START);
    } else {
      stretch = Optional.empty();
    }
  }

  void begins(Mark mark) {
    OptionalLong before =
        mark.value() == Mark.NOT_COUNTED ? OptionalLong.empty() : OptionalLong.of(mark.value());
    stretch = stretch.map(awaited -> awaited.begunAt(before, mark.value2()));
  }

  void ends(Mark mark) {
    stretch = stretch.map(begun -> begun.stoppedAt(mark.value2()));
  }

  /**
   * The stretch at the end.
   *
   * @param made accesses of the process that were counted
   */
  Optional<Stretch> of(long made) {
    return stretch.map(
        seen -> seen.begun() || byTime ? seen : Stretch.awaited(OptionalLong.of(made)));
  }
}
