package org.tslmap.collector.server;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;

/**
 * A secret that everybody who connects has to know. It is compared in a time that does not tell how
 * much of a guess is right, and never becomes part of a message.
 */
public final class AccessToken {
  /** Shorter ones could be guessed. */
  static final int LEAST_CHARACTERS = 16;

  /** The tool reads no longer ones. */
  static final int MOST_CHARACTERS = 128;

  private static final int RANDOM_BYTES = 24;

  private final String secret;

  private AccessToken(String secret) {
    this.secret = secret;
  }

  /** A new one of 192 random bits, in characters that may stand in a web address. */
  public static AccessToken random() {
    byte[] bytes = new byte[RANDOM_BYTES];
    new SecureRandom().nextBytes(bytes);
    return new AccessToken(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
  }

  /**
   * One that the user chose.
   *
   * @param where where it comes from, for the message
   * @throws IllegalArgumentException if it is too short or too long, or has other characters than
   *     printable ones of ASCII without space; does not say what it is
   */
  public static AccessToken of(String secret, String where) {
    int length = secret.length();
    if (length < LEAST_CHARACTERS || length > MOST_CHARACTERS) {
      throw new IllegalArgumentException(
          "expected a token of %d to %d characters in %s, found %d; make one with: openssl rand -hex 24"
              .formatted(LEAST_CHARACTERS, MOST_CHARACTERS, where, length));
    }
    if (!secret.chars().allMatch(c -> c > ' ' && c < 0x7F)) {
      throw new IllegalArgumentException(
          "expected a token of printable ASCII characters without space in %s, found others; make one with: openssl rand -hex 24"
              .formatted(where));
    }
    return new AccessToken(secret);
  }

  /** Whether the guess is right. */
  public boolean matches(String guess) {
    return matches(guess.getBytes(StandardCharsets.UTF_8));
  }

  /** Whether the guess is right. */
  public boolean matches(byte[] guess) {
    return MessageDigest.isEqual(guess, secret.getBytes(StandardCharsets.UTF_8));
  }

  /** The secret itself, for those who are to know it. */
  public String secret() {
    return secret;
  }

  /** Says nothing, so that no message can tell the secret. */
  @Override
  public String toString() {
    return "(a token)";
  }
}
