package org.tslmap.plots;

import java.awt.Rectangle;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds room for labels so that none covers another one, or a place that is to stay visible. */
final class LabelPlaces {

  private static final int DIRECTIONS = 16;
  private static final int NEAREST = 10;
  private static final int FARTHEST = 220;
  private static final int STEP = 6;

  private final Rectangle area;
  private final List<Rectangle> taken = new ArrayList<>();

  /** Nothing is taken yet of an area. */
  LabelPlaces(Rectangle area) {
    this.area = area;
  }

  /** Keeps a place free of labels. */
  void take(Rectangle place) {
    taken.add(place);
  }

  /** Whether a place lies in the area and nothing is there; if so, it is taken. */
  boolean takeIfFree(Rectangle place) {
    boolean free = area.contains(place) && taken.stream().noneMatch(place::intersects);
    if (free) {
      taken.add(place);
    }
    return free;
  }

  /**
   * Takes the free place of this size that is nearest to a point, beginning at its right.
   *
   * @return nothing if there is no room near it
   */
  Optional<Rectangle> near(int x, int y, int width, int height) {
    for (int radius = NEAREST; radius <= FARTHEST; radius += STEP) {
      for (int direction = 0; direction < DIRECTIONS; direction++) {
        double angle = 2 * Math.PI * direction / DIRECTIONS;
        double right = Math.cos(angle);
        double down = Math.sin(angle);
        Rectangle place =
            new Rectangle(
                (int) Math.round(x + right * radius + (right - 1) / 2 * width),
                (int) Math.round(y + down * radius + (down - 1) / 2 * height),
                width,
                height);
        if (takeIfFree(place)) {
          return Optional.of(place);
        }
      }
    }
    return Optional.empty();
  }
}
