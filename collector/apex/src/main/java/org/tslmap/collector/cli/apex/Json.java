package org.tslmap.collector.cli.apex;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import org.tslmap.apexmap.placement.Mixture;
import org.tslmap.apexmap.placement.SinglePoint;
import org.tslmap.apexmap.prediction.Method;

/** What these commands print for scripts. */
final class Json {

  private static final ObjectMapper JSON = new ObjectMapper();

  private Json() {}

  static ObjectNode object() {
    return JSON.createObjectNode();
  }

  static void print(ObjectNode root, PrintWriter out) throws IOException {
    out.print(text(root));
    out.println();
  }

  static String text(ObjectNode root) throws IOException {
    return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(root);
  }

  static ObjectNode point(SinglePoint point) {
    return object()
        .put("words", point.words())
        .put("alpha", point.alpha())
        .put("length", point.length())
        .put("tl", point.temporalLocality())
        .put("sl", point.spatialLocality())
        .put("pointTl", point.pointTemporalLocality())
        .put("pointSl", point.pointSpatialLocality())
        .put("residual", point.residual())
        .put("found", point.found());
  }

  static ObjectNode mixture(Mixture mixture) {
    ObjectNode node = object();
    ArrayNode parts = node.putArray("parts");
    for (Mixture.Part part : mixture.parts()) {
      parts
          .addObject()
          .put("share", part.share())
          .put("order", SurfaceNames.lower(part.pattern().order()))
          .put("words", part.pattern().point().words())
          .put("length", part.pattern().point().length())
          .put("stride", part.pattern().point().stride())
          .put("alpha", part.pattern().point().alpha());
    }
    Mixture.Residual residual = mixture.residual();
    node.putObject("residual")
        .put("wordReuse", residual.wordReuse())
        .put("lineReuse", residual.lineReuse())
        .put("wordStride", residual.wordStride())
        .put("lineStride", residual.lineStride());
    node.put("beyond", mixture.beyond());
    return node;
  }

  /** A method's key: mixture, singlePoint, surfaceMean, setMean. */
  static String key(Method method) {
    String[] words = method.name().toLowerCase(java.util.Locale.ROOT).split("_");
    StringBuilder key = new StringBuilder(words[0]);
    for (int i = 1; i < words.length; i++) {
      key.append(Character.toUpperCase(words[i].charAt(0))).append(words[i].substring(1));
    }
    return key.toString();
  }
}
