package org.tslmap.collector.cli;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.function.Consumer;

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

  /**
   * From now on SIGTERM, the usual {@code kill}, and SIGHUP, which tells that the terminal or the
   * connection to it is gone, run this, on a thread of their own. A SIGHUP that is ignored already,
   * by {@code nohup}, stays so.
   *
   * @param action takes the signal's name, TERM or HUP
   */
  public static void onTerminate(Consumer<String> action) {
    for (String name : List.of("TERM", "HUP")) {
      handle(name, () -> action.accept(name));
    }
  }

  /**
   * Sends a process a signal.
   *
   * @param name the signal's, such as HUP
   */
  public static void send(String name, Process process) {
    try {
      // A shell's own kill is there everywhere.
      new ProcessBuilder("/bin/sh", "-c", "kill -%s %d".formatted(name, process.pid()))
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (IOException e) {
      process.destroy();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
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
