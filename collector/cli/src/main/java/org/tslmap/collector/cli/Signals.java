package org.tslmap.collector.cli;

import java.lang.reflect.Proxy;

/**
 * Takes signals such as Ctrl-C away from the virtual machine, which would end at once.
 *
 * <p>The class that does this lives in the module jdk.unsupported, which every JDK has but no
 * compiler likes to see named; so it is called by reflection. Where it is missing, signals keep
 * their usual meaning.
 */
public final class Signals {

  private Signals() {}

  /** From now on Ctrl-C runs this, on a thread of its own, and nothing else. */
  public static void onInterrupt(Runnable action) {
    handle("INT", action);
  }

  /** From now on SIGTERM, the usual {@code kill}, runs this, on a thread of its own. */
  static void onTerminate(Runnable action) {
    handle("TERM", action);
  }

  private static void handle(String name, Runnable action) {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Object proxy =
          Proxy.newProxyInstance(
              Signals.class.getClassLoader(),
              new Class<?>[] {handler},
              (self, method, args) -> {
                action.run();
                return null;
              });
      signal
          .getMethod("handle", signal, handler)
          .invoke(null, signal.getConstructor(String.class).newInstance(name), proxy);
    } catch (ReflectiveOperationException | IllegalArgumentException e) {
      org.slf4j.LoggerFactory.getLogger(Signals.class).debug("signals keep their usual meaning", e);
    }
  }
}
