package org.tslmap.collector.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.tslmap.collector.pictures.AddressTimes;
import org.tslmap.collector.pictures.NamedPicture;
import org.tslmap.collector.pictures.Part;
import org.tslmap.collector.pictures.PictureKind;
import org.tslmap.collector.pictures.RunPictures;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.plots.PictureSize;

/** The pictures that are drawn of each run, unless they are not wanted. */
final class RunPlots {

  private RunPlots() {}

  /**
   * Draws one of each kind.
   *
   * @param times addresses over time, gathered while the run was recorded
   * @param run the run's folder
   * @return the files written
   */
  static List<Path> write(LocalityProfile profile, AddressTimes times, Path run)
      throws IOException {
    List<Path> files = new ArrayList<>();
    if (profile.merged().totals().accesses() == 0) {
      return files;
    }
    RunPictures pictures =
        new RunPictures(profile, run.toAbsolutePath().getFileName().toString(), Part.WHOLE);
    List<NamedPicture> all = new ArrayList<>(pictures.of(times));
    for (PictureKind kind : PictureKind.values()) {
      if (kind != PictureKind.ADDRESS_TIME) {
        all.add(pictures.of(kind));
      }
    }
    Path folder = Files.createDirectories(run.resolve(RunFolders.PLOTS));
    for (NamedPicture picture : all) {
      files.add(picture.write(folder, "png", PictureSize.DEFAULT));
    }
    return files;
  }
}
