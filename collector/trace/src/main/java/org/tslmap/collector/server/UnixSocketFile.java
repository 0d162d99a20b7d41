package org.tslmap.collector.server;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;

/** The file of a Unix socket, which outlives a collector that was killed. */
final class UnixSocketFile {
  private UnixSocketFile() {}

  /**
   * Makes sure that a socket can be bound to the path: removes the file of a dead collector.
   *
   * @throws IOException if a collector listens there, or the path belongs to something else
   */
  static void makeFree(Path path) throws IOException {
    if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    BasicFileAttributes attributes =
        Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    if (!attributes.isOther()) {
      throw new IOException(
          "cannot listen on unix:%s: expected no file or a socket there, found a %s; choose another path"
              .formatted(path, attributes.isDirectory() ? "directory" : "file"));
    }
    if (answers(path)) {
      throw new IOException(
          "cannot listen on unix:%s: another collector listens there; stop it or choose another path"
              .formatted(path));
    }
    Files.delete(path);
  }

  /**
   * A path for a socket in a new folder beside its place, which nobody else can enter: a socket is
   * there for everybody between the moment it is bound and the one its permissions are set.
   */
  static Path hidden(Path place) throws IOException {
    Path parent = place.getParent() == null ? Path.of("") : place.getParent();
    Path folder =
        Files.createTempDirectory(
            parent,
            ".t",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    return folder.resolve("s");
  }

  /** Moves a socket from its hidden path to its place, for this user alone. */
  static void publish(Path hidden, Path place) throws IOException {
    Files.setPosixFilePermissions(hidden, PosixFilePermissions.fromString("rw-------"));
    Files.move(hidden, place, StandardCopyOption.ATOMIC_MOVE);
    Files.delete(hidden.getParent());
  }

  /** Removes what is left of a hidden path. */
  static void discard(Path hidden) throws IOException {
    Files.deleteIfExists(hidden);
    Files.deleteIfExists(hidden.getParent());
  }

  private static boolean answers(Path path) {
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      return channel.connect(UnixDomainSocketAddress.of(path));
    } catch (IOException e) {
      return false;
    }
  }
}
