package org.tslmap.collector.sources;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import org.tslmap.collector.store.RunFolder;

/**
 * A run's own copies of its sources, in its folder {@code sources}. The name of a copy is made of
 * the last part of the source's name and of a hash of the whole, so that nothing in a name can lead
 * out of the folder, and no list of names has to be kept.
 */
public final class KeptSources {
  /** All copies of a run together. */
  static final long MOST_BYTES = 64L << 20;

  private static final int HASH_BYTES = 16;
  private static final int NAME_CHARACTERS = 60;

  private final Path folder;

  /** Those of the run in this folder. */
  public KeptSources(RunFolder run) {
    this.folder = run.sources();
  }

  /** The copy of the source of this name, if there is one that can be read. */
  Optional<SourceText> read(String name) {
    Path copy = place(name);
    return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
            && Files.isRegularFile(copy, LinkOption.NOFOLLOW_LINKS)
        ? Optional.of(SourceText.of(copy)).filter(SourceText::isThere).map(SourceText::asCopy)
        : Optional.empty();
  }

  void keep(String name, SourceText text) throws IOException {
    Files.createDirectories(folder);
    Files.writeString(place(name), text.text());
  }

  /**
   * Copies all of them into another run, which holds what this one does.
   *
   * @throws IOException if they cannot be read or written
   */
  public void copyTo(KeptSources other) throws IOException {
    if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    Files.createDirectories(other.folder);
    try (var files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
          Files.copy(
              file,
              other.folder.resolve(file.getFileName()),
              StandardCopyOption.REPLACE_EXISTING,
              LinkOption.NOFOLLOW_LINKS);
        }
      }
    }
  }

  private Path place(String name) {
    String last = name.substring(name.lastIndexOf('/') + 1).replaceAll("[^A-Za-z0-9._+-]", "_");
    int from = Math.max(0, last.length() - NAME_CHARACTERS);
    return folder.resolve(hash(name) + "-" + last.substring(from));
  }

  private static String hash(String name) {
    try {
      byte[] all =
          MessageDigest.getInstance("SHA-256").digest(name.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(all, 0, HASH_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
