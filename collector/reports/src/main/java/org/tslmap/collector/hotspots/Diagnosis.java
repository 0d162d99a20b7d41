package org.tslmap.collector.hotspots;

import java.util.List;

/**
 * What a rule says of a group of accesses.
 *
 * @param pattern the pattern it recognised
 * @param sentence what happens and what helps
 * @param evidence numbers that only this pattern has
 */
record Diagnosis(Pattern pattern, String sentence, List<String> evidence) {

  Diagnosis(Pattern pattern, String sentence) {
    this(pattern, sentence, List.of());
  }
}
