package org.tslmap.apexmap;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Pattern;

/**
 * How much of the machine's processors somebody else uses while something is measured, as the
 * kernel tells it in hundredths of a second: all time that is not idle, less that of this process
 * and its children. Time that a hypervisor takes away counts as somebody else's.
 */
public final class MachineLoad {
  /** Processor time of somebody else from which on a measurement counts as disturbed. */
  static final double DISTURBED = 0.1;

  private static final Path ALL = Path.of("/proc/stat");
  private static final Path OWN = Path.of("/proc/self/stat");
  private static final Pattern SPACES = Pattern.compile(" +");
  private static final double TICKS_PER_SECOND = 100;

  /* Fields of the first line of /proc/stat, and of /proc/self/stat after the program's name. */
  private static final int IDLE = 4;
  private static final int IO_WAIT = 5;
  private static final int STEAL = 8;
  private static final int USER_TIME = 11;
  private static final int OWN_TIMES = 4;

  private final long begin = System.nanoTime();
  private final OptionalDouble before = others();

  /** Begins to look. */
  public MachineLoad() {}

  /**
   * Processors that somebody else has used on average since this was made; empty if the system does
   * not tell, or less than a tenth of a second has passed.
   */
  public OptionalDouble otherProcessors() {
    OptionalDouble now = others();
    double seconds = (System.nanoTime() - begin) * 1e-9;
    return before.isEmpty() || now.isEmpty() || seconds < 0.1
        ? OptionalDouble.empty()
        : OptionalDouble.of(Math.max(0, (now.getAsDouble() - before.getAsDouble()) / seconds));
  }

  /** What is wrong with a measurement while others used so many processors; empty if nothing is. */
  public static Optional<String> disturbance(double otherProcessors) {
    return otherProcessors < DISTURBED
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT, "something else used %.2f processors meanwhile", otherProcessors));
  }

  /** Seconds of processor time of everybody else, since the machine started. */
  private static OptionalDouble others() {
    try {
      String[] all = SPACES.split(Files.readString(ALL).lines().findFirst().orElse(""));
      String own = Files.readString(OWN);
      String[] mine = SPACES.split(own.substring(own.lastIndexOf(')') + 2));
      double ticks = 0;
      for (int i = 1; i <= STEAL; i++) {
        ticks += i == IDLE || i == IO_WAIT ? 0 : Long.parseLong(all[i]);
      }
      for (int i = 0; i < OWN_TIMES; i++) {
        ticks -= Long.parseLong(mine[USER_TIME + i]);
      }
      return OptionalDouble.of(ticks / TICKS_PER_SECOND);
    } catch (IOException | RuntimeException e) {
      return OptionalDouble.empty(); // another kind of system
    }
  }
}
