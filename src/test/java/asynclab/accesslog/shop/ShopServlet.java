package asynclab.accesslog.shop;

import java.io.IOException;
import java.util.concurrent.ThreadLocalRandom;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * An endpoint of a shop that does not exist: it sleeps for a log-normal time on a request thread, as a service does that waits
 * for its database. {@code src/test/shop/web.xml} maps it to the paths of the shop. The logs of {@code results/log} come from it.
 * Init parameters: {@code medianMillis} and {@code sigma}. Thread-safe.
 */
public final class ShopServlet extends HttpServlet {

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        double median = Double.parseDouble(getInitParameter("medianMillis"));
        double sigma = Double.parseDouble(getInitParameter("sigma"));
        double millis = median * Math.exp(sigma * ThreadLocalRandom.current().nextGaussian());
        try {
            Thread.sleep((long) millis, (int) ((millis - (long) millis) * 1_000_000));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        response.setContentType("text/plain");
        response.getOutputStream().print("held " + Math.round(millis) + " ms\n");
    }
}
