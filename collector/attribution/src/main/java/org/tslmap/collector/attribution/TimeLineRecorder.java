package org.tslmap.collector.attribution;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.tslmap.collector.analysis.Analysis;
import org.tslmap.locality.LabelledBatch;
import org.tslmap.locality.LocalityEngine;
import org.tslmap.locality.profile.TimeLine;

/**
 * Collects what happened in each window of time, by function and data object. When there are too
 * many windows, neighbours in the same phase are merged and further windows are twice as long. The
 * first windows are a sixteenth of those of the process as a whole, so that short programs have
 * phases, too.
 */
final class TimeLineRecorder implements Analysis {
  private static final int MOST_WINDOWS = 256;
  private static final int PARTS_OF_WINDOW = 16;
  private static final long SHORTEST = 1024;

  /** Window, accesses, first touches, temporal and spatial weights. */
  private static final int POINT = 5;

  /** Points of one function and object, one after the other. */
  private static final class Points {
    private double[] values = new double[4 * POINT];
    private int used;

    void add(int window, double accesses, double cold, double temporal, double spatial) {
      if (used == 0 || values[used - POINT] != window) {
        if (used == values.length) {
          values = Arrays.copyOf(values, 2 * used);
        }
        values[used] = window;
        used += POINT;
      }
      values[used - 4] += accesses;
      values[used - 3] += cold;
      values[used - 2] += temporal;
      values[used - 1] += spatial;
    }

    void renumber(int[] newNumber) {
      double[] old = values;
      int count = used;
      values = new double[old.length];
      used = 0;
      for (int i = 0; i < count; i += POINT) {
        add(newNumber[(int) old[i]], old[i + 1], old[i + 2], old[i + 3], old[i + 4]);
      }
    }

    List<TimeLine.Point> list() {
      List<TimeLine.Point> points = new ArrayList<>(used / POINT);
      for (int i = 0; i < used; i += POINT) {
        points.add(
            new TimeLine.Point(
                (int) values[i],
                (long) values[i + 1],
                (long) values[i + 2],
                values[i + 3],
                values[i + 4]));
      }
      return points;
    }
  }

  private record Key(int function, int object) {}

  private final Map<Key, Points> series =
      new TreeMap<>(Comparator.comparingInt(Key::function).thenComparingInt(Key::object));

  /** The points of each label's function and object, null before its first. */
  private Points[] ofLabel = new Points[1024];

  /** Tells what each label did since it was asked last. */
  @FunctionalInterface
  interface Changes {
    void each(LocalityEngine.ChangeVisitor visitor);
  }

  private final Labels meanings;
  private final Changes changes;
  private List<TimeLine.Window> windows = new ArrayList<>();
  private int most = MOST_WINDOWS;
  private long length;
  private long accesses;
  private long first;
  private long left;
  private String phase = "";

  /**
   * A time line without windows.
   *
   * @param timeWindow accesses in a window of the whole process
   * @param meanings what the labels of accesses mean
   * @param changes asked when a window ends
   */
  TimeLineRecorder(long timeWindow, Labels meanings, Changes changes) {
    this.meanings = meanings;
    this.changes = changes;
    length = Math.max(SHORTEST, timeWindow / PARTS_OF_WINDOW);
    left = length;
  }

  /** Accesses until the window ends. */
  @Override
  public long most() {
    return left;
  }

  @Override
  public void accesses(LabelledBatch batch, int from, int count) {
    accesses += count;
    left -= count;
    if (left == 0) {
      end();
    }
  }

  @Override
  public void phase(String name) {
    end();
    phase = name;
  }

  /** Ends the window, if anything is in it. */
  @Override
  public void end() {
    if (accesses > first) {
      changes.each(
          (thread, label, count, cold, temporal, spatial) ->
              change(label, count, cold, temporal, spatial));
      windows.add(new TimeLine.Window(first, accesses - first, phase));
      if (windows.size() > most) {
        merge();
      }
    }
    first = accesses;
    left = length;
  }

  /** Accesses of a label were in the window that ends now. */
  private void change(int label, long accesses, long cold, double temporal, double spatial) {
    if (label >= ofLabel.length || ofLabel[label] == null) {
      add(label);
    }
    ofLabel[label].add(windows.size(), accesses, cold, temporal, spatial);
  }

  private void add(int label) {
    if (label >= ofLabel.length) {
      ofLabel = Arrays.copyOf(ofLabel, Math.max(label + 1, 2 * ofLabel.length));
    }
    ofLabel[label] =
        series.computeIfAbsent(
            new Key(meanings.function(label), meanings.object(label)), key -> new Points());
  }

  private void merge() {
    List<TimeLine.Window> merged = new ArrayList<>();
    int[] newNumber = new int[windows.size()];
    for (int i = 0; i < windows.size(); i++) {
      TimeLine.Window window = windows.get(i);
      boolean together =
          i + 1 < windows.size() && windows.get(i + 1).phase().equals(window.phase());
      newNumber[i] = merged.size();
      if (together) {
        newNumber[++i] = merged.size();
        merged.add(
            new TimeLine.Window(
                window.first(), window.accesses() + windows.get(i).accesses(), window.phase()));
      } else {
        merged.add(window);
      }
    }
    if (merged.size() > most / 2 + most / 4) {
      most = 2 * merged.size(); // as many as the program's own phases need
    }
    windows = merged;
    series.values().forEach(points -> points.renumber(newNumber));
    length *= 2;
  }

  TimeLine timeLine() {
    List<TimeLine.Series> list = new ArrayList<>(series.size());
    series.forEach(
        (key, points) ->
            list.add(new TimeLine.Series(key.function(), key.object(), points.list())));
    return new TimeLine(windows, list);
  }
}
