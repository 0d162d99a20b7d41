package org.tslmap.plots;

import java.util.ArrayList;
import java.util.List;

/**
 * What a plot shows: XChart draws its picture ({@link Picture#of}), and the pages draw it in the
 * browser, from the same description.
 *
 * @param title what is shown, such as "Reuse distances"
 * @param x the axis below
 * @param y the axis at the left; one of places has its first place at the top, and bars lie
 * @param series what is drawn, the first ones below the others
 * @param marks upright lines with names
 * @param spans stretches of the x axis that are shaded, every second one; in order
 * @param notes what readers should know, one short sentence each
 */
public record Plot(
    String title,
    Axis x,
    Axis y,
    List<Series> series,
    List<Mark> marks,
    List<Span> spans,
    List<String> notes) {

  /** Keeps the lists unmodifiable. */
  public Plot {
    series = List.copyOf(series);
    marks = List.copyOf(marks);
    spans = List.copyOf(spans);
    notes = List.copyOf(notes);
  }

  /** A plot of series alone. */
  public Plot(String title, Axis x, Axis y, List<Series> series, String... notes) {
    this(title, x, y, series, List.of(), List.of(), List.of(notes));
  }

  /** The same with a further note. */
  public Plot noting(String note) {
    List<String> more = new ArrayList<>(notes);
    more.add(note);
    return new Plot(title, x, y, series, marks, spans, more);
  }

  /** What the values on an axis are. */
  public enum Scale {
    /** Scores, from 0 to 1. */
    SCORE,
    /** Shares in per cent, from 0 to 100. */
    PERCENT,
    /** Numbers of accesses. */
    ACCESSES,
    /** Named places 0, 1, 2, ... */
    PLACES
  }

  /**
   * An axis.
   *
   * @param title what its values are
   * @param min its smallest value
   * @param max its largest value
   * @param places names of the places, if it has such
   */
  public record Axis(String title, Scale scale, double min, double max, List<String> places) {

    /** Keeps the list unmodifiable. */
    public Axis {
      places = List.copyOf(places);
    }

    /** An axis of scores. */
    public static Axis scores(String title) {
      return new Axis(title, Scale.SCORE, 0, 1, List.of());
    }

    /** An axis of shares. */
    public static Axis percent(String title) {
      return new Axis(title, Scale.PERCENT, 0, 100, List.of());
    }

    /** An axis of named places. */
    public static Axis places(String title, List<String> places) {
      return new Axis(title, Scale.PLACES, 0, places.size() - 1, places);
    }

    /** Time, from one access to another. */
    public static Axis time(long first, long end) {
      return new Axis("time", Scale.ACCESSES, first, end, List.of());
    }
  }

  /** How the points of a series are drawn. */
  public enum Shape {
    /** A bar from 0 at each place; several series stand beside each other. */
    BARS,
    /** Marked points that a line joins. */
    LINE,
    /** A line that is level from each point's x to its end. */
    STEPS,
    /** Marks whose areas are their points' weights. */
    POINTS
  }

  /** Colours that people with any colour vision tell apart. */
  public enum Hue {
    BLUE,
    VERMILION,
    GREEN,
    PURPLE,
    ORANGE,
    SKY,
    BLACK,
    YELLOW
  }

  /** Shapes of marks. */
  public enum Marker {
    CIRCLE,
    SQUARE,
    DIAMOND,
    UP,
    DOWN
  }

  /** Kinds of lines. */
  public enum Dash {
    SOLID,
    DASHED,
    DOTTED
  }

  /** How a series looks. */
  public record Style(Hue hue, Marker marker, Dash dash) {

    /**
     * The style of the kind of a number. Colours that are alike in grey have marks that are not;
     * after eight, each colour comes again with another mark.
     */
    public static Style ofKind(int number) {
      Hue[] hues = Hue.values();
      Marker[] markers = Marker.values();
      int place = Math.floorMod(number, 2 * hues.length);
      int marker = place < hues.length ? place : place + 3;
      return new Style(hues[place % hues.length], markers[marker % markers.length], Dash.SOLID);
    }
  }

  /**
   * Points that look alike.
   *
   * @param name what the legend calls them; empty for no entry
   */
  public record Series(String name, Shape shape, Style style, List<Point> points) {

    /** Keeps the list unmodifiable. */
    public Series {
      points = List.copyOf(points);
    }

    /** A value at each of the places from 0 on. */
    public static Series atPlaces(String name, Shape shape, Style style, double[] values) {
      List<Point> points = new ArrayList<>();
      for (int place = 0; place < values.length; place++) {
        points.add(Point.of(place, values[place]));
      }
      return new Series(name, shape, style, points);
    }
  }

  /**
   * A point.
   *
   * @param end where its step ends; x where there is none
   * @param weight what its area stands for: accesses; 0 where it has none
   * @param name of what it stands for; empty where only its series has a name
   * @param labelled whether its name stands beside it, where there is room
   */
  public record Point(
      double x, double y, double end, double weight, String name, boolean labelled) {

    /** A point without a name. */
    public static Point of(double x, double y) {
      return new Point(x, y, x, 0, "", false);
    }

    /** A level from one x to another. */
    public static Point step(double x, double end, double y) {
      return new Point(x, y, end, 0, "", false);
    }
  }

  /** An upright line at a place, with a name. */
  public record Mark(double x, String name) {}

  /** A stretch of the x axis with a name. */
  public record Span(double from, double to, String name) {}
}
