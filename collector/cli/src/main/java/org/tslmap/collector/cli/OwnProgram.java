package org.tslmap.collector.cli;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts {@code tslmap} again, as a process of its own. */
public final class OwnProgram {

  private OwnProgram() {}

  /**
   * The command line of {@code tslmap} with these arguments: that of the launcher, where the
   * launcher started this program, so that the new process takes what a user's own would take; else
   * that of a virtual machine like this one.
   */
  public static List<String> command(List<String> arguments) {
    List<String> command = new ArrayList<>();
    String launcher = System.getProperty("tslmap.launcher");
    if (launcher == null) {
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      for (String option : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
        if (!option.startsWith("-javaagent") && !option.startsWith("-agentlib")) {
          command.add(option);
        }
      }
      command.add("-cp");
      command.add(
          System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
      command.add(Main.class.getName());
    } else {
      command.add(launcher);
    }
    command.addAll(arguments);
    return command;
  }
}
