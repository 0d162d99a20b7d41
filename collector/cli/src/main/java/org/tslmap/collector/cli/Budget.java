package org.tslmap.collector.cli;

import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * What a run may cost.
 *
 * @param asked as it was given, in small letters: 3x, 60s
 */
record Budget(String asked) {

  /** How options show it. */
  static final String LABEL = "TIMESx|SECONDSs";

  /** Reads what options name. */
  static final class Converter implements ITypeConverter<Budget> {
    @Override
    public Budget convert(String text) {
      String budget = text.toLowerCase(Locale.ROOT);
      if (budget.matches("[1-9][0-9]{0,5}(\\.[0-9]{1,6})?[xs]")) {
        return new Budget(budget);
      }
      throw new TypeConversionException(
          "expected times Valgrind without a tool, such as 3x, or seconds, such as 60s, at least 1,"
              + " found '%s'".formatted(text));
    }
  }

  /**
   * Seconds that a run may take.
   *
   * @param none seconds that it takes under Valgrind without a tool
   */
  double seconds(double none) {
    double amount = Double.parseDouble(asked.substring(0, asked.length() - 1));
    return asked.endsWith("x") ? amount * none : amount;
  }
}
