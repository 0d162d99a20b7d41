package org.tslmap.collector.server;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

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

  private static boolean answers(Path path) {
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      return channel.connect(UnixDomainSocketAddress.of(path));
    } catch (IOException e) {
      return false;
    }
  }
}
