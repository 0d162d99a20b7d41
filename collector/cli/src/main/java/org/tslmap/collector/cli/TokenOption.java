package org.tslmap.collector.cli;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.tslmap.collector.server.AccessToken;
import org.tslmap.collector.server.ListenAddress;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The token that a collector asks for. It is never an argument, since everybody can see those. */
final class TokenOption {
  static final String VARIABLE = "TSLMAP_TOKEN";

  private static final Set<PosixFilePermission> OWNER =
      EnumSet.of(
          PosixFilePermission.OWNER_READ,
          PosixFilePermission.OWNER_WRITE,
          PosixFilePermission.OWNER_EXECUTE);

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description =
          "Record only processes that send the token in this file, which only you may be able to"
              + " read (default: the variable "
              + VARIABLE
              + ", if it is set). Needed where other machines can connect.")
  private Optional<Path> file = Optional.empty();

  /** The token for this address, if there is one; refuses an open address without. */
  Optional<AccessToken> token(ListenAddress address) throws IOException {
    Optional<AccessToken> token = token();
    if (token.isEmpty() && address instanceof ListenAddress.Tcp tcp && !isLoopback(tcp.host())) {
      throw refused(
          "--listen %s can be reached from other machines: expected a token, found none; make one with (umask 077; openssl rand -hex 24 >token), then add --token-file token here and --tsl-token-file=token to the tool"
              .formatted(address));
    }
    return token;
  }

  private Optional<AccessToken> token() throws IOException {
    try {
      if (file.isPresent()) {
        return Optional.of(AccessToken.of(text(file.get()), file.get().toString()));
      }
      String value = System.getenv(VARIABLE);
      return value == null || value.isEmpty()
          ? Optional.empty()
          : Optional.of(AccessToken.of(value, VARIABLE));
    } catch (IllegalArgumentException e) {
      throw refused(e.getMessage());
    }
  }

  private String text(Path path) throws IOException {
    if (!OWNER.containsAll(Files.getPosixFilePermissions(path))) {
      throw refused(
          "--token-file %s: expected a file that only its owner can read, found one that others can use; chmod 600 it"
              .formatted(path));
    }
    String text = Files.readString(path, StandardCharsets.ISO_8859_1);
    return text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
  }

  private static boolean isLoopback(String host) {
    InetSocketAddress address = new InetSocketAddress(host, 0);
    return !address.isUnresolved() && address.getAddress().isLoopbackAddress();
  }

  private ParameterException refused(String why) {
    return new ParameterException(command.commandLine(), why);
  }
}
