package org.tslmap.collector.pictures;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.tslmap.collector.report.Report;
import org.tslmap.collector.selection.Selection;
import org.tslmap.locality.Histograms;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.Sampling;
import org.tslmap.plots.AddressTimePlot;
import org.tslmap.plots.Caption;
import org.tslmap.plots.Picture;
import org.tslmap.plots.Plot;

/** The pictures of one run, or of a selection of its accesses. */
public final class RunPictures {

  private final LocalityProfile profile;
  private final Selection selection;
  private final Caption caption;

  /**
   * Of a run with at least one access.
   *
   * @param folder the name of its folder, for the footer
   * @throws IllegalStateException if its processes do not add up
   */
  public RunPictures(LocalityProfile profile, String folder, Selection selection) {
    this.profile = profile;
    this.selection = selection;
    this.caption =
        new Caption(
            name(profile.mainProcess().identity().command()) + ofHowMany(profile),
            Report.describe(profile.merged().parameters())
                + Sampling.share(profile.processes()).map(share -> "; " + share).orElse("")
                + estimated(profile.merged().histograms()),
            folder);
  }

  /** That scores of counted accesses are in the pictures by estimate. */
  private static String estimated(Histograms whole) {
    return whole.estimated() == 0
        ? ""
        : String.format(
            Locale.ROOT,
            "; %.1f %% of the accesses were counted, their scores are estimated",
            100.0 * whole.estimated() / whole.accesses());
  }

  /**
   * One picture of the profile; addresses over time are not in it.
   *
   * @throws NothingToDrawException if what is needed was not measured
   */
  public NamedPicture of(PictureKind kind) throws NothingToDrawException {
    Plot plot = new ProfilePlots(profile, selection).of(kind);
    return new NamedPicture(kind.label() + selection.suffix(), Picture.of(plot, caption));
  }

  /** Addresses over time, one picture for each process. */
  public List<NamedPicture> of(AddressTimes times) {
    List<NamedPicture> pictures = new ArrayList<>();
    Set<String> used = new HashSet<>();
    int processes = times.processes().size() + times.leftOut();
    for (ProcessAddresses one : times.processes()) {
      Optional<ProcessProfile> process = processOf(one);
      int rank = process.map(found -> found.identity().rank()).orElse(-1);
      boolean ranked = profile.parallel() && rank >= 0;
      String file = PictureKind.ADDRESS_TIME.label() + selection.suffix();
      String title = process.map(found -> name(found.identity().command())).orElse("");
      if (ranked) {
        file += "-rank" + rank;
        title += " (rank " + rank + ")";
      }
      if (processes > 1 && (!ranked || used.contains(file))) {
        file += "-" + one.subject().pid();
      }
      String first = file;
      for (int program = 2; !used.add(file); program++) {
        file = first + "-" + program;
      }
      MemoryNames names =
          process
              .<MemoryNames>map(found -> new DataNames(found, one.origins()))
              .orElseGet(() -> new MappedNames(one.origins().mappings()));
      pictures.add(
          new NamedPicture(
              file,
              AddressTimePlot.of(
                  one.named(names),
                  ProfilePlots.titled("Addresses over time", selection),
                  new Caption(title, caption.parameters(), caption.folder()))));
    }
    return pictures;
  }

  private Optional<ProcessProfile> processOf(ProcessAddresses one) {
    return profile.processes().stream()
        .filter(process -> one.subject().isOf(process.identity()))
        .findFirst();
  }

  private static String ofHowMany(LocalityProfile profile) {
    if (profile.parallel()) {
      return " (" + profile.ranks().size() + " ranks)";
    }
    int processes = profile.processes().size();
    return processes == 1 ? "" : " (" + processes + " processes)";
  }

  /** The command with the program's name in place of its path. */
  private static String name(List<String> command) {
    if (command.isEmpty()) {
      return "";
    }
    String program = command.get(0);
    List<String> words = new ArrayList<>(command);
    words.set(0, program.substring(program.lastIndexOf('/') + 1));
    return String.join(" ", words);
  }
}
