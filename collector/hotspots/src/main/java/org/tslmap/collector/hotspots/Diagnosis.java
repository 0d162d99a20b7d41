package org.tslmap.collector.hotspots;

import java.util.List;

/**
 * What a rule says of a group of accesses.
 *
 * @param pattern the pattern it recognised
 * @param sentence what happens and what helps
 * @param evidence numbers that only this pattern has
 * @param together names of all objects that the sentence is about, sorted, if it is about several
 */
record Diagnosis(
    AccessPattern pattern, String sentence, List<String> evidence, List<String> together) {

  Diagnosis(AccessPattern pattern, String sentence, List<String> evidence) {
    this(pattern, sentence, evidence, List.of());
  }

  Diagnosis(AccessPattern pattern, String sentence) {
    this(pattern, sentence, List.of());
  }
}
