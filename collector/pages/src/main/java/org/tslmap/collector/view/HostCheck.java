package org.tslmap.collector.view;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.tslmap.collector.server.ListenAddress;

/**
 * Which Host headers a server on this machine accepts. A page from elsewhere can make its own name
 * stand for 127.0.0.1 and so ask for everything served here (DNS rebinding); its requests still
 * name the other host, and are refused.
 */
final class HostCheck {
  private static final Set<String> ANY_INTERFACE = Set.of("0.0.0.0", "::", "0:0:0:0:0:0:0:0");

  private final ListenAddress.Tcp asked;
  private final String bound;

  /**
   * The check of a server.
   *
   * @param asked the address it was told to listen on, with the real port
   * @param bound the same as a number
   */
  HostCheck(ListenAddress.Tcp asked, String bound) {
    this.asked = asked;
    this.bound = bound;
  }

  /** Whether there is one header of a request, and it names this server. */
  boolean accepts(List<String> headers) {
    if (headers.size() != 1) {
      return false;
    }
    String host = headers.get(0).toLowerCase(Locale.ROOT);
    String port = ":" + asked.port();
    if (!host.endsWith(port)) {
      return false;
    }
    String name = host.substring(0, host.length() - port.length());
    if (name.startsWith("[") && name.endsWith("]")) {
      name = name.substring(1, name.length() - 1);
    }
    if (name.equals("localhost") || name.equals("127.0.0.1") || name.equals("::1")) {
      return true;
    }
    return ANY_INTERFACE.contains(bound)
        ? isNumeric(name)
        : name.equals(asked.host().toLowerCase(Locale.ROOT)) || name.equals(bound);
  }

  /** Only names can be made to stand for another address; numbers cannot. */
  private static boolean isNumeric(String name) {
    return name.matches("[0-9]{1,3}([.][0-9]{1,3}){3}") || name.matches("[0-9a-f:.]*:[0-9a-f:.]*");
  }
}
