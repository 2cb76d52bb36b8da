package asynclab.servlet;

import asynclab.exchange.Exchanges;
import javax.servlet.http.HttpServlet;

/** Base class of the servlets that use the application's {@link Exchanges}. A subclass whose {@code init} differs calls this one first. */
public abstract class ExchangesServlet extends HttpServlet {

    private Exchanges exchanges;

    @Override
    public void init() {
        exchanges = Exchanges.of(getServletContext());
    }

    /** Those of the application, from {@code init} on. */
    protected final Exchanges exchanges() {
        return exchanges;
    }
}
