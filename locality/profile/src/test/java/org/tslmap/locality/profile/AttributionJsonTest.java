package org.tslmap.locality.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.tslmap.locality.Footprint;
import org.tslmap.locality.Histograms;
import org.tslmap.locality.LoadDependence;
import org.tslmap.locality.LocalityHistogram;

/** Attributions of any content survive their file, and add up over processes. */
class AttributionJsonTest {

  @Property(tries = 60)
  void readGivesWhatWasWritten(@ForAll long seed) throws IOException {
    LocalityProfile profile =
        new LocalityProfile("tslmap test", List.of(process(new Random(seed)), process(7)), 0);
    Path folder = Files.createTempDirectory("tslmap-json");
    Path file = folder.resolve("profile.json");
    try {
      ProfileJson.write(profile, file);
      assertEquals(profile, ProfileJson.read(file));
    } finally {
      Files.delete(file);
      Files.delete(folder);
    }
  }

  @Property(tries = 20)
  void dataAddsUpOverProcesses(@ForAll long seed) {
    Random random = new Random(seed);
    LocalityProfile profile =
        new LocalityProfile("tslmap test", List.of(process(random), process(random)), 0);
    ScoredStream sum = profile.merged();
    Histograms all = Histograms.empty(Profiles.PARAMETERS);
    long loads = 0;
    for (DataProfile row : sum.data()) {
      all.add(row.histograms());
      loads += row.loads();
    }
    assertEquals(sum.histograms(), all);
    assertEquals(sum.totals().loads(), loads);
    long unknown =
        sum.data().stream().filter(row -> row.object().kind() == DataClass.UNKNOWN).count();
    assertTrue(unknown <= 1, "accesses to memory nothing is known of are one row");
  }

  @Property(tries = 1)
  void aSiteWithOneObjectHasNoHistogramsTwice() throws IOException {
    ProcessProfile process = Profiles.process(7, ProcessEnd.exited(0));
    List<DataAccess> accesses = new ArrayList<>();
    for (int i = 0; i < process.sites().size(); i++) {
      SiteProfile site = process.sites().get(i);
      accesses.add(
          new DataAccess(i, 0, site.accesses(), site.histograms(), List.of(), Optional.empty()));
    }
    Path file = Files.createTempFile("tslmap-json", ".json");
    try {
      ProfileJson.write(
          new LocalityProfile("t", List.of(with(process, accesses, List.of(DataObject.UNKNOWN)))),
          file);
      List<String> lines = Files.readAllLines(file);
      assertTrue(lines.contains("{\"s\":0,\"o\":0,\"n\":64},"), "no histograms of its own");
      assertFalse(lines.stream().anyMatch(line -> line.contains("\"objects\"")));
    } finally {
      Files.delete(file);
    }
  }

  /** A process with data objects and call paths. */
  static ProcessProfile process(long seed) {
    return process(new Random(seed));
  }

  /** The hand-made process with its accesses dealt out to objects and call paths at random. */
  private static ProcessProfile process(Random random) {
    ProcessProfile plain = Profiles.process(random.nextInt(1000), ProcessEnd.exited(0));
    List<DataObject> objects = new ArrayList<>(List.of(DataObject.UNKNOWN));
    for (int i = random.nextInt(5); i > 0; i--) {
      objects.add(object(random));
    }
    List<DataAccess> accesses = new ArrayList<>();
    for (int i = 0; i < plain.sites().size(); i++) {
      int n = (int) plain.sites().get(i).accesses();
      int first = 8 * (1 + random.nextInt(n / 8));
      int object = random.nextInt(objects.size());
      if (first < n && objects.size() > 1) {
        int other = (object + 1) % objects.size();
        Histograms rest = new Histograms(rest(i, plain, first, true), rest(i, plain, first, false));
        accesses.add(
            new DataAccess(
                i, object, first, Profiles.sweep(first), strides(random), dependence(random)));
        accesses.add(
            new DataAccess(i, other, n - first, rest, strides(random), dependence(random)));
      } else {
        accesses.add(
            new DataAccess(i, object, n, Profiles.sweep(n), strides(random), Optional.empty()));
      }
    }
    return with(plain, accesses, objects);
  }

