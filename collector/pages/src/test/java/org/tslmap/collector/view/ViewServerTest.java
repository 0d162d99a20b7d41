package org.tslmap.collector.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tslmap.collector.hotspots.HotspotSettings;
import org.tslmap.collector.server.ListenAddress;
import org.tslmap.collector.sources.SourceRoots;

/** Requests as no browser would send them, byte by byte: nothing but runs comes out. */
class ViewServerTest {
  private static final String SECRET = "nobody may read this";

  @TempDir Path folder;

  private ViewServer server;

  /** What came back. */
  private record Reply(String head, byte[] body) {
    int status() {
      return Integer.parseInt(head.split(" ")[1]);
    }

    String text() {
      return new String(body, StandardCharsets.UTF_8);
    }
  }

  @BeforeEach
  void start() throws IOException {
    Path runs = Files.createDirectory(folder.resolve("runs"));
    Path run = Files.createDirectory(runs.resolve("one"));
    Files.writeString(run.resolve("profile.json"), "no JSON");
    Files.writeString(folder.resolve("secret.html"), SECRET);
    Files.writeString(run.resolve("secret.html"), SECRET);
    Path outside = Files.createDirectory(folder.resolve("outside"));
    Files.writeString(outside.resolve("profile.json"), SECRET);
    Files.createSymbolicLink(runs.resolve("link"), outside);
    Path half = Files.createDirectory(runs.resolve("half"));
    Files.createSymbolicLink(half.resolve("profile.json"), folder.resolve("secret.html"));
    server =
        ViewServer.start(
            new ListenAddress.Tcp("127.0.0.1", 0),
            new RunLibrary(List.of(runs), SourceRoots.with(List.of()), HotspotSettings.defaults()),
            new SurfaceShelf(List.of()));
  }

  @AfterEach
  void stop() throws IOException {
    server.close();
  }

  private String host() {
    return "127.0.0.1:" + server.address().port();
  }

  private String token() {
    return server.url().replaceAll("http://[^/]*/([^/]*)/", "$1");
  }

