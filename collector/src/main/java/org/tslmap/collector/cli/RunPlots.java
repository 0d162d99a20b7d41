package org.tslmap.collector.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.tslmap.collector.report.Report;
import org.tslmap.collector.session.AccessSinkFactory;
import org.tslmap.collector.wire.Hello;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.locality.AccessSink;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ScoredStream;
import org.tslmap.plots.AddressTimePlot;
import org.tslmap.plots.Caption;
import org.tslmap.plots.ReuseHistogramPlot;
import org.tslmap.plots.StrideHistogramPlot;

/** The pictures of a run. Addresses over time are gathered while the accesses come in. */
final class RunPlots implements AccessSinkFactory {

  /** A picture of addresses over time needs so much memory while it grows. */
  private static final long BYTES_EACH = 17L << 20;

  /** Part of this virtual machine's memory that pictures may take. */
  private static final double SHARE_OF_MEMORY = 0.25;

  private static final int ALWAYS_DRAWN = 8;

  private record Drawn(Hello process, AddressTimePlot plot) {}

  private final List<Drawn> drawn = new ArrayList<>();
  private int leftOut;

  @Override
  public synchronized AccessSink open(Hello process, SymbolTables symbols) {
    if (drawn.size() >= mostDrawn()) {
      leftOut++;
      return (thread, addresses, sites, count) -> {};
    }
    AddressTimePlot plot = new AddressTimePlot(symbols::isStore);
    drawn.add(new Drawn(process, plot));
    return plot;
  }

  private static long mostDrawn() {
    double affordable = SHARE_OF_MEMORY * Runtime.getRuntime().maxMemory() / BYTES_EACH;
    return Math.max(ALWAYS_DRAWN, (long) affordable);
  }

  /** Says of how many processes there is no picture, if there are such. */
  synchronized Optional<String> notice() {
    return leftOut == 0
        ? Optional.empty()
        : Optional.of(
            "addresses over time are drawn for the first %d processes only, to save memory; %d have no such picture"
                .formatted(drawn.size(), leftOut));
  }

  /**
   * Draws everything.
   *
   * @return the files written
   */
  synchronized List<Path> write(LocalityProfile profile, Path folder) throws IOException {
    List<Path> files = new ArrayList<>();
    ScoredStream whole = profile.merged();
    if (whole.totals().accesses() == 0) {
      return files;
    }
    Files.createDirectories(folder);
    String parameters = Report.describe(whole.parameters());
    for (Drawn one : drawn) {
      if (one.plot().accesses() == 0) {
        continue;
      }
      Path file = folder.resolve(fileName(one.process(), folder, profile));
      String title = name(one.process().arguments());
      if (profile.parallel() && one.process().rank() >= 0) {
        title += " (rank " + one.process().rank() + ")";
      }
      one.plot().write(new Caption(title, parameters), file);
      files.add(file);
    }
    Caption caption =
        new Caption(
            name(profile.mainProcess().identity().command()) + ofHowMany(profile), parameters);
    Path strides = folder.resolve("stride-histogram.png");
    StrideHistogramPlot.write(whole.histograms(), whole.parameters(), caption, strides);
    files.add(strides);
    Path reuse = folder.resolve("reuse-histogram.png");
    ReuseHistogramPlot.write(whole.histograms(), whole.parameters(), caption, reuse);
    files.add(reuse);
    return files;
  }

  /** By rank where there are ranks, by process number where there are several processes. */
  private String fileName(Hello process, Path folder, LocalityProfile profile) {
    String name = "address-time";
    if (profile.parallel() && process.rank() >= 0) {
      name += "-rank" + process.rank();
      if (!Files.exists(folder.resolve(name + ".png"))) {
        return name + ".png";
      }
    }
    if (drawn.size() > 1) {
      name += "-" + process.pid();
    }
    String first = name;
    for (int program = 2; Files.exists(folder.resolve(name + ".png")); program++) {
      name = first + "-" + program;
    }
    return name + ".png";
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
