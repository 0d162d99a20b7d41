package org.tslmap.collector.imports;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.tslmap.collector.wire.AccessDecoder;
import org.tslmap.collector.wire.BlockDescriptor;
import org.tslmap.collector.wire.Frame;
import org.tslmap.collector.wire.FrameType;
import org.tslmap.collector.wire.Hello;
import org.tslmap.collector.wire.ProcessStream;
import org.tslmap.collector.wire.Site;
import org.tslmap.collector.wire.StreamHandler;
import org.tslmap.collector.wire.SymbolTables;

/** What the reader of a stream gets of an imported trace. */
final class Imported implements ProcessStream.Listener, StreamHandler, AutoCloseable {
  /** An access as the stream has it. */
  record Access(int thread, long address, Site site) {}

  final List<Access> accesses = new ArrayList<>();
  final List<Frame> frames = new ArrayList<>();
  final ProcessStream stream = new ProcessStream(this);
  private AccessDecoder decoder;
  private long outside;

  static Imported of(TraceFormat format, boolean fetches, Path... files) throws IOException {
    return of(format, fetches, List.of(), files);
  }

  static Imported of(TraceFormat format, boolean fetches, List<LoadedFile> loaded, Path... files)
      throws IOException {
    Imported imported = new Imported();
    Hello nobody =
        new Hello(false, 0, 0, -1, 0, "", "", files[0].toString(), "", List.of("x"), List.of());
    try (CodeNames names = new CodeNames(loaded)) {
      AccessStream out = new AccessStream(nobody, imported, names, fetches);
      format.read(List.of(files), out);
      out.end();
      imported.outside = out.outside();
    } catch (IOException | RuntimeException e) {
      imported.close();
      throw e;
    }
    return imported;
  }

  /** Files of another tool that lie beside the project. */
  static Path sample(String name) {
    Path folder = Path.of("../../../shared/traces").toAbsolutePath().normalize();
    Path file = folder.resolve(name);
    Assumptions.assumeTrue(Files.exists(file), "no sample trace at " + file);
    return file;
  }

  long outside() {
    return outside;
  }

  @Override
  public void frame(FrameType type, byte[] payload) throws IOException {
    stream.frame(type, payload);
  }

  @Override
  public void events(long[] words, int count) throws IOException {
    stream.events(words, count);
  }

  @Override
  public Optional<AccessDecoder> begin(Hello process, SymbolTables symbols) {
    decoder =
        new AccessDecoder(
            List.of(
                (thread, addresses, sites, count) -> {
                  for (int i = 0; i < count; i++) {
                    accesses.add(new Access(thread, addresses[i], symbols.site(sites[i])));
                  }
                }));
    return Optional.of(decoder);
  }

  @Override
  public int flags(BlockDescriptor block) {
    return 0;
  }

  @Override
  public void frame(Frame frame) {
    frames.add(frame);
  }

  @Override
  public void close() {
    if (decoder != null) {
      decoder.close();
    }
  }
}
