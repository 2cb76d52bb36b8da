package asynclab.exchange;

import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.Played;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import javax.servlet.AsyncContext;
import javax.servlet.AsyncEvent;
import javax.servlet.AsyncListener;
import javax.servlet.DispatcherType;
import javax.servlet.ReadListener;
import javax.servlet.ServletInputStream;
import javax.servlet.ServletOutputStream;
import javax.servlet.WriteListener;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/** The container's side of one asynchronous request. A history records every call to its objects, in order. */
public final class FakeContainer {

    /** The constructor of an event calls these. */
    private static final Set<String> OF_EVENTS = Set.of("getRequest", "getResponse");

    public final List<String> history = Collections.synchronizedList(new ArrayList<>());
    public final HttpServletRequest request = fake(HttpServletRequest.class, this::request);
    public final HttpServletResponse response = fake(HttpServletResponse.class, this::response);
    final ServletOutputStream out = new Out();
    final ServletInputStream in = new In();

    private final Runnable others;
    private final BooleanSupplier writeFails;
    private final AsyncContext context = fake(AsyncContext.class, this::context);
    private final Map<String, Object> attributes = new HashMap<>();
    private final CountDownLatch completed = new CountDownLatch(1);
    private final List<AsyncListener> listeners = new CopyOnWriteArrayList<>();
    private boolean callsLater;
    private boolean asyncStarted;
    private long contentLength;
    private WriteListener toBeCalled;
    private Consumer<String> beforeEachCall = method -> {};

    public FakeContainer() {
        this(() -> {}, () -> false);
    }

    /**
     * @param others what comes in between, whenever something has been done here
     * @param writeFails asked at each write
     */
    FakeContainer(Runnable others, BooleanSupplier writeFails) {
        this.others = others;
        this.writeFails = writeFails;
    }

    /** Gives the request a body of this many bytes. */
    public FakeContainer withBody(long bytes) {
        contentLength = bytes;
        return this;
    }

    /** Calls a {@code WriteListener} only on request, as Tomcat does on another thread. Before that call no byte is sent and none can be written. */
    FakeContainer thatCallsLater() {
        callsLater = true;
        return this;
    }

    /** Receives the name of each method of the container before the method runs. It may throw instead of the method. */
    public FakeContainer calling(Consumer<String> before) {
        beforeEachCall = before;
        return this;
    }

    private <T> T fake(Class<T> type, BiFunction<String, Object[], Object> calls) {
        return Played.as(type, (self, method, args) -> {
            if (!OF_EVENTS.contains(method.getName())) beforeEachCall.accept(method.getName());
            return calls.apply(method.getName(), args);
        });
    }

    void act(String what) {
        history.add(what);
        others.run();
    }

    private Object request(String method, Object[] args) {
        return switch (method) {
            case "startAsync" -> {
                asyncStarted = true;
                yield context;
            }
            case "isAsyncStarted" -> asyncStarted;
            case "isAsyncSupported" -> true;
            case "getAsyncContext" -> context;
            case "getDispatcherType" -> DispatcherType.REQUEST;
            case "getMethod" -> "POST";
            case "getProtocol" -> "HTTP/1.1";
            case "getRequestURI" -> "/fake";
            case "removeAttribute" -> attributes.remove((String) args[0]);
            case "getQueryString" -> "ms=0";
            case "getInputStream" -> in;
            case "setAttribute" -> attributes.put((String) args[0], args[1]);
            case "getAttribute" -> attributes.get((String) args[0]);
            case "getHeader" -> null;
            case "getContentLengthLong" -> contentLength;
            default -> history.add("unexpected: " + method);
        };
    }

    private Object context(String method, Object[] args) {
        switch (method) {
            case "setTimeout" -> assertTrue((long) args[0] >= 0);
            case "getRequest", "getResponse" -> {} // the events of the container call these
            case "addListener" -> listeners.add((AsyncListener) args[0]);
            case "dispatch" -> act("dispatch");
            case "complete" -> {
                act("complete");
                completed.countDown();
            }
            default -> history.add("unexpected: " + method);
        }
        return null;
    }

