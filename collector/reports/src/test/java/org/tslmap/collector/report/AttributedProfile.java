package org.tslmap.collector.report;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.tslmap.locality.Footprint;
import org.tslmap.locality.Histograms;
import org.tslmap.locality.LocalityHistogram;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.AccessKind;
import org.tslmap.locality.profile.AccessTotals;
import org.tslmap.locality.profile.Attribution;
import org.tslmap.locality.profile.CallNode;
import org.tslmap.locality.profile.CodeOrigin;
import org.tslmap.locality.profile.DataAccess;
import org.tslmap.locality.profile.DataClass;
import org.tslmap.locality.profile.DataObject;
import org.tslmap.locality.profile.Footprints;
import org.tslmap.locality.profile.FunctionInfo;
import org.tslmap.locality.profile.Grouping;
import org.tslmap.locality.profile.ProcessEnd;
import org.tslmap.locality.profile.ProcessIdentity;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.SharedData;
import org.tslmap.locality.profile.SiteProfile;
import org.tslmap.locality.profile.StrideShare;
import org.tslmap.locality.profile.ThreadFunction;
import org.tslmap.locality.profile.ThreadProfile;
import org.tslmap.locality.profile.TimeLine;
import org.tslmap.locality.profile.WindowProfile;

/**
 * A process with everything reports can show, small enough to add up by hand.
 *
 * <p>main stores 10 times to "a" and calls work 3 times; work loads 200 times from "a" and calls
 * leaf 10 times, which loads 30 times from "a" and 10 from the heap, stores 20 times to unknown
 * memory and 30 to its stack, and calls work again twice. 5 loads are in code nothing is known of.
 */
public final class AttributedProfile {

  static final MetricParameters PARAMETERS = MetricParameters.defaults();

  private static final DataObject A =
      new DataObject(
          DataClass.STATIC,
          "a",
          "",
          "/bin/p",
          "/src/p.c",
          1,
          "double [3][4]",
          0x4000,
          96,
          8,
          List.of(3L, 4L),
          1,
          List.of(),
          0);
  private static final DataObject HEAP =
      new DataObject(
          DataClass.HEAP,
          "malloc in main",
          "main",
          "",
          "/src/p.c",
          4,
          "",
          0,
          1024,
          0,
          List.of(),
          3,
          List.of("main (p.c:4)"),
          0);
  private static final DataObject STACK =
      new DataObject(
          DataClass.STACK_VARIABLE,
          "i",
          "leaf",
          "/bin/p",
          "/src/p.c",
          11,
          "int",
          0,
          4,
          4,
          List.of(),
          10,
          List.of(),
          0);

  private AttributedProfile() {}

  /** The process; its threads are 1 and, if there are two, 2, which did leaf's stores. */
  public static ProcessProfile process(boolean twoThreads) {
    List<DataAccess> cells =
        List.of(
            cell(0, 1, cold(10), new StrideShare(8, 9)),
            cell(1, 1, far(200), new StrideShare(8, 188), new StrideShare(-4096, 6)),
            cell(2, 1, near(30), new StrideShare(8, 29)),
            cell(2, 2, far(10)),
            cell(3, 0, near(20)),
            cell(3, 3, near(30), new StrideShare(0, 29)),
            cell(4, 0, cold(5)));
    List<SiteProfile> sites =
        List.of(
            site(0, 0x10, AccessKind.STORE, 3, cells),
            site(1, 0x20, AccessKind.LOAD, 8, cells),
            site(2, 0x30, AccessKind.LOAD, 12, cells),
            site(2, 0x34, AccessKind.STORE, 13, cells),
            site(3, 0x40, AccessKind.LOAD, 0, cells));
    Histograms whole = Histograms.empty(PARAMETERS);
    sites.forEach(site -> whole.add(site.histograms()));
    Histograms stores = sites.get(3).histograms();
    Histograms others = Histograms.empty(PARAMETERS);
    sites.stream()
        .filter(site -> site.instruction() != 0x34)
        .forEach(site -> others.add(site.histograms()));
    Footprint footprint = new Footprint(15, 3);
    return new ProcessProfile(
        new ProcessIdentity(7, 1, "here", -1, "", "/bin/p", List.of("./p", "x"), "/", 0),
        ProcessEnd.exited(0),
        PARAMETERS,
        List.of(),
        new AccessTotals(305, 245, 60, 305, 305, 9, 99),
        footprint,
        List.of(
            new FunctionInfo("main", "/bin/p", "/src/p.c", 2),
            new FunctionInfo("work(int)", "/bin/p", "/src/p.c", 7),
            new FunctionInfo("leaf", "/lib/q.so", "/src/q.c", 11),
            new FunctionInfo("???", "", "", 0)),
        twoThreads
            ? List.of(
                new ThreadProfile(1, 245, 10, footprint, others),
                new ThreadProfile(2, 0, 50, new Footprint(5, 2), stores))
            : List.of(new ThreadProfile(1, 245, 60, footprint, whole)),
        sites,
        List.of(new WindowProfile(0, 305, whole)),
        new Attribution(
            List.of(DataObject.UNKNOWN, A, HEAP, STACK),
            cells,
            calls(sites),
            time(),
            twoThreads ? 4 : 0,
            twoThreads
                ? List.of(
                    new SharedData(1, true, 2, 90, 0, 80, 0, List.of(3, 1), List.of(1, 2)),
                    new SharedData(2, false, 1, 10, 4, 3, -1, List.of(2), List.of(1, 2)))
                : List.of(),
            twoThreads ? 12 : 0,
            twoThreads ? threadFunctions(sites) : List.of(),
            new Footprints(Map.of(Grouping.OBJECT, objects(), Grouping.LINE, lines()), List.of())),
        Optional.empty(),
        Optional.empty());
  }

