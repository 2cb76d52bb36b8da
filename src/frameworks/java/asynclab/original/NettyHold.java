package asynclab.original;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** Netty without a framework, the floor of all. A timer of the connection's own event loop answers. {@code /slowendpoint} answers OK. */
public final class NettyHold extends SimpleChannelInboundHandler<FullHttpRequest> {

    @Override
    protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
        long startedNanos = System.nanoTime();
        var query = new QueryStringDecoder(request.uri());
        long millis = Long.parseLong(query.parameters().get("ms").get(0));
        String body = query.path().equals("/slowendpoint") ? "OK" : "ok";
        Runnable answer = () -> context.writeAndFlush(answer(body, millis, startedNanos));
        if (millis == 0) answer.run();
        else context.executor().schedule(answer, millis, TimeUnit.MILLISECONDS);
    }

    private static DefaultFullHttpResponse answer(String body, long millis, long startedNanos) {
        var response = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1,
                HttpResponseStatus.OK,
                Unpooled.wrappedBuffer(body.getBytes(StandardCharsets.US_ASCII)));
        response.headers()
                .add("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
                .add("X-Content-Type-Options", "nosniff")
                .add("Cache-Control", "no-store")
                .add("X-Planned-Ms", Long.toString(millis))
                .add("X-Held-Ms", Long.toString((System.nanoTime() - startedNanos) / 1_000_000))
                .add("Content-Type", "text/plain;charset=utf-8")
                .add("Content-Length", body.length());
        return response;
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable thrown) {
        context.close(); // the client has gone
    }

    public static void main(String[] arguments) {
        var threads = new MultiThreadIoEventLoopGroup(NioIoHandler.newFactory());
        new ServerBootstrap()
                .group(threads)
                .channel(NioServerSocketChannel.class)
                .option(ChannelOption.SO_BACKLOG, 4096)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        channel.pipeline()
                                .addLast(new HttpServerCodec(), new HttpObjectAggregator(65_536), new NettyHold());
                    }
                })
                .bind("127.0.0.1", Integer.getInteger("port"))
                .syncUninterruptibly();
    }
}
