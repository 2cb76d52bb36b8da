package asynclab.exchange;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import javax.servlet.AsyncContext;
import javax.servlet.AsyncEvent;
import javax.servlet.AsyncListener;
import javax.servlet.ReadListener;
import javax.servlet.ServletInputStream;
import javax.servlet.ServletOutputStream;
import javax.servlet.WriteListener;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/** The container's side of one asynchronous request. All that is done to its objects goes into a history, in order. */
final class FakeContainer {

    final List<String> history = Collections.synchronizedList(new ArrayList<>());
    final HttpServletRequest request = fake(HttpServletRequest.class, this::request);
    final HttpServletResponse response = fake(HttpServletResponse.class, this::response);
    final ServletOutputStream out = new Out();
    final ServletInputStream in = new In();

    private final Runnable others;
    private final BooleanSupplier writeFails;
    private final AsyncContext context = fake(AsyncContext.class, this::context);
    private final Map<String, Object> attributes = new HashMap<>();
    private final CountDownLatch completed = new CountDownLatch(1);
    private AsyncListener listener;
    private boolean callsLater;
    private WriteListener toBeCalled;

    FakeContainer() {
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

    /** It calls a {@code WriteListener} only when told so, as Tomcat does on another thread. Before that it has sent nothing, and nothing can be written. */
    FakeContainer thatCallsLater() {
        callsLater = true;
        return this;
    }

    private static <T> T fake(Class<T> type, BiFunction<String, Object[], Object> calls) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (self, method, args) -> calls.apply(method.getName(), args)));
    }

    void act(String what) {
        history.add(what);
        others.run();
    }

    private Object request(String method, Object[] args) {
        return switch (method) {
            case "startAsync" -> context;
            case "setAttribute" -> attributes.put((String) args[0], args[1]);
            case "getAttribute" -> attributes.get((String) args[0]);
            case "getHeader" -> null;
            case "getContentLengthLong" -> 0L;
            default -> history.add("unexpected: " + method);
        };
    }

    private Object context(String method, Object[] args) {
        switch (method) {
            case "setTimeout" -> assertTrue((long) args[0] >= 0);
            case "getRequest", "getResponse" -> {} // by the events it makes
            case "addListener" -> listener = (AsyncListener) args[0];
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
        if (method.equals("isCommitted")) return !callsLater; // asked of streams alone
        if (method.equals("containsHeader")) return false;
        if (method.equals("setStatus")) act("status " + args[0]);
        else history.add("header");
        return null;
    }

    private final class Out extends ServletOutputStream {
        @Override
        public boolean isReady() {
            act("isReady");
            return !callsLater;
        }

        @Override
        public void write(byte[] bytes) throws IOException {
            if (writeFails.getAsBoolean()) {
                act("failure");
                throw new IOException("the connection was reset");
            }
            act("write");
        }

        @Override
        public void write(int b) {
            history.add("unexpected: write(int)");
        }

        /** Told when it is over. A listener is called before that, as some containers do. */
        @Override
        public void setWriteListener(WriteListener listener) {
            toBeCalled = listener;
            if (listener != null && !callsLater) tell("onWritePossible", listener::onWritePossible);
            act("setWriteListener");
        }
    }

    private final class In extends ServletInputStream {
        @Override
        public boolean isFinished() {
            return false;
        }

        @Override
        public boolean isReady() {
            act("isReady");
            return true;
        }

        @Override
        public int read() {
            act("read");
            return 1;
        }

        /** As {@code setWriteListener}. */
        @Override
        public void setReadListener(ReadListener listener) {
            tell("onDataAvailable", listener::onDataAvailable);
            act("setReadListener");
        }
    }

    // What the container does of its own accord.

    void onTimeout() {
        tell("onTimeout", () -> listener.onTimeout(new AsyncEvent(context)));
    }

    void onWritePossible() {
        callsLater = false;
        tell("onWritePossible", toBeCalled::onWritePossible);
    }

    void onError() {
        tell("onError", () -> listener.onError(new AsyncEvent(context, new IOException("the connection was reset"))));
    }

    void onComplete() {
        tell("onComplete", () -> listener.onComplete(new AsyncEvent(context)));
    }

    private interface ContainerCall {
        void fire() throws IOException;
    }

    private void tell(String what, ContainerCall event) {
        history.add(what);
        try {
            event.fire();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** What was done to it, without what it did of its own accord and without the headers. */
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
