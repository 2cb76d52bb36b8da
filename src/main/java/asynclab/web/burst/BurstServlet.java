package asynclab.web.burst;

import asynclab.exchange.AsyncExchange;
import asynclab.exchange.Exchange;
import asynclab.input.BadParameter;
import asynclab.input.Parameters;
import asynclab.pattern.stream.EventStreamServlet;
import asynclab.resource.Backend;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * {@code /burst?pattern=/async&n=200&ms=1000}: the server sends n requests (at most 500) to itself, all at once, and tells by
 * server-sent events what becomes of each: when a request thread took it, when that thread went back, when it was answered and
 * by which thread. What else is in the query goes with each request. For the pages: a browser opens six connections to a server
 * and keeps the rest back, so what it would show is its own queue.
 *
 * <p>Nobody waits here either: the stream is an asynchronous request, the calls are the JDK's client's. Only the patterns that
 * {@code web.xml} lists can be asked; with the production profile there is nothing at this URL.
 *
 * <p>A burst lives as long as its stream. When that ends, because all is told, its reader has gone or the server stops, no
 * further request is sent and those under way are cancelled, before the permit of the stream comes back. So
 * {@code max-in-flight.burst} bounds the requests too: 500 each.
 *
 * <p><b>Try it.</b> {@code curl -N 'localhost:8080/burst?pattern=/blocking&n=200&ms=1000'}
 */
public final class BurstServlet extends EventStreamServlet {

    private static final int MOST_REQUESTS = 500;
    private static final long PUBLISH_MILLIS = 50;
    private static final long HEARTBEAT_MILLIS = 60_000; // what is published is sign of life enough
    private static final Duration MOST_WAITING = Duration.ofMinutes(2);

    private List<String> patterns;
    private Backend self;
    private Burst.Register bursts;

    @Override
    public void init() {
        super.init();
        patterns = List.of(settings().text("patterns", "").strip().split("[,\\s]+"));
        self = new Backend(getServletConfig(), exchanges());
        bursts = Burst.Register.of(getServletContext());
    }

    @Override
    protected void handle(Parameters query, Exchange exchange, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        String pattern = query.text("pattern");
        if (pattern == null || !patterns.contains(pattern))
            throw new BadParameter("pattern", pattern == null ? "" : pattern, "one of " + String.join(", ", patterns));
        int requests = (int) query.whole("n", 1, MOST_REQUESTS, 1);
        URI target = target(request, pattern);
        boolean head = request.getMethod().equals("HEAD");

        var burst = new Burst(head ? 0 : requests);
        String number = UUID.randomUUID().toString();
        AsyncExchange open =
                stream(burst.log(), 0, HEARTBEAT_MILLIS, MOST_WAITING.toMillis(), exchange, request, response);
        if (head) return;
        bursts.add(number, burst);
        // Before the permit of admission comes back, which is given back by a task that is added after this one.
        open.whenEnded(() -> {
            bursts.remove(number);
            burst.over();
        });
        send(burst, number, requests, target);
        publish(open, burst);
    }

    /** This very server by the address it was reached at; the query without what is for us. */
    private URI target(HttpServletRequest request, String pattern) {
        String rest = Arrays.stream(request.getQueryString().split("&"))
                .filter(pair -> !pair.startsWith("pattern=") && !pair.startsWith("n="))
                .collect(Collectors.joining("&"));
        String url = request.getScheme() + "://" + host(request.getLocalAddr()) + ":" + request.getLocalPort()
                + request.getContextPath() + pattern;
        try {
            return URI.create(rest.isEmpty() ? url : url + "?" + rest);
        } catch (IllegalArgumentException e) {
            throw new BadParameter("query", rest, "percent-encoded");
        }
    }

    /** An IPv6 address in brackets and without its zone. Jetty gives it in brackets, Tomcat without. */
    static String host(String address) {
        return address.contains(":") ? "[" + address.replaceAll("[\\[\\]]|%.*", "") + "]" : address;
    }

    private void send(Burst burst, String number, int requests, URI target) {
        for (int i = 0; i < requests && !burst.isOver(); i++) {
            String index = number + "/" + i;
            Burst.Shot shot = burst.new Shot(Integer.toString(i));
            try {
                var request = HttpRequest.newBuilder(target)
                        .header(TraceFilter.HEADER, index)
                        .timeout(MOST_WAITING)
                        .build();
                var call = self.callAsync(request, shot.body());
                call.whenComplete((answer, thrown) -> shot.done(answer));
                burst.sent(call);
            } catch (InterruptedException stopping) { // thrown, not set: this thread is the container's
                shot.done(null);
            }
        }
    }

    /** On the scheduler's thread, again and again until everything is told or nobody listens. */
    private void publish(AsyncExchange open, Burst burst) {
        if (burst.publish() && open.isOpen()) exchanges().runAfter(PUBLISH_MILLIS, () -> publish(open, burst));
    }

    @Override
    public void destroy() {
        self.close();
    }
}
