package org.tslmap.collector.cli;

import java.io.IOException;
import java.io.StreamTokenizer;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;

/** Command lines in files and options. */
public final class CommandWords {

  private CommandWords() {}

  /** The words of a line: those in quotes are one, and nothing after a hash is. */
  public static List<String> of(String line) throws IOException {
    StreamTokenizer tokens = new StreamTokenizer(new StringReader(line));
    tokens.resetSyntax();
    tokens.wordChars('!', 0xFF);
    tokens.whitespaceChars(0, ' ');
    tokens.quoteChar('"');
    tokens.quoteChar('\'');
    tokens.commentChar('#');
    List<String> words = new ArrayList<>();
    while (tokens.nextToken() != StreamTokenizer.TT_EOF) {
      words.add(tokens.sval);
    }
    return words;
  }
}
