package org.tslmap.collector.cli;

import org.tslmap.collector.selection.SourceLines;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads FILE:LINE[-LINE] of {@code --lines}. */
final class LinesConverter implements ITypeConverter<SourceLines> {
  @Override
  public SourceLines convert(String text) {
    try {
      return SourceLines.of(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
