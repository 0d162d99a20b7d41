package org.tslmap.collector.cli;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.tslmap.collector.cli.TestPrograms.Result;

/**
 * A virtual machine that runs one command of tslmap after the other in a folder. Most of what a
 * short run costs is the start of a virtual machine; commands that follow in the same one take a
 * quarter of that. What tslmap prints, and what the programs that it measures print, goes to files
 * as when a shell redirects it.
 *
 * <p>There is one at a time: a command in another folder ends the one before.
 */
final class ResidentTslmap {
  /** The present one, if any. */
  private static Optional<ResidentTslmap> present = Optional.empty();

  private final Path folder;
  private final File out;
  private final File err;
  private final Process process;
  private final Socket socket;
  private final DataOutputStream commands;
  private final DataInputStream answers;

  private ResidentTslmap(Path folder) throws IOException {
    this.folder = folder;
    out = Files.createTempFile("tslmap-out", "").toFile();
    err = Files.createTempFile("tslmap-err", "").toFile();
    out.deleteOnExit();
    err.deleteOnExit();
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      List<String> command = new ArrayList<>(SharedClasses.JAVA);
      command.addAll(List.of(Commands.class.getName(), "" + server.getLocalPort()));
      process =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectInput(new File("/dev/null"))
              .redirectOutput(ProcessBuilder.Redirect.appendTo(out))
              .redirectError(ProcessBuilder.Redirect.appendTo(err))
              .start();
      socket = server.accept();
    }
    commands = new DataOutputStream(socket.getOutputStream());
    answers = new DataInputStream(socket.getInputStream());
  }

  /** Runs a command in a folder. */
  static synchronized Result run(Path folder, List<String> arguments)
      throws IOException, InterruptedException {
    if (present.isPresent() && !present.get().folder.equals(folder)) {
      present.get().end();
      present = Optional.empty();
    }
    if (present.isEmpty()) {
      present = Optional.of(new ResidentTslmap(folder));
    }
    return present.get().run(arguments);
  }

  private Result run(List<String> arguments) throws IOException, InterruptedException {
    // Both are appended to, so that what comes next begins at their beginning.
    Files.write(out.toPath(), new byte[0]);
    Files.write(err.toPath(), new byte[0]);
    commands.writeInt(arguments.size());
    for (String argument : arguments) {
      commands.writeUTF(argument);
    }
    int status;
    try {
      status = answers.readInt();
    } catch (EOFException e) {
      // As a command that ends the virtual machine, or dies with it.
      present = Optional.empty();
      status = process.waitFor();
    }
    return new Result(status, TestPrograms.text(out), TestPrograms.text(err));
  }

  private void end() throws IOException, InterruptedException {
    socket.close();
    process.waitFor();
  }

  /** What the virtual machine runs: commands, until nobody sends any. */
  static final class Commands {
    private Commands() {}

    /**
     * Answers each command with its status.
     *
     * @param args the port of who sends them
     */
    public static void main(String[] args) throws IOException {
      Thread.setDefaultUncaughtExceptionHandler(new LastWord());
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0]));
          DataInputStream commands = new DataInputStream(socket.getInputStream());
          DataOutputStream answers = new DataOutputStream(socket.getOutputStream())) {
        while (true) {
          String[] command = new String[commands.readInt()];
          for (int i = 0; i < command.length; i++) {
            command[i] = commands.readUTF();
          }
          int status = Main.execute(command);
          System.out.flush();
          System.err.flush();
          answers.writeInt(status);
        }
      } catch (EOFException e) {
        System.exit(0);
      }
    }
  }
}
