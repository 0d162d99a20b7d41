package org.tslmap.collector.session;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.tslmap.collector.analysis.SinkFactory;
import org.tslmap.collector.attribution.AttributionOptions;
import org.tslmap.collector.selection.Selection;
import org.tslmap.collector.server.ListenAddress;
import org.tslmap.locality.EngineChoice;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.LocalityProfile;

/** A recorder for tests, and programs that connect to it. */
final class RecordedRun implements AutoCloseable {
  static final MetricParameters PARAMETERS = MetricParameters.defaults().withTimeWindow(1024);

  final RunRecorder recorder;

  RecordedRun(ListenAddress address, Path folder, long limit, List<SinkFactory> sinks)
      throws IOException {
    recorder =
        RunRecorder.listen(
            address,
            new RunOptions(folder, PARAMETERS, EngineChoice.JAVA, limit > 0, limit, sinks));
  }

  /** What one session records, alone. */
  static ProcessRecording recording() {
    return new ProcessRecording(
        PARAMETERS,
        EngineChoice.JAVA,
        AttributionOptions.ALL,
        List.of(),
        process -> Selection.ALL,
        false);
  }

  /** On any free port, with a trace of any size. */
  static RecordedRun tcp(Path folder) throws IOException {
    return new RecordedRun(ListenAddress.tcp("127.0.0.1", 0), folder, Long.MAX_VALUE, List.of());
  }

  SocketChannel connect() throws IOException {
    if (recorder.address() instanceof ListenAddress.Unix unix) {
      return SocketChannel.open(UnixDomainSocketAddress.of(unix.path()));
    }
    ListenAddress.Tcp tcp = (ListenAddress.Tcp) recorder.address();
    return SocketChannel.open(new InetSocketAddress(tcp.host(), tcp.port()));
  }

  /** Connects, sends and closes. A collector that has hung up takes no more. */
  RecordedRun send(byte[] stream) throws IOException {
    try (SocketChannel channel = connect()) {
      write(channel, stream);
    }
    return this;
  }

  static void write(SocketChannel channel, byte[] stream) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(stream);
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  LocalityProfile finish() throws IOException, InterruptedException {
    return recorder.finish(Duration.ZERO);
  }

  List<String> notices() {
    return recorder.notices();
  }

  @Override
  public void close() {
    recorder.close();
  }
}
