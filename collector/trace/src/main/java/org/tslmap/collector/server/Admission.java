package org.tslmap.collector.server;

import java.util.Optional;
import java.util.function.Consumer;

/**
 * Who may send to a collector.
 *
 * @param token what everybody who connects has to know; without one everybody may send who reaches
 *     the address
 * @param refused is told of connections that were refused, in one line; from any thread
 */
public record Admission(Optional<AccessToken> token, Consumer<String> refused) {

  /** Of everybody who reaches the address. */
  public static Admission free() {
    return new Admission(Optional.empty(), line -> {});
  }
}
