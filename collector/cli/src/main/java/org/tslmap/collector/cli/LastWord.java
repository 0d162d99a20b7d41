package org.tslmap.collector.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.tslmap.collector.shortage.Shortage;

/**
 * Ends the program when a thread dies for lack of memory. Others would wait for that thread for
 * ever, and nobody has the memory to tell them. What is needed to say so is there from the start.
 */
final class LastWord implements Thread.UncaughtExceptionHandler {
  private final byte[] line =
      ("tslmap: " + Shortage.MEMORY.finding() + "; " + Shortage.MEMORY.advice() + "\n")
          .getBytes(StandardCharsets.UTF_8);
  private final FileOutputStream err = new FileOutputStream(FileDescriptor.err);

  @Override
  public void uncaughtException(Thread thread, Throwable thrown) {
    if (thrown instanceof OutOfMemoryError) {
      try {
        err.write(line);
      } catch (IOException e) {
        // Nobody listens.
      } finally {
        Runtime.getRuntime().halt(1);
      }
    }
    System.err.print("Exception in thread \"" + thread.getName() + "\" ");
    thrown.printStackTrace();
  }
}
