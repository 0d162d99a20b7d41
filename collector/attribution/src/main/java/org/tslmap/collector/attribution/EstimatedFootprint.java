package org.tslmap.collector.attribution;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.tslmap.locality.Footprint;
import org.tslmap.locality.pass.AccessPass;

/**
 * A footprint that may be an estimate.
 *
 * @param footprint distinct words, lines and so on
 * @param oneOf 1 if these are exact; otherwise they are estimated from one of so many stretches of
 *     memory
 */
public record EstimatedFootprint(Footprint footprint, long oneOf) {

  /** Of groups, as {@link AccessPass#footprints} gives them. */
  static List<EstimatedFootprint> ofGroups(long[] numbers, int groups) {
    int row = groups == 0 ? 0 : numbers.length / groups;
    return IntStream.range(0, groups)
        .mapToObj(
            i ->
                new EstimatedFootprint(
                    new Footprint(Arrays.copyOfRange(numbers, i * row, (i + 1) * row - 1)),
                    numbers[(i + 1) * row - 1]))
        .toList();
  }
}
