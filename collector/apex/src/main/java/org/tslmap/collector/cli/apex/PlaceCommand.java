package org.tslmap.collector.cli.apex;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.tslmap.apexmap.placement.Mixture;
import org.tslmap.collector.cli.Format;
import org.tslmap.locality.profile.View;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tslmap apex place}: where runs are on the plane of the probe. */
@Command(
    name = "place",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Places runs and their functions on the plane of the probe's parameters, without any surface:"
          + " the alpha and L that have their TL and SL, and the mixture of probe patterns that"
          + " has their reuse distances and strides.",
    },
    footer = {"", "Example: tslmap apex place tslmap-runs/20250131-120000-matmul --top 5"})
final class PlaceCommand implements Callable<Integer> {

  private static final double PERCENT = 100;

  @Spec private CommandSpec command;

  @Option(
      names = "--words",
      paramLabel = "M",
      description =
          "The plane's M in words, a power of two (default: the least that holds what the run"
              + " touches).")
  private Optional<Long> words = Optional.empty();

  @Option(
      names = "--top",
      paramLabel = "N",
      description = "Functions placed besides the whole (default 5).")
  private int top = 5;

  @Option(
      names = "--parts",
      paramLabel = "N",
      description = "Parts of a mixture that are shown, largest first (default 5).")
  private int parts = 5;

  @Option(
      names = "--format",
      paramLabel = "text|json",
      description = "Tables, or data for scripts (default text).")
  private Format format = Format.TEXT;

  @Parameters(arity = "1..*", paramLabel = "RUN", description = "Run folders or profiles.")
  private List<Path> runs;

  @Override
  public Integer call() throws Exception {
    if (format == Format.CSV) {
      throw new ParameterException(
          command.commandLine(), "--format expects text or json, but found csv");
    }
    if (words.isPresent() && (words.get() < 1 || Long.bitCount(words.get()) != 1)) {
      throw new ParameterException(
          command.commandLine(), "--words expects a power of two, but found " + words.get());
    }
    if (top < 0 || parts < 1) {
      throw new ParameterException(
          command.commandLine(),
          "--top expects 0 or more and --parts 1 or more, but found %d and %d"
              .formatted(top, parts));
    }
    PrintWriter out = command.commandLine().getOut();
    ObjectNode root = Json.object().put("schemaVersion", 1);
    ArrayNode all = root.putArray("runs");
    Placing placing = new Placing(words);
    for (Path path : runs) {
      RunInput run =
          RunInput.readInWords(
              path, notice -> command.commandLine().getErr().println("tslmap: " + notice));
      List<Placing.Placed> places = placing.place(run, top);
      if (format == Format.TEXT) {
        text(run, places, out);
      } else {
        json(run, places, all.addObject());
      }
    }
    if (format == Format.JSON) {
      Json.print(root, out);
    }
    out.flush();
    return 0;
  }

  private void text(RunInput run, List<Placing.Placed> places, PrintWriter out) {
    out.println(run.name());
    run.totals().estimate().ifPresent(estimate -> out.println("  note: " + estimate));
    for (Placing.Placed placed : places) {
      out.println(
          String.format(
              Locale.ROOT,
              "  %s: TL %.4f, SL %.4f",
              placed.name(),
              placed.point().temporalLocality(),
              placed.point().spatialLocality()));
      out.println("    single point: " + placed.point());
      Mixture.Residual residual = placed.mixture().residual();
      out.println(
          String.format(
              Locale.ROOT,
              "    mixture (left over: reuse %.4f, strides %.4f):",
              residual.wordReuse(),
              residual.wordStride()));
      placed.mixture().parts().stream()
          .limit(parts)
          .forEach(
              part ->
                  out.println(
                      String.format(
                          Locale.ROOT, "    %6.1f%%  %s", PERCENT * part.share(), part.pattern())));
      double rest =
          placed.mixture().parts().stream().skip(parts).mapToDouble(Mixture.Part::share).sum();
      if (rest > 0) {
        out.println(
            String.format(
                Locale.ROOT,
                "    %6.1f%%  in %d more parts",
                PERCENT * rest,
                placed.mixture().parts().size() - parts));
      }
    }
  }

  private static void json(RunInput run, List<Placing.Placed> places, ObjectNode node) {
    node.put("run", run.name())
        .put("isolated", run.view() == View.ISOLATED)
        .put("view", run.view().key())
        .put("estimated", run.totals().estimated());
    ArrayNode array = node.putArray("places");
    for (Placing.Placed placed : places) {
      ObjectNode place = array.addObject().put("name", placed.name());
      place.set("singlePoint", Json.point(placed.point()));
      place.set("mixture", Json.mixture(placed.mixture()));
    }
  }
}
