package org.tslmap.collector.cli;

import java.io.IOException;
import java.io.StreamTokenizer;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;

/** Command lines in files and options. */
public final class CommandWords {

  private CommandWords() {}

  /**
   * The words of a line of a file: those in quotes are one, with escapes such as {@code \\n} in
   * them, and nothing after a hash is.
   */
  public static List<String> ofLine(String line) throws IOException {
    return of(line, true);
  }

  /** The words of an option's value: likewise, but a hash is a character as others. */
  static List<String> ofOption(String value) throws IOException {
    return of(value, false);
  }

  private static List<String> of(String line, boolean comments) throws IOException {
    StreamTokenizer tokens = new StreamTokenizer(new StringReader(line));
    tokens.resetSyntax();
    tokens.wordChars('!', 0xFF);
    tokens.whitespaceChars(0, ' ');
    tokens.quoteChar('"');
    tokens.quoteChar('\'');
    if (comments) {
      tokens.commentChar('#');
    }
    List<String> words = new ArrayList<>();
    while (tokens.nextToken() != StreamTokenizer.TT_EOF) {
      words.add(tokens.sval);
    }
    return words;
  }
}
