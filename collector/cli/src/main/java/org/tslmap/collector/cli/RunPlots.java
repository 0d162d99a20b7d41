package org.tslmap.collector.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.tslmap.collector.pictures.AddressTimes;
import org.tslmap.collector.pictures.NamedPicture;
import org.tslmap.collector.pictures.PictureKind;
import org.tslmap.collector.pictures.RunPictures;
import org.tslmap.collector.selection.Selection;
import org.tslmap.collector.store.RunFolder;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.plots.PictureSize;

/** The pictures that are drawn of a run when it ends, if they are wanted then. */
final class RunPlots {

  private RunPlots() {}

  /**
   * Draws one of each kind.
   *
   * @param run the run's folder
   * @param notices takes what needs saying, one line each
   * @return the files written
   */
  static List<Path> write(LocalityProfile profile, Path run, Consumer<String> notices)
      throws IOException {
    List<Path> files = new ArrayList<>();
    if (profile.merged().totals().accesses() == 0) {
      return files;
    }
    RunPictures pictures =
        new RunPictures(profile, run.toAbsolutePath().getFileName().toString(), Selection.ALL);
    AddressTimes times = AddressTimes.of(run);
    times.notice().ifPresent(notices);
    List<NamedPicture> all = new ArrayList<>(pictures.of(times));
    for (PictureKind kind : PictureKind.values()) {
      if (kind != PictureKind.ADDRESS_TIME) {
        all.add(pictures.of(kind));
      }
    }
    Path folder = Files.createDirectories(new RunFolder(run).plots());
    for (NamedPicture picture : all) {
      files.add(picture.write(folder, "png", PictureSize.DEFAULT));
    }
    return files;
  }
}
