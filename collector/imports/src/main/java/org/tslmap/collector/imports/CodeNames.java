package org.tslmap.collector.imports;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.tslmap.collector.debuginfo.DebugInformation;
import org.tslmap.collector.debuginfo.DefinedFunction;
import org.tslmap.collector.debuginfo.SourceLine;
import org.tslmap.collector.wire.Frame;
import org.tslmap.collector.wire.FunctionSymbol;
import org.tslmap.collector.wire.Mapping;
import org.tslmap.collector.wire.ObjectFile;

/**
 * What the code of a foreign trace is called, from the files that were loaded and their debug
 * information. Code of files that are not known belongs to the function {@code ???} of no file.
 */
public final class CodeNames implements AutoCloseable {
  /** The function of code without a name. */
  static final String UNKNOWN = "???";

  private final List<Known> files = new ArrayList<>();
  private final Map<Key, Integer> functions = new HashMap<>();

  /** A loaded file with its debug information, if that can be read. */
  private record Known(int object, LoadedFile loaded, Optional<DebugInformation> information) {}

  /** A function, by its file and first instruction there. */
  private record Key(int object, long entry) {}

  /**
   * The place of an instruction.
   *
   * @param function number of its function
   * @param line its source line, 0 if that is not known
   * @param definitions what has to be defined before the function is used
   */
  record Place(int function, int line, List<Frame> definitions) {}

  /** Knows nothing but these files. */
  public CodeNames(List<LoadedFile> loaded) {
    for (LoadedFile file : loaded) {
      files.add(new Known(files.size() + 1, file, information(file)));
    }
  }

  private static Optional<DebugInformation> information(LoadedFile loaded) {
    if (!Files.isRegularFile(loaded.file())) {
      return Optional.empty();
    }
    try {
      return Optional.of(DebugInformation.open(loaded.file()));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Files whose code has no names, since they are not there or cannot be read. */
  public List<LoadedFile> missing() {
    return files.stream()
        .filter(known -> known.information().isEmpty())
        .map(Known::loaded)
        .toList();
  }

  /** What a stream begins with: the files and what is mapped of them. */
  List<Frame> begin() {
    List<Frame> frames = new ArrayList<>();
    frames.add(new ObjectFile(0, 0, ""));
    for (Known known : files) {
      String path = known.loaded().file().toString();
      frames.add(new ObjectFile(known.object(), known.loaded().bias(), path));
    }
    for (Known known : files) {
      for (LoadedFile.Segment part : known.loaded().segments()) {
        frames.add(
            new Mapping(
                0,
                part.start(),
                part.bytes(),
                true,
                part.protection(),
                part.offset(),
                known.loaded().file().toString()));
      }
    }
    return frames;
  }

  /** The place of an instruction at an address. */
  Place at(long instruction) {
    for (Known known : files) {
      if (known.loaded().holds(instruction)) {
        long address = instruction - known.loaded().bias();
        Optional<DefinedFunction> function =
            known.information().flatMap(information -> information.function(address));
        int line =
            known
                .information()
                .flatMap(information -> information.line(address))
                .map(SourceLine::line)
                .orElse(0);
        return place(known.object(), known.loaded().bias(), function, line);
      }
    }
    return place(0, 0, Optional.empty(), 0);
  }

  private Place place(int object, long bias, Optional<DefinedFunction> function, int line) {
    Key key = new Key(object, function.map(DefinedFunction::entry).orElse(0L));
    Integer known = functions.get(key);
    if (known != null) {
      return new Place(known, line, List.of());
    }
    int id = functions.size();
    functions.put(key, id);
    FunctionSymbol symbol =
        function
            .map(
                f -> new FunctionSymbol(id, object, f.line(), f.entry() + bias, f.name(), f.file()))
            .orElse(new FunctionSymbol(id, object, 0, 0, UNKNOWN, ""));
    return new Place(id, line, List.of(symbol));
  }

  @Override
  public void close() {
    files.forEach(known -> known.information().ifPresent(DebugInformation::close));
  }
}
