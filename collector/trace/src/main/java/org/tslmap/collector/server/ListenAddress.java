package org.tslmap.collector.server;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;

/**
 * Where a collector listens: a TCP port, or a Unix socket. {@link Object#toString} gives the form
 * that {@link #parse} and the tool's {@code --tsl-connect} read: {@code HOST:PORT}, {@code
 * [v6]:PORT} or {@code unix:PATH}.
 */
public sealed interface ListenAddress {
  /** Bytes a Unix socket's path may have; the system's structure holds 108 with a zero byte. */
  int MAX_UNIX_PATH_BYTES = 107;

  /**
   * A TCP port.
   *
   * @param host name or number of the interface to listen on
   * @param port 0..65535; 0 stands for any free port
   */
  record Tcp(String host, int port) implements ListenAddress {
    /** Checks the range. */
    public Tcp {
      Objects.requireNonNull(host, "host");
      if (host.isEmpty()) {
        throw new IllegalArgumentException(
            "expected a host before the port, found none; write 127.0.0.1:" + port);
      }
      if (port < 0 || port > 65535) {
        throw new IllegalArgumentException(
            "expected a port in 0..65535 (0: any free one), found " + port);
      }
    }

    @Override
    public String toString() {
      return host.indexOf(':') >= 0 ? "[" + host + "]:" + port : host + ":" + port;
    }
  }

  /**
   * A Unix stream socket.
   *
   * @param path the socket's file, at most {@value ListenAddress#MAX_UNIX_PATH_BYTES} bytes long
   */
  record Unix(Path path) implements ListenAddress {
    /** Checks the length. */
    public Unix {
      int bytes = path.toString().getBytes(StandardCharsets.UTF_8).length;
      if (bytes == 0) {
        throw new IllegalArgumentException(
            "expected a path after unix:, found none; write unix:/tmp/tslmap.sock");
      }
      if (bytes > MAX_UNIX_PATH_BYTES) {
        throw new IllegalArgumentException(
            "the path of a Unix socket may have at most %d bytes, but %s has %d; use a shorter one, such as unix:/tmp/tslmap.sock"
                .formatted(MAX_UNIX_PATH_BYTES, path, bytes));
      }
    }

    @Override
    public String toString() {
      return "unix:" + path;
    }
  }

  /** A TCP port; 0 stands for any free one. */
  static ListenAddress tcp(String host, int port) {
    return new Tcp(host, port);
  }

  /** A Unix socket. */
  static ListenAddress unix(Path path) {
    return new Unix(path);
  }

  /**
   * Reads {@code HOST:PORT}, {@code [v6]:PORT} or {@code unix:PATH}.
   *
   * @throws IllegalArgumentException saying what was expected and found
   */
  static ListenAddress parse(String text) {
    if (text.startsWith("unix:")) {
      return unix(Path.of(text.substring("unix:".length())));
    }
    int colon = text.lastIndexOf(':');
    if (colon < 0) {
      throw notAnAddress(text, "there is no colon");
    }
    String host = text.substring(0, colon);
    if (host.startsWith("[") && host.endsWith("]")) {
      host = host.substring(1, host.length() - 1);
    } else if (host.indexOf(':') >= 0) {
      throw notAnAddress(text, "an IPv6 address must stand in brackets");
    }
    if (host.isEmpty()) {
      throw notAnAddress(text, "there is no host before the port");
    }
    String port = text.substring(colon + 1);
    if (!port.matches("[0-9]{1,5}") || Integer.parseInt(port) > 65535) {
      throw notAnAddress(text, "the port '" + port + "' is no number in 0..65535");
    }
    return tcp(host, Integer.parseInt(port));
  }

  private static IllegalArgumentException notAnAddress(String text, String why) {
    return new IllegalArgumentException(
        "expected an address HOST:PORT, [v6]:PORT or unix:PATH, found '%s' (%s); write for example 127.0.0.1:7878 or unix:/tmp/tslmap.sock"
            .formatted(text, why));
  }
}
