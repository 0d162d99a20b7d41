package org.tslmap.collector.pictures;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.StringJoiner;
import org.tslmap.collector.names.NamePattern;

/**
 * Which part of a run is drawn: all that is named must hold.
 *
 * @param function names of functions
 * @param data names of data objects
 * @param thread a thread's number
 * @param phase names of phases
 * @param from number of the first access, from 0
 * @param to number of the access after the last one
 */
public record Part(
    Optional<NamePattern> function,
    Optional<NamePattern> data,
    OptionalInt thread,
    Optional<NamePattern> phase,
    OptionalLong from,
    OptionalLong to) {

  /** The whole run. */
  public static final Part WHOLE =
      new Part(
          Optional.empty(),
          Optional.empty(),
          OptionalInt.empty(),
          Optional.empty(),
          OptionalLong.empty(),
          OptionalLong.empty());

  /** Whether it is the whole run. */
  public boolean isWhole() {
    return equals(WHOLE);
  }

  /** Whether it is a stretch of time. */
  public boolean hasTime() {
    return phase.isPresent() || from.isPresent() || to.isPresent();
  }

  /** Such as "function multiply, thread 2"; empty for the whole. */
  public String description() {
    StringJoiner text = new StringJoiner(", ");
    function.ifPresent(name -> text.add("function " + name));
    data.ifPresent(name -> text.add("data " + name));
    thread.ifPresent(number -> text.add("thread " + number));
    phase.ifPresent(name -> text.add("phase " + name));
    if (from.isPresent() || to.isPresent()) {
      text.add(
          "accesses %,d to %s"
              .formatted(
                  from.orElse(0), to.isPresent() ? "%,d".formatted(to.getAsLong()) : "the end"));
    }
    return text.toString();
  }

  /** What is added to the names of files, such as "-multiply-thread2"; empty for the whole. */
  public String suffix() {
    StringJoiner text = new StringJoiner("");
    function.ifPresent(name -> text.add("-" + name));
    data.ifPresent(name -> text.add("-" + name));
    thread.ifPresent(number -> text.add("-thread" + number));
    phase.ifPresent(name -> text.add("-phase" + name));
    if (from.isPresent() || to.isPresent()) {
      text.add("-" + from.orElse(0) + "-" + (to.isPresent() ? "" + to.getAsLong() : "end"));
    }
    return text.toString().replaceAll("[^A-Za-z0-9._+-]", "_");
  }
}
