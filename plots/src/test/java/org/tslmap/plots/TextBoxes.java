package org.tslmap.plots;

import de.erichseifert.vectorgraphics2d.VectorGraphics2D;
import java.awt.Shape;
import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Takes a drawing and keeps where its texts are, XChart's own included. */
final class TextBoxes extends VectorGraphics2D {

  private static final Set<String> DRAW_TEXT =
      Set.of(
          "org.tslmap.plots.Look",
          "org.knowm.xchart.internal.chartpart.AxisTickLabels",
          "org.knowm.xchart.internal.chartpart.AxisTitle");

  private final List<Rectangle2D> boxes = new ArrayList<>(); // shared with copies of this

  /** The texts of a picture. */
  static List<Rectangle2D> of(Picture picture, PictureSize size) {
    TextBoxes boxes = new TextBoxes();
    picture.paint(boxes, size);
    return boxes.boxes;
  }

  @Override
  public void fill(Shape shape) {
    boolean text =
        StackWalker.getInstance()
            .walk(frames -> frames.skip(1).findFirst().map(StackWalker.StackFrame::getClassName))
            .map(DRAW_TEXT::contains)
            .orElse(false);
    if (text && getColor().getAlpha() > 0) {
      boxes.add(getTransform().createTransformedShape(shape).getBounds2D());
    }
    super.fill(shape);
  }
}
