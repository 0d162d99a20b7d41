package org.tslmap.collector.names;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;

/**
 * What a command prints to. No control character gets through, whoever forgot to think of it: what
 * {@link #println(String)} is given becomes one {@linkplain Printable#line printable line}; all
 * else that is written keeps its line breaks and tabs, so that JSON stays JSON.
 */
public final class PrintableWriter extends PrintWriter {

  /** Writes there, and flushes after each line. */
  public PrintableWriter(Writer target) {
    super(new Guard(target), true);
  }

  @Override
  public void println(String line) {
    super.println(Printable.line(String.valueOf(line)));
  }

  @Override
  public void println(Object line) {
    println(String.valueOf(line));
  }

  /** Escapes control characters, but for line breaks and tabs. */
  private static final class Guard extends FilterWriter {

    Guard(Writer target) {
      super(target);
    }

    @Override
    public void write(int c) throws IOException {
      write(new char[] {(char) c}, 0, 1);
    }

    @Override
    public void write(String text, int from, int length) throws IOException {
      write(text.toCharArray(), from, length);
    }

    @Override
    public void write(char[] text, int from, int length) throws IOException {
      int end = from + length;
      int written = from;
      for (int i = from; i < end; i++) {
        char c = text[i];
        if (c != '\n' && c != '\t' && Printable.mustBeEscaped(c)) {
          out.write(text, written, i - written);
          out.write(Printable.escaped(c));
          written = i + 1;
        }
      }
      out.write(text, written, end - written);
    }
  }
}
