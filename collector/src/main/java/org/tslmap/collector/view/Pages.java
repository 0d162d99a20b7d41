package org.tslmap.collector.view;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.StringJoiner;

/**
 * What is where: the pages' files at the root, data below {@code /api}.
 *
 * <pre>
 * /                            the pages
 * /NAME                        a file of theirs
 * /api/runs                    the runs with their scores
 * /api/runs/ID/report          what tslmap report --format json prints
 * /api/runs/ID/timeline        scores of its time windows
 * </pre>
 */
final class Pages implements Site {
  private final RunLibrary library;
  private final PageFiles files = new PageFiles();

  Pages(RunLibrary library) {
    this.library = library;
  }

  @Override
  public Answer answer(Request request) throws IOException {
    List<String> path = request.path();
    if (path.isEmpty()) {
      return files.find(PageFiles.INDEX).orElseThrow();
    }
    if (path.get(0).equals("api")) {
      return data(request);
    }
    return path.size() == 1 ? files.find(path.get(0)).orElseGet(Pages::nothing) : nothing();
  }

  private Answer data(Request request) throws IOException {
    List<String> path = request.path();
    if (path.size() < 2 || !path.get(1).equals("runs")) {
      return nothing();
    }
    if (path.size() == 2) {
      return list();
    }
    ViewedRun run = library.run(path.get(2)).orElse(null);
    if (run == null) {
      return Answer.notFound("there is no such run here");
    }
    return path.size() == 4 ? of(run, path.get(3)) : nothing();
  }

  private Answer list() throws IOException {
    StringJoiner runs = new StringJoiner(",", "{\"runs\":[", "]}");
    for (ViewedRun run : library.runs()) {
      runs.add(run.summary());
    }
    return Answer.json(runs.toString().getBytes(StandardCharsets.UTF_8));
  }

  private static Answer of(ViewedRun run, String what) throws IOException {
    return switch (what) {
      case "report" -> run.report();
      case "timeline" -> Answer.json(TimeLineJson.of(run.profile()));
      default -> nothing();
    };
  }

  private static Answer nothing() {
    return Answer.notFound("there is nothing at this address");
  }
}
