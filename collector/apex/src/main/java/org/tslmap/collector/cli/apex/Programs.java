package org.tslmap.collector.cli.apex;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.tslmap.collector.attribution.AttributionOptions;
import org.tslmap.collector.cli.Installation;
import org.tslmap.collector.cli.MeasurementException;
import org.tslmap.collector.cli.RunFolders;
import org.tslmap.collector.cli.ValgrindRun;
import org.tslmap.collector.session.RunOptions;
import org.tslmap.locality.EngineChoice;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.LocalityProfile;

/** Profiles programs of which nothing but the profile is wanted. */
final class Programs {

  /**
   * What is counted of dependent loads and branches comes with call paths, of which one is enough.
   */
  private static final AttributionOptions WITH_DEPENDENCES = new AttributionOptions(false, 1);

  private Programs() {}

  /**
   * Runs a program under the tool, silently, with the default parameters.
   *
   * @param program its file and arguments
   * @param toolArguments what narrows the stream
   * @throws MeasurementException if it does not end with status 0, or not every access came
   */
  static LocalityProfile profile(List<String> program, List<String> toolArguments)
      throws IOException, InterruptedException, MeasurementException {
    Path folder = Files.createTempDirectory("tslmap-apex-");
    try {
      ValgrindRun run =
          new ValgrindRun(Installation.current(), folder, program, toolArguments).silently();
      ValgrindRun.Outcome outcome =
          run.run(
              new RunOptions(
                      folder.resolve("run"),
                      MetricParameters.defaults(),
                      EngineChoice.AUTO,
                      false,
                      Long.MAX_VALUE,
                      List.of())
                  .withAttribution(WITH_DEPENDENCES));
      if (outcome.status() != 0 || !outcome.profile().complete()) {
        throw new MeasurementException(
            "%s should end with status 0 and a complete stream, but the status is %d; run tslmap doctor"
                .formatted(String.join(" ", program), outcome.status()));
      }
      if (outcome.profile().merged().totals().accesses() == 0) {
        throw new MeasurementException(
            "no access of %s was measured; expected some from %s"
                .formatted(String.join(" ", program), String.join(" ", toolArguments)));
      }
      return outcome.profile().inMemory(); // its file is removed
    } finally {
      RunFolders.delete(folder);
    }
  }
}
