package org.tslmap.collector.cli;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.tslmap.collector.report.Quantities;
import org.tslmap.collector.server.ListenAddress;
import org.tslmap.collector.view.RunLibrary;
import org.tslmap.collector.view.SurfaceShelf;
import org.tslmap.collector.view.ViewExport;
import org.tslmap.collector.view.ViewServer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tslmap view}: runs in a web browser. */
@Command(
    name = "view",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Serves pages that browse runs, on this machine only, and opens them in the web browser:"
          + " tables, plots, addresses over time down to single accesses, two runs side by side.",
      "",
      "Any view of the picture of addresses over time narrows the tables to its accesses (w);"
          + " longer ones are counted in the background when asked for.",
      "",
      "With options that select accesses, these are shown in place of each run that is named, or of the"
          + " newest: its stored trace is scored again as tslmap replay does, without any other access,"
          + " and the scores are called isolated.",
      "",
      "Ctrl-C ends it. Nothing but the runs named is served, and nothing is changed.",
    },
    footer = {
      "",
      "Examples:",
      "  tslmap view",
      "  tslmap view tslmap-runs/20250131-120000-matmul",
      "  tslmap view --surface surface.json tslmap-runs",
      "  tslmap view --fn multiply tslmap-runs/before tslmap-runs/after",
      "  tslmap view --export pages tslmap-runs/20250131-120000-matmul",
    })
final class ViewCommand implements Callable<Integer> {

  @Spec private CommandSpec command;

  @Option(
      names = "--listen",
      paramLabel = "HOST:PORT",
      description =
          "Where to serve (default 127.0.0.1:0, any free port). Pages are shown to those who know"
              + " the printed address, which holds a random token; it is not encrypted, so that"
              + " others on the way can read it. From elsewhere use an ssh tunnel.")
  private String listen = "127.0.0.1:0";

  @Option(names = "--no-browser", description = "Print the address, open nothing.")
  private boolean noBrowser;

  @Mixin private SourceRootsOption sources = new SourceRootsOption();

  @Option(
      names = "--surface",
      paramLabel = "FILE",
      description =
          "Surfaces of tslmap apex measure, shown in three dimensions with the runs on them; may"
              + " be given several times. The first one's costs weigh hotspots (default:"
              + " surface.json if there is one, or else typical costs).")
  private List<Path> surfaces = new ArrayList<>();

  @Option(
      names = "--export",
      paramLabel = "DIR",
      description =
          "Write the pages and the runs' data as files that open without tslmap, and serve"
              + " nothing. Addresses over time come at the lowest resolution; surfaces come along.")
  private Optional<Path> export = Optional.empty();

  @Mixin private SelectedRun selected = new SelectedRun(new SelectionOptions.WithPhases());

  @Parameters(
      arity = "0..*",
      paramLabel = "RUN|FOLDER",
      description =
          "Run folders, or folders that hold some (default: the newest run, beside the others in"
              + " tslmap-runs).")
  private List<Path> places = new ArrayList<>();

  @Override
  public Integer call() throws Exception {
    PrintWriter err = command.commandLine().getErr();
    ListenAddress.Tcp address = address();
    List<Path> served = new ArrayList<>(places);
    if (served.isEmpty()) {
      served.add(RunChoice.newest(command));
    }
    for (int i = 0; i < served.size(); i++) {
      served.set(i, selected.of(served.get(i)));
    }
    if (places.isEmpty() && export.isEmpty() && Files.isDirectory(RunFolders.DEFAULT_PARENT)) {
      served.add(RunFolders.DEFAULT_PARENT);
    }
    RunLibrary library =
        new RunLibrary(
            served,
            sources.roots(),
            HotspotOptions.usual(surfaces.stream().findFirst(), command.commandLine()));
    if (export.isPresent()) {
      Path page = ViewExport.write(library, new SurfaceShelf(surfaces), export.get());
      command
          .commandLine()
          .getOut()
          .println(
              "%s in %s; open %s"
                  .formatted(Quantities.bytes(RunFolders.size(export.get())), export.get(), page));
      return 0;
    }
    CountDownLatch interrupted = new CountDownLatch(1);
    Signals.onInterrupt(interrupted::countDown);
    Signals.onTerminate(signal -> interrupted.countDown());
    try (ViewServer server = ViewServer.start(address, library, new SurfaceShelf(surfaces))) {
      Optional<String> shown = library.idOf(served.get(0));
      if (shown.isPresent()) {
        library.readAhead(shown.get());
      }
      // A run that is named is shown at once, the first of several; of a folder, the list.
      String page = server.url() + shown.map(id -> "#/run/" + Browser.encoded(id)).orElse("");
      err.println("pages at " + page + "; Ctrl-C ends");
      err.flush();
      if (!noBrowser) {
        Browser.open(page);
      }
      interrupted.await();
    }
    return 0;
  }

  private ListenAddress.Tcp address() {
    try {
      if (ListenAddress.parse(listen) instanceof ListenAddress.Tcp tcp) {
        return tcp;
      }
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), e.getMessage());
    }
    throw new ParameterException(
        command.commandLine(),
        "--listen expects HOST:PORT, since browsers reach no Unix sockets, but found " + listen);
  }
}
