package org.tslmap.collector.phases;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.math3.ml.clustering.Clusterable;
import org.apache.commons.math3.ml.clustering.DBSCANClusterer;

/**
 * Segments of equal behaviour in stretches of windows, and which of them are of one kind.
 *
 * <p>After {@link ChangePoints} has cut the stretch, a segment of one window is looked at again: if
 * it is a mixture of its two neighbours, the program went from one phase to the next in the middle
 * of the window, which is added to the neighbour it has more of, but not to its mean. Segments are
 * of one kind when a chain of steps no longer than {@link #SAME} leads from the mean of one to that
 * of the other. That is density-based clustering (Ester, Kriegel, Sander and Xu, "A Density-Based
 * Algorithm for Discovering Clusters", KDD 1996) in which each segment counts as dense. It needs no
 * number of clusters, and a behaviour that drifts slowly stays one kind.
 */
final class Segments {

  /**
   * Distance up to which segments are taken for the same: that of a change of 6 % of the accesses
   * to something new, or of TL from 0.4 to 0.6 in all of them.
   */
  static final double SAME = 0.25;

  /** Windows in more detail than this are added together, since the search takes n^2 steps. */
  private static final int MOST_POINTS = 2000;

  /**
   * Windows that belong together.
   *
   * @param first the first window
   * @param end the first window after them
   * @param core those of them that are of nothing else
   * @param kind its kind, from 0 in the order of appearance
   */
  record Segment(int first, int end, Stretch core, int kind) {
    Segment(int first, int end) {
      this(first, end, new Stretch(first, end), 0);
    }

    private Segment upTo(int newEnd) {
      return new Segment(first, newEnd, core, kind);
    }

    private Segment from(int newFirst) {
      return new Segment(newFirst, end, core, kind);
    }

    private Segment of(int newKind) {
      return new Segment(first, end, core, newKind);
    }
  }

  /**
   * Consecutive windows.
   *
   * @param first the first window
   * @param end the first window after them
   */
  record Stretch(int first, int end) {}

  private final WindowVectors vectors;

  Segments(WindowVectors vectors) {
    this.vectors = vectors;
  }

  /** Cuts stretches; neighbours in the result are of different kinds. */
  List<Segment> of(List<Stretch> stretches) {
    List<Segment> segments = new ArrayList<>();
    for (Stretch stretch : stretches) {
      segments.addAll(withoutTransitions(cuts(stretch), stretch.end()));
    }
    List<Segment> found = merged(kinds(segments));
    List<Segment> few = FewSegments.of(found, vectors);
    return few.size() == found.size() ? found : merged(kinds(few));
  }

  private List<Integer> cuts(Stretch stretch) {
    int group = (stretch.end() - stretch.first() + MOST_POINTS - 1) / MOST_POINTS;
    List<double[]> points = new ArrayList<>();
    for (int window = stretch.first(); window < stretch.end(); window += group) {
      int groupEnd = Math.min(stretch.end(), window + group);
      points.add(WindowVectors.roots(vectors.mean(window, groupEnd)));
    }
    List<Integer> starts = new ArrayList<>();
    for (int start : ChangePoints.find(points, 2 * SAME * SAME)) {
      starts.add(stretch.first() + start * group);
    }
    return starts;
  }

  private List<Segment> withoutTransitions(List<Integer> starts, int end) {
    List<Segment> segments = new ArrayList<>();
    for (int i = 0; i < starts.size(); i++) {
      segments.add(new Segment(starts.get(i), i + 1 < starts.size() ? starts.get(i + 1) : end));
    }
    for (int i = segments.size() - 2; i > 0; i--) {
      Segment middle = segments.get(i);
      if (middle.end() - middle.first() == 1) {
        Segment before = segments.get(i - 1);
        Segment after = segments.get(i + 1);
        double part = partOfSecond(mean(before), mean(after), mean(middle));
        if (part >= 0) {
          boolean joinsBefore = part < 0.5;
          segments.remove(i);
          if (joinsBefore) {
            segments.set(i - 1, before.upTo(middle.end()));
          } else {
            segments.set(i, after.from(middle.first()));
          }
        }
      }
    }
    return segments;
  }

  /** How much of the second there is in a mixture of both, 0..1; -1 if it is no mixture. */
  private static double partOfSecond(double[] one, double[] two, double[] mixture) {
    double along = 0;
    double length = 0;
    for (int i = 0; i < one.length; i++) {
      along += (mixture[i] - one[i]) * (two[i] - one[i]);
      length += (two[i] - one[i]) * (two[i] - one[i]);
    }
    double part = length == 0 ? 0 : Math.min(1, Math.max(0, along / length));
    double[] mixed =
        IntStream.range(0, one.length)
            .mapToDouble(i -> one[i] + part * (two[i] - one[i]))
            .toArray();
    double distance =
        ChangePoints.squaredDistance(WindowVectors.roots(mixed), WindowVectors.roots(mixture));
    return distance <= SAME * SAME ? part : -1;
  }

  private double[] mean(Segment segment) {
    return vectors.mean(segment.core().first(), segment.core().end());
  }

  private List<Segment> kinds(List<Segment> segments) {
    List<Mean> means =
        IntStream.range(0, segments.size())
            .mapToObj(i -> new Mean(i, WindowVectors.roots(mean(segments.get(i)))))
            .toList();
    int[] kind = new int[segments.size()];
    List<List<Mean>> clusters =
        new DBSCANClusterer<Mean>(SAME, 0)
            .cluster(means).stream()
                .map(cluster -> cluster.getPoints())
                .sorted(Comparator.comparingInt(Segments::earliest))
                .toList();
    for (int k = 0; k < clusters.size(); k++) {
      for (Mean mean : clusters.get(k)) {
        kind[mean.segment] = k;
      }
    }
    return IntStream.range(0, segments.size()).mapToObj(i -> segments.get(i).of(kind[i])).toList();
  }

  private static int earliest(List<Mean> cluster) {
    return cluster.stream().mapToInt(mean -> mean.segment).min().orElseThrow();
  }

  private static List<Segment> merged(List<Segment> segments) {
    List<Segment> result = new ArrayList<>();
    for (Segment segment : segments) {
      Segment last = result.isEmpty() ? segment : result.get(result.size() - 1);
      if (!result.isEmpty() && last.end() == segment.first() && last.kind() == segment.kind()) {
        result.set(result.size() - 1, last.upTo(segment.end()));
      } else {
        result.add(segment);
      }
    }
    return result;
  }

  /** The mean of a segment, as the clusterer takes it. */
  private record Mean(int segment, double[] roots) implements Clusterable {
    @Override
    public double[] getPoint() {
      return roots;
    }
  }
}
