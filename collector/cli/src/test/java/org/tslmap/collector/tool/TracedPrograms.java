package org.tslmap.collector.tool;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.tslmap.collector.InstalledPrograms;
import org.tslmap.collector.analysis.SinkFactory;
import org.tslmap.collector.report.TableSums;
import org.tslmap.collector.server.ListenAddress;
import org.tslmap.collector.session.RunOptions;
import org.tslmap.collector.session.RunRecorder;
import org.tslmap.collector.wire.Frame;
import org.tslmap.collector.wire.FrameDecoder;
import org.tslmap.collector.wire.FrameType;
import org.tslmap.collector.wire.Site;
import org.tslmap.locality.EngineChoice;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.LocalityProfile;

/**
 * Compiles the programs of {@code valgrind-tool/src/test/c} and runs them under Valgrind with this
 * tool or another, always in the same environment and at the same addresses.
 */
final class TracedPrograms {
  private static final Path HOME = Path.of(System.getProperty("tslmap.home"));
  private static final Path SOURCES = HOME.resolve("valgrind-tool/src/test/c");

  private final Path folder;
  private String output = "";

  TracedPrograms(Path folder) {
    this.folder = folder;
  }

  /**
   * What a run left behind.
   *
   * @param status exit status, or 128 + n when signal n ended it
   * @param log the lines of Valgrind's log
   * @param out standard output
   * @param err standard error
   */
  record Run(int status, List<String> log, String out, String err) {
    /** The lines of accesses in the log. */
    List<String> accesses() {
      return log.stream().filter(line -> line.matches(" [LSM] [0-9a-f]+,[0-9]+")).toList();
    }

    /** How many accesses of a kind ("L", "S") lie in an address range. */
    long count(String kind, long start, long bytes) {
      return accesses().stream()
          .filter(line -> line.startsWith(" " + kind))
          .mapToLong(line -> Long.parseLong(line.substring(3, line.indexOf(',')), 16))
          .filter(address -> address >= start && address < start + bytes)
          .count();
    }
  }

  /**
   * What a run gave over the socket.
   *
   * @param profile what was computed
   * @param accesses each process's accesses as log lines, where they were asked for
   * @param notices what the collector had to say
   */
  record Received(LocalityProfile profile, List<List<String>> accesses, List<String> notices) {}

  Path compile(String source, String... options) throws IOException, InterruptedException {
    if (source.endsWith(".cc")) {
      InstalledPrograms.assume("g++"); // gcc compiles C++ where this is
    }
    Path program = folder.resolve(source.substring(0, source.lastIndexOf('.')));
    Files.createDirectories(program.getParent());
    List<String> command = new ArrayList<>(List.of("gcc", "-O2", "-g", "-o", program.toString()));
    command.add("-I" + HOME.resolve("valgrind-tool/src/main/include"));
    command.add(SOURCES.resolve(source).toString());
    command.addAll(List.of(options));
    Run run = start(command, List.of());
    if (run.status() != 0) {
      throw new IOException("gcc cannot compile " + source + ":\n" + run.err());
    }
    return program;
  }

  /** Address and size of a program's data symbol, as binutils' nm says. */
  long[] symbol(Path program, String name) throws IOException, InterruptedException {
    for (String line :
        start(List.of("nm", "-S", program.toString()), List.of()).out().split("\n")) {
      String[] fields = line.split(" ");
      if (fields.length == 4 && fields[3].equals(name)) {
        return new long[] {Long.parseLong(fields[0], 16), Long.parseLong(fields[1], 16)};
      }
    }
    throw new IOException("no symbol " + name + " in " + program);
  }

  /** Runs a program, {@code arguments} being Valgrind's options and the program's command line. */
  Run valgrind(String tool, String... arguments) throws IOException, InterruptedException {
    return start(valgrindCommand(tool, arguments), List.of());
  }

  private List<String> valgrindCommand(String tool, String... arguments) {
    List<String> command =
        new ArrayList<>(
            List.of(
                "env",
                "-i",
                // Valgrind adds to it in place. As the last string on the stack it would be
                // followed
                // by random bytes, at which the dynamic linker looks, too.
                "LD_PRELOAD=",
                "VALGRIND_LIB=" + HOME.resolve("valgrind-tool/target/valgrind"),
                "setarch",
                "-R",
                PlainRun.valgrind(),
                "--tool=" + tool,
                "--log-file=" + folder.resolve("log.%p")));
    command.addAll(Arrays.asList(arguments));
    return command;
  }

  private Run start(List<String> command, List<String> input)
      throws IOException, InterruptedException {
    removeLogs();
    Path in = Files.write(folder.resolve("in"), input);
    File out = folder.resolve("out").toFile();
    File err = folder.resolve("err").toFile();
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectInput(in.toFile())
            .redirectOutput(out)
            .redirectError(err)
            .start();
    int status = process.waitFor();
    return new Run(status, logs(), text(out), text(err));
  }

