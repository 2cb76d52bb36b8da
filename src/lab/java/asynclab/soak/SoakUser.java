package asynclab.soak;

import asynclab.soak.SoakRequest.Behavior;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/** One user of {@link SoakClient}, with one connection at a time. Used by the client's thread only. */
@Sharable // by its connections, one after the other
final class SoakUser extends SimpleChannelInboundHandler<HttpObject> {

    private static final long TIMEOUT_MILLIS = 60_000;
    private static final long SLOW_TIMEOUT_MILLIS = 180_000; // megabytes, in pieces of as little as two kilobytes
    private static final int RETRY_MILLIS = 1_000;
    private static final int THINK_MILLIS = 200;
    private static final int PIECE = 64 * 1024;
    private static final int SLOW_PIECE = 16 * 1024;
    private static final int SLOW_MILLIS = 50;
    private static final int MOST_KEPT = 4_096;
    private static final ByteBuf ZEROS =
            Unpooled.unreleasableBuffer(Unpooled.directBuffer(PIECE).writeZero(PIECE));

    private final SoakClient owner;
    private final boolean mayRest;
    private final SplittableRandom random;
    private Channel channel; // null without a connection
    private SoakRequest request; // null between two requests
    private HttpResponse response; // null until its head is complete
    private final StringBuilder text = new StringBuilder(512); // the head and the first bytes of the body
    private long bodyBytes;
    private boolean unsent;
    private boolean reused; // the connection has carried a response before
    private long startedNanos;

    SoakUser(SoakClient owner, boolean mayRest, SplittableRandom random) {
        this.owner = owner;
        this.mayRest = mayRest;
        this.random = random;
    }

    /** Sends the next request within this time. */
    void rest(int withinMillis) {
        owner.later(this::begin, random.nextInt(withinMillis));
    }

    private void begin() {
        int restMillis = mayRest ? owner.restMillis() : 0;
        if (owner.isOver()) {
            hangUp();
        } else if (restMillis > 0) {
            owner.later(this::begin, restMillis);
        } else {
            request = owner.next(random);
            response = null;
            text.setLength(0);
            bodyBytes = 0;
            unsent = true;
            startedNanos = System.nanoTime();
            long timeoutMillis = request.isSlow() ? SLOW_TIMEOUT_MILLIS : TIMEOUT_MILLIS;
            during(
                    () -> unexpected("no complete response in " + timeoutMillis / 1_000 + " s: " + shown()),
                    timeoutMillis);
            if (channel != null && request.isSlow()) hangUp(); // a new connection has small buffers from the start
            reused = channel != null;
            if (reused) send();
            else connect();
        }
    }

    /** Runs the task after a time, if the request has not ended by then. */
    private void during(Runnable task, long millis) {
        SoakRequest mine = request;
        owner.later(
                () -> {
                    if (request == mine) task.run();
                },
                millis);
    }

    private void connect() {
        Bootstrap bootstrap = owner.bootstrap().handler(new ChannelInitializer<>() {
            @Override
            protected void initChannel(Channel opened) {
                opened.pipeline().addLast(new HttpResponseDecoder(), SoakUser.this);
            }
        });
        if (request.isSlow())
            bootstrap
                    .option(ChannelOption.SO_RCVBUF, SLOW_PIECE)
                    .option(
                            ChannelOption.RECVBUF_ALLOCATOR,
                            new FixedRecvByteBufAllocator(SLOW_PIECE).maxMessagesPerRead(1))
                    .option(ChannelOption.AUTO_READ, !readsSlowly());
        ChannelFuture connecting = bootstrap.connect();
        channel = connecting.channel();
        connecting.addListener(opened -> {
            if (channel != connecting.channel()) return;
            if (!opened.isSuccess()) broken(opened.cause());
            else send();
        });
    }

    private boolean readsSlowly() {
        return request != null && request.isSlow() && request.bodyBytes() == 0;
    }

    private void send() {
        String length = request.method().equals("POST") ? "Content-Length: " + request.bodyBytes() + "\r\n" : "";
        String head = request.method() + " " + request.target() + " HTTP/1.1\r\nHost: localhost\r\n" + length + "\r\n";
        ByteBuf bytes = ByteBufUtil.encodeString(channel.alloc(), CharBuffer.wrap(head), StandardCharsets.ISO_8859_1);
        if (readsSlowly()) channel.read();
        switch (request.behavior()) {
            case RESETS_IN_HEAD -> send(bytes.writerIndex(bytes.writerIndex() / 2), 0);
            case RESETS_IN_BODY -> send(bytes, request.bodyBytes() / 2);
            default -> send(bytes, request.bodyBytes());
        }
    }

    private void send(ByteBuf bytes, int left) {
        SoakRequest mine = request;
        channel.writeAndFlush(bytes).addListener(sent -> {
            if (request != mine) return;
            if (!sent.isSuccess()) broken(sent.cause());
            else if (left == 0) allSent();
            else if (mine.isSlow()) during(() -> sendBody(left, SLOW_PIECE), SLOW_MILLIS);
            else sendBody(left, PIECE);
        });
    }