  /** Of a, malloc in main, i in leaf and what is unknown. */
  private static List<Footprints.Part> objects() {
    return List.of(
        new Footprints.Part(0, new Footprint(12, 2), 1),
        new Footprints.Part(3, new Footprint(9, 4), 1),
        new Footprints.Part(5, new Footprint(1, 1), 1),
        new Footprints.Part(4, new Footprint(6, 6), 1));
  }

  /** Of line 8 of p.c. */
  private static List<Footprints.Part> lines() {
    return List.of(new Footprints.Part(1, new Footprint(11, 2), 1));
  }

  private static List<CallNode> calls(List<SiteProfile> sites) {
    Histograms half = far(100);
    Histograms leaf = near(40);
    leaf.add(far(5));
    return List.of(
        new CallNode(-1, 0, 0, 0, 1, 0, 10, sites.get(0).histograms()),
        new CallNode(0, 1, 0x18, 4, 3, 100, 0, half),
        new CallNode(1, 2, 0x28, 9, 6, 20, 25, leaf),
        new CallNode(2, 1, 0x38, 14, 2, 100, 0, half),
        new CallNode(3, 2, 0x28, 9, 4, 20, 25, leaf),
        new CallNode(-1, -1, 0, 0, 0, 5, 0, sites.get(4).histograms()));
  }

  private static List<ThreadFunction> threadFunctions(List<SiteProfile> sites) {
    return List.of(
        new ThreadFunction(1, 0, 0, 10, sites.get(0).histograms()),
        new ThreadFunction(1, 1, 200, 0, sites.get(1).histograms()),
        new ThreadFunction(1, 2, 40, 0, sites.get(2).histograms()),
        new ThreadFunction(1, 3, 5, 0, sites.get(4).histograms()),
        new ThreadFunction(2, 2, 0, 50, sites.get(3).histograms()));
  }

  private static TimeLine time() {
    return new TimeLine(
        List.of(new TimeLine.Window(0, 15, "setup"), new TimeLine.Window(15, 290, "run")),
        List.of(
            new TimeLine.Series(0, 1, List.of(new TimeLine.Point(0, 10, 10, 0, 10))),
            new TimeLine.Series(3, 0, List.of(new TimeLine.Point(0, 5, 5, 0, 5))),
            new TimeLine.Series(1, 1, List.of(new TimeLine.Point(1, 200, 0, 0, 200))),
            new TimeLine.Series(2, 0, List.of(new TimeLine.Point(1, 90, 0, 80, 45)))));
  }

  private static DataAccess cell(
      int site, int object, Histograms histograms, StrideShare... strides) {
    return new DataAccess(
        site, object, histograms.word().accesses(), histograms, List.of(strides), Optional.empty());
  }

  private static SiteProfile site(
      int function, long instruction, AccessKind kind, int line, List<DataAccess> cells) {
    int number = List.of(0x10L, 0x20L, 0x30L, 0x34L, 0x40L).indexOf(instruction);
    Histograms sum = Histograms.empty(PARAMETERS);
    cells.stream()
        .filter(cell -> cell.site() == number)
        .forEach(cell -> sum.add(cell.histograms()));
    return new SiteProfile(
        function,
        instruction,
        kind,
        8,
        0,
        line,
        CodeOrigin.OWN,
        sum.word().accesses(),
        sum,
        Optional.empty());
  }

  /** First touches, word after word. */
  private static Histograms cold(long count) {
    LocalityHistogram histogram = new LocalityHistogram(PARAMETERS.imax());
    histogram.addCold(count);
    histogram.addStride(1, count);
    return both(histogram);
  }

  /** Reuse distances of 2^23 words and lines, stride 1. */
  private static Histograms far(long count) {
    LocalityHistogram histogram = new LocalityHistogram(PARAMETERS.imax());
    histogram.addReuse(24, count);
    histogram.addStride(1, count);
    return both(histogram);
  }

  /** The same word at once. */
  private static Histograms near(long count) {
    LocalityHistogram histogram = new LocalityHistogram(PARAMETERS.imax());
    histogram.addReuse(0, count);
    histogram.addStride(0, count);
    return both(histogram);
  }

  /** The same at both granularities, which are counted apart. */
  private static Histograms both(LocalityHistogram histogram) {
    Histograms histograms = Histograms.empty(PARAMETERS);
    histograms.word().add(histogram);
    histograms.line().add(histogram);
    return histograms;
  }
}
