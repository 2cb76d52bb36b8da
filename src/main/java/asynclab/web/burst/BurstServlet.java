package asynclab.web.burst;

import asynclab.exchange.AsyncExchange;
import asynclab.exchange.Exchange;
import asynclab.parameter.BadParameter;
import asynclab.parameter.Parameters;
import asynclab.pattern.stream.EventStreamServlet;
import asynclab.resource.Backend;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * {@code /burst?pattern=/async&n=200&ms=1000}: the server sends n requests (at most 500) to itself, all at once. By
 * server-sent events it reports when a request thread took each request, when that thread returned, and which thread answered
 * when. All other query parameters go with each request. The page Try uses it. A browser opens only six connections to a
 * server and queues the other requests itself, so it would show its own queue.
 *
 * <p>No thread waits here either: the stream is an asynchronous request, and the calls use Jetty's client. Only the
 * patterns in {@code web.xml} are allowed. The production profile does not serve this URL.
 *
 * <p>A burst lives as long as its stream. The stream ends when everything is reported, its reader is gone or the server
 * stops. Then no further request is sent, and those in progress are cancelled before the permit of the stream is returned. So
 * {@code max-in-flight.burst} also limits the requests: 500 for each.
 *
 * <p><b>Try it.</b> {@code curl -N 'localhost:8080/burst?pattern=/blocking&n=200&ms=1000'}
 */
public final class BurstServlet extends EventStreamServlet {

    private static final int MOST_REQUESTS = 500;
    private static final long PUBLISH_MILLIS = 50;
    private static final long HEARTBEAT_MILLIS = 60_000; // the published changes are the heartbeat
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

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
        String id = UUID.randomUUID().toString();
        AsyncExchange open = stream(burst.log(), 0, HEARTBEAT_MILLIS, TIMEOUT.toMillis(), exchange, request, response);
        if (head) return;
        bursts.add(id, burst);
        // This runs before the admission permit is returned, because AdmissionFilter adds its task later.
        open.whenEnded(() -> {
            bursts.remove(id);
            burst.over();
        });
        send(burst, id, requests, target);
        publish(open, burst);
    }

    /** The URL of the pattern on this server, by the address of this request, without the parameters of this servlet. */
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

    /** Puts an IPv6 address in brackets and drops its zone. Jetty returns it in brackets, Tomcat without. */
    static String host(String address) {
        return address.contains(":") ? "[" + address.replaceAll("[\\[\\]]|%.*", "") + "]" : address;
    }

    private void send(Burst burst, String id, int requests, URI target) {
        for (int i = 0; i < requests && !burst.isOver(); i++) {
            Burst.BurstRequest sent = burst.new BurstRequest(Integer.toString(i));
            try {
                String header = id + "/" + i;
                BodyCounter body = sent.bodyCounter();
                var call = self.send(self.request(target)
                        .headers(headers -> headers.put(Burst.HEADER, header))
                        .timeout(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
                        .onResponseContent(body));
                call.whenComplete((answer, thrown) -> sent.done(answer, body));
                burst.addCall(call);
            } catch (InterruptedException stopping) { // the interrupt flag stays clear: this thread is the container's
                sent.done(null, null);
            }
        }
    }

    /** Runs on the scheduler's thread, periodically, until everything is published or the stream has ended. */
    private void publish(AsyncExchange open, Burst burst) {
        if (burst.publish() && open.isOpen()) exchanges().runAfter(PUBLISH_MILLIS, () -> publish(open, burst));
    }

    @Override
    public void destroy() {
        self.close();
    }
}
