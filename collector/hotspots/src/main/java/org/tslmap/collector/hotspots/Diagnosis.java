package org.tslmap.collector.hotspots;

import java.util.List;

/**
 * What a rule says of a group of accesses.
 *
 * @param pattern the pattern it recognised
 * @param sentence what happens and what helps
 * @param evidence numbers that only this pattern has
 */
record Diagnosis(AccessPattern pattern, String sentence, List<String> evidence) {

  Diagnosis(AccessPattern pattern, String sentence) {
    this(pattern, sentence, List.of());
  }
}