  private void removeLogs() throws IOException {
    for (Path log : logFiles()) {
      Files.delete(log);
    }
  }

  private List<Path> logFiles() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("log."))
          .sorted()
          .toList();
    }
  }

  private List<String> logs() throws IOException {
    List<String> lines = new ArrayList<>();
    for (Path log : logFiles()) {
      lines.addAll(List.of(text(log.toFile()).split("\n")));
    }
    return lines;
  }

  /** The log of each process, the first process's first. */
  List<Run> eachLog(Run all) throws IOException {
    List<Run> each = new ArrayList<>();
    for (Path log : logFiles()) {
      each.add(
          new Run(all.status(), List.of(text(log.toFile()).split("\n")), all.out(), all.err()));
    }
    return each;
  }

  /** Runs a program with a collector of its own; gives what that received. */
  Received receive(String... arguments) throws IOException, InterruptedException {
    return receive(List.of(), List.of(), arguments);
  }

  /** Runs a program as {@link #receive} does; gives each process's accesses as log lines, too. */
  Received receiveAccesses(String... arguments) throws IOException, InterruptedException {
    List<List<String>> accesses = Collections.synchronizedList(new ArrayList<>());
    SinkFactory lines =
        (process, symbols) -> {
          List<String> own = Collections.synchronizedList(new ArrayList<>());
          accesses.add(own);
          return (thread, addresses, sites, count) -> {
            for (int i = 0; i < count; i++) {
              Site site = symbols.site(sites[i]);
              own.add(" %s %08x,%d".formatted(site.store() ? "S" : "L", addresses[i], site.size()));
            }
          };
        };
    return receive(List.of(lines), accesses, arguments);
  }

  private Received receive(
      List<SinkFactory> sinks, List<List<String>> accesses, String... arguments)
      throws IOException, InterruptedException {
    RunOptions options =
        new RunOptions(
            Files.createTempDirectory(folder, "run"),
            MetricParameters.defaults(),
            EngineChoice.AUTO,
            false,
            0,
            sinks);
    Path socket = folder.resolve("socket");
    try (RunRecorder recorder = RunRecorder.listen(ListenAddress.unix(socket), options)) {
      List<String> all = new ArrayList<>(List.of("--tsl-connect=unix:" + socket));
      all.addAll(Arrays.asList(arguments));
      valgrind("tslmap", all.toArray(String[]::new));
      LocalityProfile profile = recorder.finish(Duration.ZERO);
      TableSums.assertAddUp(profile);
      return new Received(profile, accesses, recorder.notices());
    }
  }

  /**
   * Runs a program; gives the frames of each process's stream but for the event words, in the order
   * in which the processes connected.
   */
  List<List<Frame>> frames(String... arguments) throws IOException, InterruptedException {
    Path socket = folder.resolve("frames");
    Files.deleteIfExists(socket);
    List<Future<byte[]>> streams = Collections.synchronizedList(new ArrayList<>());
    ExecutorService readers = Executors.newCachedThreadPool();
    try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(UnixDomainSocketAddress.of(socket));
      Future<?> acceptor =
          readers.submit(
              () -> {
                for (SocketChannel next = server.accept(); ; next = server.accept()) {
                  InputStream in = Channels.newInputStream(next);
                  streams.add(readers.submit(in::readAllBytes));
                }
              });
      List<String> all = new ArrayList<>(List.of("--tsl-connect=unix:" + socket));
      all.addAll(Arrays.asList(arguments));
      Run run = valgrind("tslmap", all.toArray(String[]::new));
      output = run.out();
      acceptor.cancel(true);
      List<List<Frame>> frames = new ArrayList<>();
      for (Future<byte[]> stream : List.copyOf(streams)) {
        frames.add(decode(stream.get()));
      }
      return frames;
    } catch (ExecutionException e) {
      throw new IOException(e);
    } finally {
      readers.shutdownNow();
    }
  }

  /** What the last program of {@link #frames} printed. */
  String output() {
    return output;
  }

  private static List<Frame> decode(byte[] stream) throws IOException {
    ByteBuffer in = ByteBuffer.wrap(stream).order(ByteOrder.LITTLE_ENDIAN);
    List<Frame> frames = new ArrayList<>();
    while (in.hasRemaining()) {
      long header = in.getLong();
      FrameType type = FrameType.check(header);
      byte[] payload = new byte[(int) FrameType.payloadBytes(header)];
      in.get(payload);
      if (type != FrameType.EVENTS) {
        frames.add(FrameDecoder.decode(type, payload));
      }
    }
    return frames;
  }

  private static String text(File file) throws IOException {
    return new String(Files.readAllBytes(file.toPath()), StandardCharsets.ISO_8859_1);
  }
}
