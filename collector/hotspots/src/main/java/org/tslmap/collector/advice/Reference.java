package org.tslmap.collector.advice;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.tslmap.collector.report.Comparison;
import org.tslmap.locality.profile.LocalityProfile;

/** What others are compared with. */
public sealed interface Reference {

  /** All ranks, hosts and threads together. */
  record None() implements Reference {}

  /** One rank or host of the run, by the name of its part: "rank 0". */
  record Part(String name) implements Reference {}

  /**
   * Another run.
   *
   * @param comparison of it with this one
   * @param next the commands of it
   */
  record Run(Comparison comparison, NextCommand next) implements Reference {}

  /**
   * The rank or the host of a name.
   *
   * @param name a rank's number or a host's name
   */
  static Optional<Reference> part(LocalityProfile profile, String name) {
    return names(profile).contains(name)
        ? Optional.of(new Part((ranks(profile).contains(name) ? "rank " : "host ") + name))
        : Optional.empty();
  }

  /** The names of all ranks and hosts of a run. */
  static List<String> names(LocalityProfile profile) {
    return Stream.concat(
            ranks(profile).stream(),
            profile.processes().stream().map(process -> process.identity().host()).distinct())
        .toList();
  }

  private static List<String> ranks(LocalityProfile profile) {
    return profile.ranks().stream().map(rank -> Integer.toString(rank.rank())).toList();
  }
}
