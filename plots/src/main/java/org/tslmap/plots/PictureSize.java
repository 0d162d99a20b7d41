package org.tslmap.plots;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How large a picture is.
 *
 * @param width pixels, 600..8000
 * @param height pixels, 400..8000
 */
public record PictureSize(int width, int height) {

  /** What pictures have unless something else is asked for. */
  public static final PictureSize DEFAULT = new PictureSize(1200, 800);

  private static final int LEAST_WIDTH = 600;
  private static final int LEAST_HEIGHT = 400;
  private static final int MOST = 8000;
  private static final Pattern FORM = Pattern.compile("(\\d{1,6})x(\\d{1,6})");

  /**
   * Checks the range.
   *
   * @throws IllegalArgumentException if labels would not fit, or the image would be huge
   */
  public PictureSize {
    if (width < LEAST_WIDTH || height < LEAST_HEIGHT || width > MOST || height > MOST) {
      throw new IllegalArgumentException(
          "a picture has %dx%d to %dx%d pixels, but %dx%d was asked for"
              .formatted(LEAST_WIDTH, LEAST_HEIGHT, MOST, MOST, width, height));
    }
  }

  /**
   * The size that is written such as 1200x800.
   *
   * @throws IllegalArgumentException if it is not, or out of range
   */
  public static PictureSize parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "expected a width and a height such as 1200x800, but found " + text);
    }
    return new PictureSize(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
  }

  @Override
  public String toString() {
    return width + "x" + height;
  }
}