    private void sendBody(int left, int most) {
        int size = Math.min(left, most);
        send(ZEROS.slice(0, size), left - size);
    }

    private void allSent() {
        unsent = false;
        Behavior behavior = request.behavior();
        switch (behavior) {
            case RESETS_IN_HEAD, RESETS_IN_BODY -> leave(true);
            case RESETS_WHILE_WAITING, CLOSES_WHILE_WAITING -> during(
                    () -> leave(behavior == Behavior.RESETS_WHILE_WAITING), request.leaveMillis());
            default -> {}
        }
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, HttpObject part) {
        if (context.channel() != channel) return;
        if (request == null) { // the server may close the connection now, but must not send anything
            owner.countUnexpected("a response without a request");
            hangUp();
            return;
        }
        if (part.decoderResult().isFailure()) {
            broken(part.decoderResult().cause());
            return;
        }
        if (part instanceof HttpResponse head) {
            response = head;
            text.append(head.status()).append("\r\n");
            head.headers().forEach(each -> text.append(each.getKey() + ": " + each.getValue() + "\r\n"));
        }
        if (part instanceof HttpContent content) keep(content.content());
        if (request.behavior() == Behavior.RESETS_AT_FIRST_BYTES) leave(true);
        else if (part instanceof LastHttpContent) complete();
    }

    private void keep(ByteBuf body) {
        bodyBytes += body.readableBytes();
        int kept = Math.min(body.readableBytes(), Math.max(0, MOST_KEPT - text.length()));
        text.append(body.toString(body.readerIndex(), kept, StandardCharsets.ISO_8859_1));
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        if (readsSlowly()) during(context::read, SLOW_MILLIS);
    }

    private void complete() {
        int status = response.status().code();
        boolean failed = status == 503 || status == 502 && request.mayFailByBackend();
        if (!failed && !request.statuses().contains(status)) {
            unexpected(shown());
        } else if (!failed && text.indexOf(request.expectedText()) < 0) {
            unexpected("the response to another request: " + shown());
        } else {
            boolean last = !HttpUtil.isKeepAlive(response) || unsent;
            if (status == 200 && request.behavior() == Behavior.NORMAL && request.plannedMillis() >= 0)
                SoakClient.record(
                        owner.lateness(),
                        System.nanoTime() - startedNanos - TimeUnit.MILLISECONDS.toNanos(request.plannedMillis()));
            end(Integer.toString(status), last, status == 503 ? RETRY_MILLIS : random.nextInt(THINK_MILLIS));
        }
    }

    /** A server may close a connection at any time between two requests (RFC 9112 9.3.1). */
    @Override
    public void channelInactive(ChannelHandlerContext context) {
        if (context.channel() != channel) return;
        if (request == null) hangUp();
        else if (request.mayBeCut()) end("cut, as asked", true, THINK_MILLIS);
        else if (reused && response == null) end("closed between two requests", true, THINK_MILLIS);
        else unexpected("ended too early: " + shown());
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable thrown) {
        if (context.channel() == channel) broken(thrown);
    }

    private void broken(Throwable thrown) {
        if (request == null) hangUp();
        else if (request.mayBeCut()) end("cut, as asked", true, THINK_MILLIS);
        else if (request.bodyBytes() > 0) end("refused while it sent its body", true, RETRY_MILLIS);
        else unexpected(thrown.getMessage() + ", " + shown());
    }

    /** Leaves by a reset, or closes the connection in order (FIN). */
    private void leave(boolean reset) {
        if (reset) channel.config().setOption(ChannelOption.SO_LINGER, 0);
        end(SoakClient.ABANDONED, true, random.nextInt(THINK_MILLIS));
    }

    private void unexpected(String outcome) {
        owner.countUnexpected(request.target().replaceFirst("\\?.*", "") + ": " + outcome);
        end("unexpected", true, RETRY_MILLIS);
    }

    private void end(String outcome, boolean last, int pauseMillis) {
        owner.countOutcome(request, outcome);
        request = null;
        if (last) hangUp();
        else channel.config().setAutoRead(true);
        owner.later(this::begin, pauseMillis);
    }

    private void hangUp() {
        Channel old = channel;
        channel = null; // later events of this connection are ignored
        if (old != null) old.close();
    }

    /**
     * A short form of the response for a message. For a 200, it is the part of the body that has arrived. For any other response,
     * it is the first characters.
     */
    private String shown() {
        if (response != null && response.status().code() == 200)
            return "200, " + bodyBytes / 1_000_000 + " of " + HttpUtil.getContentLength(response, 0L) / 1_000_000
                    + " MB";
        return text.substring(0, Math.min(text.length(), 500)).replaceAll("[^\\x21-\\x7e]+", " ");
    }
}
