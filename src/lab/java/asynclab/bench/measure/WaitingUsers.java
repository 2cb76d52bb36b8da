package asynclab.bench.measure;

import asynclab.client.Http2Users;
import asynclab.client.LoadClient;
import java.time.Duration;

/** Users whose requests wait, over HTTP/1.1 or HTTP/2. */
public interface WaitingUsers extends AutoCloseable {

    int HTTP2_CONNECTIONS = 200;
    int WARM_UP_USERS = 64;
    Duration WARM_UP = Duration.ofSeconds(3);

    /** Sends requests until the server's code is compiled. Leaves no connection. */
    void warmUp(String path);

    /** Opens the connections for this number of users. Over HTTP/1.1 each new connection carries two requests. */
    void connect(int number, String path);

    /** Sends requests until this number waits, after {@link #connect}. */
    void hold(int number, String path);

    int waiting();

    @Override
    void close();

    /** Over HTTP/2 the requests share some connections; over HTTP/1.1 each has its own. */
    static WaitingUsers of(int port, boolean http2) {
        return http2 ? new OverHttp2(port) : new OverHttp1(port);
    }

    /** Over HTTP/1.1. */
    final class OverHttp1 implements WaitingUsers {
        private final LoadClient client;

        private OverHttp1(int port) {
            client = new LoadClient(port);
        }

        @Override
        public void warmUp(String path) {
            client.warmUp(WARM_UP_USERS, path + "?ms=1", WARM_UP);
            client.users(0, 1);
        }

        @Override
        public void connect(int number, String path) {
            client.users(number, 200);
            client.useTwice(path + "?ms=0");
        }

        @Override
        public void hold(int number, String path) {
            client.sendOnce(path);
        }

        @Override
        public int waiting() {
            return client.waiting();
        }

        @Override
        public void close() {
            client.close();
        }
    }

    /** Over HTTP/2. */
    final class OverHttp2 implements WaitingUsers {
        private final int port;
        private final Http2Users users;

        private OverHttp2(int port) {
            this.port = port;
            users = new Http2Users(port);
        }

        @Override
        public void warmUp(String path) {
            try (var others = new Http2Users(port)) {
                others.connect(8);
                long end = System.nanoTime() + WARM_UP.toNanos();
                while (System.nanoTime() < end) {
                    others.ask(WARM_UP_USERS, path + "?ms=1");
                    while (others.waiting() > 0) LoadClient.pause(Duration.ofMillis(1));
                }
            }
        }

        @Override
        public void connect(int number, String path) {
            if (number > 0) users.connect(HTTP2_CONNECTIONS);
        }

        @Override
        public void hold(int number, String path) {
            users.ask(number - users.waiting(), path);
        }

        @Override
        public int waiting() {
            return users.waiting();
        }

        @Override
        public void close() {
            users.close();
        }
    }
}
