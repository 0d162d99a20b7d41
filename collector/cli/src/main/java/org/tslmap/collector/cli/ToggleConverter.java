package org.tslmap.collector.cli;

import org.tslmap.collector.selection.Toggle;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads START[,STOP] of {@code --toggle}. */
final class ToggleConverter implements ITypeConverter<Toggle> {
  @Override
  public Toggle convert(String text) {
    try {
      return Toggle.of(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
