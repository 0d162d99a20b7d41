package org.tslmap.npb.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.tslmap.collector.cli.OwnProgram;

/**
 * {@code tslmap} in a virtual machine of its own.
 *
 * @param status its exit code
 * @param out what it printed to standard output
 * @param err what it printed to standard error
 */
record Tslmap(int status, String out, String err) {

  /** Runs it with these arguments, in a folder. */
  static Tslmap run(Path folder, String... arguments) throws IOException, InterruptedException {
    Path out = Files.createTempFile(folder, "out", "");
    Path err = Files.createTempFile(folder, "err", "");
    int status =
        builder(folder, arguments)
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start()
            .waitFor();
    return new Tslmap(status, Files.readString(out), Files.readString(err));
  }

  /** The same, to be started. */
  static ProcessBuilder builder(Path folder, String... arguments) {
    // Who runs the tests may have signals ignored, as nohup does.
    List<String> command = new ArrayList<>(List.of("env", "--default-signal=HUP,INT,TERM"));
    command.addAll(OwnProgram.command(List.of(arguments)));
    return new ProcessBuilder(command)
        .directory(folder.toFile())
        .redirectInput(Path.of("/dev/null").toFile());
  }

  /** Everything it printed, to say what was there instead. */
  String all() {
    return "status " + status + "\n" + out + err;
  }
}