  private static Optional<LoadDependence> dependence(Random random) {
    return random.nextBoolean()
        ? Optional.of(
            new LoadDependence(
                random.nextInt(9),
                random.nextInt(9),
                random.nextInt(9),
                random.nextInt(9),
                random.nextInt(9)))
        : Optional.empty();
  }

  /** What is left of a sweep of n words after its first ones. */
  private static LocalityHistogram rest(int site, ProcessProfile plain, int first, boolean word) {
    int n = (int) plain.sites().get(site).accesses() - first;
    LocalityHistogram rest = new LocalityHistogram(Profiles.PARAMETERS.imax());
    if (word) {
      rest.addCold(n);
      rest.addStride(1, n);
    } else {
      rest.addCold(n / 8);
      rest.addReuse(0, n - n / 8);
      rest.addStride(0, n - n / 8);
      rest.addStride(1, n / 8);
    }
    return rest;
  }

  private static ProcessProfile with(
      ProcessProfile plain, List<DataAccess> accesses, List<DataObject> objects) {
    boolean rich = objects.size() > 1;
    int last = objects.size() - 1;
    Attribution attribution =
        new Attribution(
            objects,
            accesses,
            List.of(
                new CallNode(-1, 0, 0, 0, 1, 48, 0, Profiles.sweep(48)),
                new CallNode(0, 1, 0x401007, 12, 3, 0, 64, Profiles.sweep(64))),
            rich
                ? new TimeLine(
                    List.of(
                        new TimeLine.Window(0, 64, ""), new TimeLine.Window(64, 48, "the \"end\"")),
                    List.of(
                        new TimeLine.Series(
                            1, last, List.of(new TimeLine.Point(0, 64, 64, 0, 63.0))),
                        new TimeLine.Series(
                            0,
                            0,
                            List.of(
                                new TimeLine.Point(0, 0, 0, 0.1, 1e-9),
                                new TimeLine.Point(1, 48, 48, 1 / 3.0, 46)))))
                : TimeLine.NONE,
            rich ? 3 : 0,
            rich
                ? List.of(
                    new SharedData(last, false, 2, 900, 450, 17, 64, List.of(0, 2), List.of(1, 3)))
                : List.of(),
            rich ? 1L << 40 : 0,
            rich ? List.of(new ThreadFunction(1, 0, 48, 0, Profiles.sweep(48))) : List.of(),
            rich && !accesses.isEmpty()
                ? new Footprints(
                    Map.of(
                        Grouping.LINE,
                        List.of(
                            new Footprints.Part(0, new Footprint(12, 3), 1),
                            new Footprints.Part(
                                accesses.size() - 1, new Footprint(1L << 40, 1), 16))),
                    List.of(
                        new Footprints.Path(1, new Footprint(1, 1), new Footprint(2, 1), 1),
                        new Footprints.Path(
                            0, new Footprint(0, 0), new Footprint(1L << 40, 64), 32)))
                : Footprints.NONE);
    return plain.with(attribution);
  }

  private static DataObject object(Random random) {
    DataClass[] classes = DataClass.values();
    boolean heap = random.nextBoolean();
    return new DataObject(
        classes[1 + random.nextInt(classes.length - 1)],
        "name " + random.nextInt(3),
        random.nextBoolean() ? "f" : "",
        random.nextBoolean() ? "/lib/l.so" : "",
        random.nextBoolean() ? "a.c" : "",
        random.nextInt(2),
        random.nextBoolean() ? "double[]" : "",
        random.nextLong(),
        random.nextInt(2),
        random.nextInt(2) * 8L,
        heap ? List.of() : List.of(3L, 1L << 40),
        random.nextInt(3),
        heap ? List.of("make (a.c:3)", "main (a.c:9)") : List.of(),
        0);
  }

  private static List<StrideShare> strides(Random random) {
    List<StrideShare> strides = new ArrayList<>();
    for (int i = random.nextInt(6); i > 1; i--) {
      strides.add(new StrideShare(random.nextInt(), random.nextInt(1 << 30)));
    }
    return strides;
  }
}
