package org.tslmap.locality.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tslmap.locality.Apportionment;
import org.tslmap.locality.Histograms;

/** Counted accesses whose scores are estimated, in profiles and in sums. */
class EstimatedAccessesTest {
  @TempDir Path folder;

  /** The process of {@link Profiles#process}; one that loads makes 100 more, counted. */
  private static ProcessProfile process(int pid) {
    ProcessProfile full = Profiles.process(pid, ProcessEnd.exited(0));
    SiteProfile site =
        full.sites().stream()
            .filter(one -> one.kind() == AccessKind.LOAD)
            .findFirst()
            .orElseThrow();
    Histograms estimate =
        site.histograms().apportion(new Apportionment(100, site.accesses(), 0), 0);
    List<SiteProfile> sites = new ArrayList<>(full.sites());
    sites.set(
        full.sites().indexOf(site),
        new SiteProfile(
            site.function(),
            site.instruction(),
            site.kind(),
            site.size(),
            site.index(),
            site.line(),
            site.origin(),
            site.accesses() + 100,
            sum(site.histograms(), estimate),
            Optional.empty()));
    ThreadProfile thread = full.threads().get(0);
    AccessTotals totals = full.totals();
    return new ProcessProfile(
        full.identity(),
        full.end(),
        Profiles.PARAMETERS,
        full.options(),
        new AccessTotals(
            totals.accesses() + 100,
            totals.loads() + 100,
            totals.stores(),
            totals.made() + 100,
            100,
            100,
            0,
            totals.made() + 100,
            0,
            totals.blocks(),
            totals.eventWords()),
        full.footprint(),
        full.functions(),
        List.of(
            new ThreadProfile(
                1,
                thread.loads() + 100,
                thread.stores(),
                thread.footprint(),
                sum(thread.histograms(), estimate))),
        sites,
        full.windows(),
        Attribution.NONE,
        Optional.empty(),
        Optional.empty());
  }

  private static Histograms sum(Histograms a, Histograms b) {
    Histograms sum = a.copy();
    sum.add(b);
    return sum;
  }

  private Path write(LocalityProfile profile) throws IOException {
    Path file = folder.resolve("profile.json");
    ProfileJson.write(profile, file);
    return file;
  }

  @Test
  void theyComeBackAndProcessesAdd() throws IOException {
    LocalityProfile profile =
        new LocalityProfile("tslmap test", List.of(process(7), process(8)), 0);
    LocalityProfile read = ProfileJson.read(write(profile));
    assertEquals(profile, read);
    ProcessProfile one = read.mainProcess();
    assertEquals(View.PARTIAL, one.view());
    assertEquals(100, one.totals().estimated());
    assertEquals(112, one.totals().recorded());
    assertEquals(212, one.histograms().word().accesses());
    assertEquals(0, one.histograms().counted());
    assertEquals(112.0 / 212, one.histograms().scoredShare());
    assertTrue(one.histograms().tellScores());
    ScoredStream both = read.merged();
    assertEquals(200, both.totals().estimated());
    assertEquals(200, both.histograms().estimated());
    assertEquals(
        "received = scored + 200 counted = the tool's own count",
        Accounting.of(read.processes(), both).line());
  }

  @Test
  void profilesWithoutThemHaveNone() throws IOException {
    Path file =
        write(
            new LocalityProfile(
                "tslmap test", List.of(Profiles.process(7, ProcessEnd.exited(0))), 0));
    assertFalse(Files.readString(file).contains("estimated"), "no key");
    assertEquals(0, ProfileJson.read(file).merged().histograms().estimated());
  }

  @Test
  void moreThanThereAreIsRefused() throws IOException {
    Path file = write(new LocalityProfile("tslmap test", List.of(process(7)), 0));
    String text = Files.readString(file);
    Files.writeString(file, text.replace("\"estimated\":100", "\"estimated\":1000"));
    ProfileFormatException refused =
        assertThrows(ProfileFormatException.class, () -> ProfileJson.read(file).merged());
    assertTrue(refused.getMessage().contains("estimated accesses"), refused.getMessage());
    assertTrue(refused.getMessage().contains("1000"), refused.getMessage());
  }
}
