package org.tslmap.collector.pictures;

import java.io.IOException;
import java.nio.file.Path;
import org.tslmap.plots.Picture;
import org.tslmap.plots.PictureSize;

/**
 * A picture and the name of its file.
 *
 * @param name the file's name without its ending
 * @param picture what is drawn
 */
public record NamedPicture(String name, Picture picture) {

  /**
   * Writes it into a folder.
   *
   * @param ending png or svg
   * @return the file
   */
  public Path write(Path folder, String ending, PictureSize size) throws IOException {
    Path file = folder.resolve(name + "." + ending);
    picture.write(file, size);
    return file;
  }
}
