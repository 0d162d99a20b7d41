package org.tslmap.locality.profile;

import com.fasterxml.jackson.core.JsonParser;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;

/**
 * Where one process's profile is in a file.
 *
 * @param file the file
 * @param version tells that the file is the one that was read or written
 * @param start its first byte
 * @param bytes how many bytes it has
 */
record StoredProcess(Path file, Version version, long start, long bytes) {

  private static final int BUFFER_BYTES = 1 << 16;

  /** What differs when a file has been replaced or altered. */
  record Version(Object key, long size, FileTime modified) {
    static Version of(Path file) throws IOException {
      BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
      return new Version(
          String.valueOf(attributes.fileKey()), attributes.size(), attributes.lastModifiedTime());
    }
  }

  /**
   * Reads the process's large parts.
   *
   * @throws UncheckedIOException if the file is gone, or is another one by now
   */
  ProcessDetails read() {
    try (InputStream in = open();
        JsonParser parser = ProfileJson.parser(in)) {
      return new ProfileReader(parser, file).details();
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }

  /** Copies the process's JSON as it is. */
  void copy(OutputStream to) throws IOException {
    try (InputStream in = open()) {
      byte[] buffer = new byte[BUFFER_BYTES];
      for (long left = bytes; left > 0; ) {
        int count = in.read(buffer, 0, (int) Math.min(left, buffer.length));
        if (count < 0) {
          throw changed();
        }
        to.write(buffer, 0, count);
        left -= count;
      }
    }
  }

  private InputStream open() throws IOException {
    if (!Version.of(file).equals(version)) {
      throw changed();
    }
    SeekableByteChannel channel = Files.newByteChannel(file);
    try {
      return new BufferedInputStream(
          Channels.newInputStream(channel.position(start)), BUFFER_BYTES);
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  private ProfileFormatException changed() {
    return new ProfileFormatException(
        file + " has changed since it was opened; run the command again");
  }
}
