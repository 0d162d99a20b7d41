package org.tslmap.collector.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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

  /** A picture of addresses over time needs some memory while it grows. */
  private static final int PROCESSES_DRAWN = 8;

  private record Drawn(Hello process, AddressTimePlot plot) {}

  private final List<Drawn> drawn = new ArrayList<>();

  @Override
  public synchronized AccessSink open(Hello process, SymbolTables symbols) {
    if (drawn.size() >= PROCESSES_DRAWN) {
      return (thread, addresses, sites, count) -> {};
    }
    AddressTimePlot plot = new AddressTimePlot(symbols::isStore);
    drawn.add(new Drawn(process, plot));
    return plot;
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
      String suffix = drawn.size() == 1 ? "" : "-" + one.process().pid() + "-" + files.size();
      Path file = folder.resolve("address-time" + suffix + ".png");
      one.plot().write(new Caption(name(one.process().arguments()), parameters), file);
      files.add(file);
    }
    Caption caption =
        new Caption(
            name(profile.processes().get(0).identity().command())
                + (profile.processes().size() == 1
                    ? ""
                    : " (" + profile.processes().size() + " processes)"),
            parameters);
    Path strides = folder.resolve("stride-histogram.png");
    StrideHistogramPlot.write(whole.histograms(), whole.parameters(), caption, strides);
    files.add(strides);
    Path reuse = folder.resolve("reuse-histogram.png");
    ReuseHistogramPlot.write(whole.histograms(), whole.parameters(), caption, reuse);
    files.add(reuse);
    return files;
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
