package org.tslmap.collector.cli;

import java.lang.reflect.Proxy;

/**
 * Takes Ctrl-C away from the virtual machine, which would end at once.
 *
 * <p>The class that does this lives in the module jdk.unsupported, which every JDK has but no
 * compiler likes to see named; so it is called by reflection. Where it is missing, Ctrl-C ends the
 * program as usual.
 */
final class InterruptSignal {

  private InterruptSignal() {}

  /** From now on Ctrl-C runs this, on a thread of its own, and nothing else. */
  static void handle(Runnable action) {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Object proxy =
          Proxy.newProxyInstance(
              InterruptSignal.class.getClassLoader(),
              new Class<?>[] {handler},
              (self, method, args) -> {
                action.run();
                return null;
              });
      signal
          .getMethod("handle", signal, handler)
          .invoke(null, signal.getConstructor(String.class).newInstance("INT"), proxy);
    } catch (ReflectiveOperationException | IllegalArgumentException e) {
      org.slf4j.LoggerFactory.getLogger(InterruptSignal.class)
          .debug("Ctrl-C keeps its usual meaning", e);
    }
  }
}
