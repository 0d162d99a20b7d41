package org.tslmap.collector.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/**
 * A command line run inside the test.
 *
 * @param status its exit code
 * @param out what it printed to standard output
 * @param err what it printed to standard error
 */
public record CapturedCommand(int status, String out, String err) {

  /** Runs it with these arguments. */
  public static CapturedCommand tslmap(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine line = Main.commandLine(arguments);
    line.setOut(new PrintWriter(out, true));
    line.setErr(new PrintWriter(err, true));
    int status = line.execute(arguments);
    return new CapturedCommand(status, out.toString(), err.toString());
  }
}