  private Reply send(String request) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.address().port())) {
      socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
      socket.getOutputStream().flush();
      byte[] all = socket.getInputStream().readAllBytes();
      String text = new String(all, StandardCharsets.ISO_8859_1);
      int end = text.indexOf("\r\n\r\n");
      return new Reply(
          text.substring(0, end), java.util.Arrays.copyOfRange(all, end + 4, all.length));
    }
  }

  private Reply get(String path, String... headers) throws IOException {
    return ask("/" + token() + path, headers);
  }

  /** The address as it is, without the token. */
  private Reply ask(String address, String... headers) throws IOException {
    StringBuilder request = new StringBuilder("GET " + address + " HTTP/1.1\r\n");
    request.append("Host: ").append(host()).append("\r\nConnection: close\r\n");
    for (String header : headers) {
      request.append(header).append("\r\n");
    }
    return send(request.append("\r\n").toString());
  }

  @Test
  void pagesComeWithHeadersThatKeepThemToThemselves() throws IOException {
    Reply reply = get("/");
    assertEquals(200, reply.status());
    assertTrue(reply.text().startsWith("<!DOCTYPE html>"));
    assertTrue(reply.head().contains("default-src 'none'; script-src 'self'; style-src 'self';"));
    assertFalse(reply.head().contains("unsafe"));
    assertTrue(reply.head().contains("X-Content-Type-Options: nosniff"));
    assertTrue(reply.head().contains("X-Frame-Options: DENY"));
    assertFalse(reply.head().toLowerCase(java.util.Locale.ROOT).contains("access-control"));
    for (String file : List.of("main.js", "pages.css", "icon.svg")) {
      assertEquals(200, get("/" + file).status(), file);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/../secret.html",
        "/..%2fsecret.html",
        "/%2e%2e/secret.html",
        "/%2e%2e%2fsecret.html",
        "/..%5csecret.html",
        "/%252e%252e%252fsecret.html",
        "/./secret.html",
        "//etc/passwd",
        "/etc/passwd",
        "/%2fetc%2fpasswd",
        "/main.js/../../secret.html",
        "/main.js%00.html",
        "/secret.html",
        "/api/runs/../secret.html",
        "/api/runs/..%2f..%2fsecret.html/report",
        "/api/runs/../../secret.html/report",
        "/api/runs/one/../secret.html",
        "/api/runs/one/..%2fsecret.html",
        "/api/runs/one/secret.html",
        "/api/runs/%2e%2e/report",
        "/api/runs/./report",
        "/api/runs//report",
        "/api/runs/outside/report",
        "/api/runs/link/report",
        "/api/runs/half/report",
        "/META-INF/MANIFEST.MF",
        "/org/tslmap/collector/view/Pages.class",
        "/Pages.class",
      })
  void nothingElseIsReached(String path) throws IOException {
    Reply reply = get(path);
    assertTrue(reply.status() == 404 || reply.status() == 400, () -> path + ": " + reply.head());
    assertFalse(reply.text().contains(SECRET), path);
  }

  @Test
  void nothingIsAnsweredWithoutTheToken() throws IOException {
    String wrong = (token().startsWith("A") ? "B" : "A") + token().substring(1);
    assertTrue(token().length() >= 32, "192 bits");
    for (String address :
        List.of(
            "/",
            "/main.js",
            "/api/runs",
            "/api/runs/one/report",
            "/" + wrong + "/",
            "/" + wrong + "/api/runs",
            "/" + token().substring(1) + "/api/runs",
            "/" + token() + "x/api/runs",
            "//" + token() + "/api/runs",
            "/api/runs?token=" + token(),
            "/" + token(),
            "/%zz")) {
      Reply reply = ask(address);
      assertEquals(403, reply.status(), address);
      assertFalse(reply.text().contains(token()), reply.text());
    }
    assertEquals(200, ask("/" + token() + "/api/runs").status());
  }

  @Test
  void everyServerHasATokenOfItsOwn() throws IOException {
    try (ViewServer other =
        ViewServer.start(
            new ListenAddress.Tcp("127.0.0.1", 0),
            new RunLibrary(
                List.of(folder), SourceRoots.with(List.of()), HotspotSettings.defaults()),
            new SurfaceShelf(List.of()))) {
      assertFalse(other.url().contains(token()));
    }
  }

  @Test
  void linksAreNoRuns() throws IOException {
    String list = get("/api/runs").text();
    assertTrue(list.contains("\"one\""), list);
    assertFalse(list.contains("link") || list.contains("half") || list.contains(SECRET), list);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.example",
        "evil.example:%PORT%",
        "127.0.0.1",
        "127.0.0.1:1",
        "",
        "localhost.evil.example:%PORT%",
        "127.0.0.1:%PORT%\r\nHost: evil.example:%PORT%",
        "127.0.0.1:%PORT%\r\nHost: 127.0.0.1:%PORT%"
      })
  void requestsToOtherHostsAreRefused(String host) throws IOException {
    String named = host.replace("%PORT%", Integer.toString(server.address().port()));
    Reply reply =
        send("GET /" + token() + "/ HTTP/1.1\r\nHost: " + named + "\r\nConnection: close\r\n\r\n");
    assertEquals(403, reply.status());
    assertFalse(reply.text().contains("<"));
  }

  @Test
  void aRequestWithoutHostIsRefused() throws IOException {
    assertEquals(403, send("GET /" + token() + "/ HTTP/1.1\r\nConnection: close\r\n\r\n").status());
  }

  @Test
  void ownNamesAreAccepted() throws IOException {
    int port = server.address().port();
    for (String host : List.of("localhost:" + port, "LOCALHOST:" + port, "[::1]:" + port)) {
      Reply reply =
          send("GET /" + token() + "/ HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n");
      assertEquals(200, reply.status(), host);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH"})
  void runsAreOnlyLookedAt(String method) throws IOException {
    Reply reply =
        send(
            method
                + " /"
                + token()
                + "/ HTTP/1.1\r\nHost: "
                + host()
                + "\r\nConnection: close\r\n\r\n");
    assertEquals(405, reply.status());
    assertTrue(reply.head().contains("allow: GET, HEAD"), reply.head());
  }

  @Test
  void headHasNoBody() throws IOException {
    Reply reply =
        send(
            "HEAD /" + token() + "/ HTTP/1.1\r\nHost: " + host() + "\r\nConnection: close\r\n\r\n");
    assertEquals(200, reply.status());
    assertEquals(0, reply.body().length);
  }

  @Test
  void filesArePackedAndNotSentTwice() throws IOException {
    byte[] plain = get("/pages.css").body();
    Reply packed = get("/pages.css", "Accept-Encoding: gzip");
    assertTrue(packed.head().contains("content-encoding: gzip"), packed.head());
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(packed.body()))) {
      assertEquals(
          new String(plain, StandardCharsets.UTF_8),
          new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
    String tag = packed.head().replaceAll("(?s).*etag: (\\S+).*", "$1");
    Reply again = get("/pages.css", "If-None-Match: " + tag);
    assertEquals(304, again.status());
    assertEquals(0, again.body().length);
  }

  @Test
  void aRunThatCannotBeReadSaysSo() throws IOException {
    assertTrue(get("/api/runs").text().contains("unreadable"));
    assertEquals(500, get("/api/runs/one/report").status());
  }

  @Test
  void oneListensOnLoopbackOnly() {
    assertTrue(InetAddress.getLoopbackAddress().getHostAddress().equals(server.address().host()));
    assertTrue(server.url().startsWith("http://127.0.0.1:"));
  }

  @Test
  void nonsenseIsRefused() throws IOException {
    assertEquals(400, get("/%zz").status());
    Reply reply = get("/" + "a".repeat(20_000));
    assertTrue(reply.status() >= 400, reply.head());
  }

  /** A server that hangs up early. */
  private ViewServer impatient(WebService service) throws IOException {
    return ViewServer.start(new ListenAddress.Tcp("127.0.0.1", 0), service, Duration.ofMillis(200));
  }

  private static Socket connect(ViewServer to, String request) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), to.address().port());
    socket.setSoTimeout(60_000);
    socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
    return socket;
  }

  private static String request(ViewServer to) {
    return "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n"
        .formatted(to.url().replaceAll("http://[^/]*", ""), to.address().port());
  }

  /** Returns when the server has hung up on a connection that was opened now and is silent. */
  private static void waitForTheEndOfASilentOne(ViewServer other) {
    try (Socket silent = connect(other, "")) {
      assertEquals(-1, silent.getInputStream().read());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "GET / HT", "GET / HTTP/1.1\r\nHost: 127"})
  void whoDoesNotFinishARequestIsHungUpOn(String begun) throws IOException {
    try (ViewServer other = impatient(request -> Answer.notFound("nothing"));
        Socket socket = connect(other, begun)) {
      assertEquals(-1, socket.getInputStream().read());
    }
  }

  @Test
  @Timeout(60)
  void whoSendsItsRequestByteByByteIsHungUpOn() throws Exception {
    try (ViewServer other = impatient(request -> Answer.notFound("nothing"));
        Socket socket = connect(other, "GET /")) {
      while (other.connected() == 0) {
        Thread.onSpinWait();
      }
      while (other.connected() > 0) {
        socket.getOutputStream().write('a');
        Thread.sleep(50); // less than its patience
      }
    } catch (SocketException e) {
      // It was hung up on while it sent.
    }
  }

  @Test
  void oneTooManyTakesThePlaceOfTheOneThatHasSaidNothingForLongest() throws IOException {
    List<Socket> silent = new ArrayList<>();
    try (ViewServer other =
        ViewServer.start(
            new ListenAddress.Tcp("127.0.0.1", 0),
            request -> Answer.json("{}".getBytes(StandardCharsets.UTF_8)),
            Duration.ofMinutes(10))) {
      for (int i = 0; i <= ViewServer.MOST_AWAITED; i++) {
        silent.add(connect(other, ""));
      }
      assertEquals(-1, silent.get(0).getInputStream().read());
      for (Socket next : silent.subList(1, silent.size())) {
        next.getOutputStream().write(request(other).getBytes(StandardCharsets.ISO_8859_1));
        assertEquals('H', next.getInputStream().read());
      }
    } finally {
      for (Socket socket : silent) {
        socket.close();
      }
    }
  }

  @Test
  void whoWaitsForALongAnswerIsNotHungUpOn() throws IOException {
    ViewServer[] itself = new ViewServer[1];
    try (ViewServer other =
        impatient(
            request -> {
              waitForTheEndOfASilentOne(itself[0]);
              return Answer.json("{}".getBytes(StandardCharsets.UTF_8));
            })) {
      itself[0] = other;
      try (Socket socket = connect(other, request(other))) {
        String reply =
            new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        assertTrue(reply.endsWith("{}"), reply);
      }
    }
  }

  /** The first answer is larger than what the system takes, so that it and the others wait. */
  @Test
  @Timeout(60)
  void whoDoesNotReadIsHungUpOnBeforeAnswersPileUp() throws Exception {
    CountDownLatch first = new CountDownLatch(1);
    AtomicInteger asked = new AtomicInteger();
    Answer large = Answer.of(Answer.BINARY, new byte[64 << 20]);
    try (ViewServer other =
            impatient(
                request -> {
                  asked.incrementAndGet();
                  first.countDown();
                  return large;
                });
        Socket socket = connect(other, "")) {
      byte[] requests = request(other).repeat(100).getBytes(StandardCharsets.ISO_8859_1);
      socket.getOutputStream().write(requests);
      first.await();
      while (other.connected() > 0) {
        Thread.onSpinWait();
      }
      assertEquals(1, asked.get());
    }
  }
}
