package org.tslmap.collector.view;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Objects;
import java.util.zip.CRC32C;
import java.util.zip.GZIPOutputStream;

/**
 * What the server sends back to one request. Answers that were made once may be sent many times;
 * their packed form and their tag are then made once, too.
 */
final class Answer {
  static final String JSON = "application/json; charset=utf-8";
  static final String BINARY = "application/octet-stream";
  private static final String TEXT = "text/plain; charset=utf-8";

  /** Smaller ones are not worth packing. */
  private static final int PACKED_FROM = 1024;

  private final int status;
  private final String type;
  private final byte[] body;
  private final boolean packable;
  private String tag;
  private byte[] packed;

  private Answer(int status, String type, byte[] body, boolean packable) {
    this.status = status;
    this.type = Objects.requireNonNull(type, "type");
    this.body = Objects.requireNonNull(body, "body");
    this.packable = packable && body.length >= PACKED_FROM;
  }

  /** What was asked for, as a page's file or data. */
  static Answer of(String type, byte[] body) {
    return new Answer(200, type, body, !type.equals(BINARY) && !type.startsWith("image/png"));
  }

  /** Data for the pages. */
  static Answer json(byte[] body) {
    return of(JSON, body);
  }

  /** Why there is nothing to send, in one sentence. */
  static Answer refusal(int status, String reason) {
    return new Answer(status, TEXT, (reason + "\n").getBytes(StandardCharsets.UTF_8), false);
  }

  /** There is no such thing here. */
  static Answer notFound(String what) {
    return refusal(404, what);
  }

  int status() {
    return status;
  }

  String type() {
    return type;
  }

  byte[] body() {
    return body;
  }

  /** Whether {@link #packed} is worth its while. */
  boolean packable() {
    return packable;
  }

  /** The body as gzip packs it. */
  synchronized byte[] packed() {
    if (packed == null) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream(body.length / 4);
      try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
        gzip.write(body);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      packed = bytes.toByteArray();
    }
    return packed;
  }

  /** Tells this content from any other that the same address may have: an entity tag. */
  synchronized String tag() {
    if (tag == null) {
      CRC32C sum = new CRC32C();
      sum.update(body);
      tag =
          '"'
              + HexFormat.of().toHexDigits((int) sum.getValue())
              + '-'
              + Integer.toHexString(body.length)
              + '"';
    }
    return tag;
  }
}
