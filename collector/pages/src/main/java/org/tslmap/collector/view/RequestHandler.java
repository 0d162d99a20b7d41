package org.tslmap.collector.view;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.timeout.IdleStateEvent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.slf4j.LoggerFactory;
import org.tslmap.collector.server.AccessToken;

/**
 * Answers one connection's requests, one after the other. Work is done by other threads; the event
 * loop only checks, and sends.
 */
final class RequestHandler extends SimpleChannelInboundHandler<FullHttpRequest> {
  /** What a page may load: its own server's files, and nothing that is written into the page. */
  static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:;"
          + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  /** Plotly writes styles into its page, and its surfaces are drawn from data of its own. */
  static final String SURFACE_POLICY =
      POLICY.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'");

  private static final String SURFACE_PAGE = "/" + PageFiles.SURFACES;

  private final WebService service;
  private final HostCheck hosts;
  private final AccessToken token;
  private final AwaitedRequests awaited;
  private final Executor workers;

  /** Whether an answer is worked on, or goes on: the connection then may be silent for long. */
  private boolean working;

  RequestHandler(
      WebService service,
      HostCheck hosts,
      AccessToken token,
      AwaitedRequests awaited,
      Executor workers) {
    this.service = service;
    this.hosts = hosts;
    this.token = token;
    this.awaited = awaited;
    this.workers = workers;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    awaited.await(context.channel());
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    awaited.over(context.channel());
    context.fireChannelInactive();
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, FullHttpRequest http) {
    // The next request is read when this answer has left, so that answers keep the order of their
    // requests, and do not pile up for a client that asks and does not read.
    context.channel().config().setAutoRead(false);
    awaited.over(context.channel());
    working = true;
    boolean keepAlive = HttpUtil.isKeepAlive(http);
    boolean head = http.method().equals(HttpMethod.HEAD);
    boolean packed = accepts(http, "gzip");
    String known = http.headers().get(HttpHeaderNames.IF_NONE_MATCH, "");
    String uri = afterToken(http.uri()).orElse("");
    Reply reply = new Reply(this, context.channel(), uri, keepAlive, head, packed, known);
    Optional<Answer> refusal = refuse(http, !uri.isEmpty());
    if (refusal.isPresent()) {
      work(context, () -> reply.send(refusal.get()));
      return;
    }
    Request request;
    try {
      request = Request.of(uri);
    } catch (IllegalArgumentException e) {
      work(
          context,
          () ->
              reply.send(Answer.refusal(400, "the address is not well-formed: " + e.getMessage())));
      return;
    }
    Optional<WebService.EventSource> events = service.events(request);
    if (events.isPresent()) {
      work(context, () -> stream(context, events.get()));
    } else {
      work(context, () -> reply.send(answer(request)));
    }
  }

  /** Has a worker do it; the connection does not outlive an answer that cannot be made. */
  private void work(ChannelHandlerContext context, Runnable step) {
    CompletableFuture.runAsync(step, workers)
        .whenComplete(
            (done, failure) -> {
              if (failure != null) {
                exceptionCaught(context, failure);
              }
            });
  }

  /** What follows the token, with its slash; nothing if the address does not begin with it. */
  private Optional<String> afterToken(String uri) {
    int slash = uri.indexOf('/', 1);
    return uri.startsWith("/") && slash > 0 && token.matches(uri.substring(1, slash))
        ? Optional.of(uri.substring(slash))
        : Optional.empty();
  }

  private Optional<Answer> refuse(FullHttpRequest http, boolean knowsToken) {
    if (!http.decoderResult().isSuccess()) {
      return Optional.of(Answer.refusal(400, "the request is not well-formed"));
    }
    if (!hosts.accepts(http.headers().getAll(HttpHeaderNames.HOST))) {
      return Optional.of(
          Answer.refusal(
              403, "this server answers only requests to the address it was started with"));
    }
    if (!knowsToken) {
      return Optional.of(
          Answer.refusal(
              403, "the address lacks its token: open the whole address that tslmap printed"));
    }
    if (!http.method().equals(HttpMethod.GET) && !http.method().equals(HttpMethod.HEAD)) {
      return Optional.of(Answer.refusal(405, "runs can only be looked at: use GET"));
    }
    return Optional.empty();
  }

  private static boolean accepts(FullHttpRequest http, String coding) {
    for (String one : http.headers().get(HttpHeaderNames.ACCEPT_ENCODING, "").split(",")) {
      if (one.trim().equals(coding)) {
        return true;
      }
    }
    return false;
  }

