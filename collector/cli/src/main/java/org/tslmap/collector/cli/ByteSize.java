package org.tslmap.collector.cli;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads sizes such as 4096, 500M or 20G: bytes from 1 on, with binary multiples. */
final class ByteSize implements ITypeConverter<Long> {

  private static final Pattern FORM = Pattern.compile("(0*[1-9]\\d{0,14})([KMGT]?)I?B?");

  @Override
  public Long convert(String text) {
    Matcher matcher = FORM.matcher(text.toUpperCase(Locale.ROOT));
    if (!matcher.matches()) {
      throw new TypeConversionException(
          "expected a size such as 500M or 20G, from 1 byte on, but found '" + text + "'");
    }
    int shift = matcher.group(2).isEmpty() ? 0 : 10 * ("KMGT".indexOf(matcher.group(2)) + 1);
    long count = Long.parseLong(matcher.group(1));
    if (count > Long.MAX_VALUE >> shift) {
      throw new TypeConversionException("the size " + text + " is too large");
    }
    return count << shift;
  }
}
