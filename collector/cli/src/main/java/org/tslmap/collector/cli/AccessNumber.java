package org.tslmap.collector.cli;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads numbers of accesses such as 4096, 20M or 1.5G, with decimal multiples. */
public final class AccessNumber implements ITypeConverter<Long> {
  private static final Pattern FORM = Pattern.compile("(\\d{1,15}(?:\\.\\d{1,9})?)([KMG]?)");

  @Override
  public Long convert(String text) {
    Matcher matcher = FORM.matcher(text.toUpperCase(Locale.ROOT));
    if (!matcher.matches()) {
      throw new TypeConversionException(
          "expected a number of accesses such as 20M, but found '" + text + "'");
    }
    double unit =
        matcher.group(2).isEmpty() ? 1 : Math.pow(1000, "KMG".indexOf(matcher.group(2)) + 1);
    return Math.round(Double.parseDouble(matcher.group(1)) * unit);
  }
}