    private Object response(String method, Object[] args) {
        if (method.equals("getOutputStream")) return out;
        if (method.equals("isCommitted")) return !callsLater; // only streams ask
        if (method.equals("containsHeader")) return false;
        if (method.equals("getStatus")) return 200;
        if (method.equals("setStatus")) act("status " + args[0]);
        else history.add("header");
        return null;
    }

    private final class Out extends ServletOutputStream {
        @Override
        public boolean isReady() {
            beforeEachCall.accept("out.isReady");
            act("isReady");
            return !callsLater;
        }

        @Override
        public void write(byte[] bytes) throws IOException {
            beforeEachCall.accept("write");
            if (writeFails.getAsBoolean()) {
                act("failure");
                throw new IOException("the connection was reset");
            }
            act("write");
        }

        @Override
        public void flush() {
            beforeEachCall.accept("flush");
        }

        @Override
        public void write(int b) {
            history.add("unexpected: write(int)");
        }

        /** Calls the listener before the method returns, as some containers do. */
        @Override
        public void setWriteListener(WriteListener listener) {
            beforeEachCall.accept("setWriteListener");
            toBeCalled = listener;
            if (listener != null && !callsLater) tell("onWritePossible", listener::onWritePossible);
            act("setWriteListener");
        }
    }

    private final class In extends ServletInputStream {
        @Override
        public boolean isFinished() {
            beforeEachCall.accept("isFinished");
            return contentLength < 0;
        }

        @Override
        public boolean isReady() {
            beforeEachCall.accept("in.isReady");
            act("isReady");
            return contentLength >= 0;
        }

        @Override
        public int read() {
            beforeEachCall.accept("read");
            act("read");
            if (contentLength < 0) return -1;
            if (contentLength > 0 && --contentLength == 0) contentLength = -1; // nothing is left
            return 1;
        }

        /** As {@code setWriteListener}. */
        @Override
        public void setReadListener(ReadListener listener) {
            beforeEachCall.accept("setReadListener");
            tell("onDataAvailable", listener::onDataAvailable);
            if (contentLength < 0) tell("onAllDataRead", listener::onAllDataRead);
            act("setReadListener");
        }
    }

    // What the container does by itself.

    public void onTimeout() {
        tellAll("onTimeout", listener -> listener.onTimeout(new AsyncEvent(context)));
    }

    void onWritePossible() {
        callsLater = false;
        tell("onWritePossible", toBeCalled::onWritePossible);
    }

    /** The connection was idle for too long while bytes of the reply waited. Jetty says so by an exception that is no I/O error. */
    void onWriteTimeout() {
        tell("onError", () -> toBeCalled.onError(new TimeoutException("idle")));
    }

    public void onError() {
        var reset = new IOException("the connection was reset");
        tellAll("onError", listener -> listener.onError(new AsyncEvent(context, reset)));
    }

    public void onComplete() {
        tellAll("onComplete", listener -> listener.onComplete(new AsyncEvent(context)));
    }

    private interface ContainerCall {
        void fire() throws IOException;
    }

    private interface AsyncCall {
        void fire(AsyncListener listener) throws IOException;
    }

    private void tellAll(String what, AsyncCall event) {
        tell(what, () -> {
            for (AsyncListener listener : listeners) event.fire(listener);
        });
    }

    private void tell(String what, ContainerCall event) {
        history.add(what);
        try {
            event.fire();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** The calls of the application, without headers and without what the container did by itself. */
    String deeds() {
        return String.join(
                " ",
                history.stream()
                        .filter(act -> !act.startsWith("on") && !act.equals("header"))
                        .toList());
    }

    void awaitComplete() throws InterruptedException {
        assertTrue(completed.await(60, TimeUnit.SECONDS), history::toString);
    }
}