  private Answer answer(Request request) {
    try {
      return service.answer(request);
    } catch (IllegalArgumentException e) {
      return Answer.refusal(400, e.getMessage());
    } catch (IOException e) {
      return Answer.refusal(500, e.getMessage());
    } catch (RuntimeException | Error e) {
      LoggerFactory.getLogger(RequestHandler.class).warn("a request failed", e);
      return Answer.refusal(500, "internal error: " + e);
    }
  }

  private static void secure(HttpHeaders headers, String uri) {
    boolean surface = uri.equals(SURFACE_PAGE) || uri.startsWith(SURFACE_PAGE + "?");
    headers.set("Content-Security-Policy", surface ? SURFACE_POLICY : POLICY);
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("X-Frame-Options", "DENY");
    headers.set("Referrer-Policy", "no-referrer");
    headers.set("Cross-Origin-Opener-Policy", "same-origin");
    headers.set("Cross-Origin-Resource-Policy", "same-origin");
    headers.set(HttpHeaderNames.CACHE_CONTROL, "no-cache");
  }

  /** How one request wants its answer. */
  private record Reply(
      RequestHandler handler,
      Channel channel,
      String uri,
      boolean keepAlive,
      boolean head,
      boolean packed,
      String known) {

    void send(Answer answer) {
      boolean ok = answer.status() == 200;
      boolean unchanged = ok && known.equals(answer.tag());
      boolean pack = packed && answer.packable() && !unchanged;
      byte[] bytes = unchanged ? new byte[0] : pack ? answer.packed() : answer.body();
      ByteBuf content = head ? Unpooled.EMPTY_BUFFER : Unpooled.wrappedBuffer(bytes);
      DefaultFullHttpResponse response =
          new DefaultFullHttpResponse(
              HttpVersion.HTTP_1_1,
              unchanged
                  ? HttpResponseStatus.NOT_MODIFIED
                  : HttpResponseStatus.valueOf(answer.status()),
              content);
      HttpHeaders headers = response.headers();
      secure(headers, uri);
      if (ok) {
        headers.set(HttpHeaderNames.ETAG, answer.tag());
      }
      if (answer.status() == 405) {
        headers.set(HttpHeaderNames.ALLOW, "GET, HEAD");
      }
      if (answer.packable()) {
        headers.set(HttpHeaderNames.VARY, HttpHeaderNames.ACCEPT_ENCODING);
      }
      if (!unchanged) {
        headers.set(HttpHeaderNames.CONTENT_TYPE, answer.type());
        headers.setInt(HttpHeaderNames.CONTENT_LENGTH, bytes.length);
        if (pack) {
          headers.set(HttpHeaderNames.CONTENT_ENCODING, "gzip");
        }
      }
      HttpUtil.setKeepAlive(response, keepAlive);
      channel
          .eventLoop()
          .execute(
              () -> {
                handler.working = false;
                channel
                    .writeAndFlush(response)
                    .addListener(
                        sent -> {
                          if (sent.isSuccess() && keepAlive) {
                            handler.awaited.await(channel); // first, since it may be there
                            channel.config().setAutoRead(true);
                          } else {
                            channel.close();
                          }
                        });
              });
    }
  }

  // --- Events that go on ------------------------------------------------------------------------

  private static void stream(ChannelHandlerContext context, WebService.EventSource source) {
    Channel channel = context.channel();
    DefaultHttpResponse response =
        new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
    secure(response.headers(), "");
    response.headers().set(HttpHeaderNames.CONTENT_TYPE, "text/event-stream; charset=utf-8");
    HttpUtil.setTransferEncodingChunked(response, true);
    channel.writeAndFlush(response);
    channel.config().setAutoRead(true); // or it would not be seen that the browser hangs up
    AutoCloseable subscription =
        source.subscribe(
            (name, json) -> {
              String event = "event: " + name + "\ndata: " + json + "\n\n";
              // Who does not read misses what comes in the meantime; memory does not fill up.
              if (channel.isWritable()) {
                channel.writeAndFlush(
                    new DefaultHttpContent(Unpooled.copiedBuffer(event, StandardCharsets.UTF_8)));
              }
            });
    channel.closeFuture().addListener(closed -> subscription.close());
  }

  /** Hangs up on who does not read its answer. */
  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event instanceof IdleStateEvent && !working) {
      context.close();
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    LoggerFactory.getLogger(RequestHandler.class).debug("a connection broke", cause);
    context.close();
  }
}
