package asynclab.pattern.composition;

import asynclab.resource.Backend;
import asynclab.servlet.LedgerServlet;

/** The shared part of the compositions: they answer GET and HEAD, and call one backend. */
abstract class CompositionServlet extends LedgerServlet {

    /** Set by {@link #init}. */
    protected Backend backend;

    protected CompositionServlet() {
        super("GET", "HEAD");
    }

    @Override
    public void init() {
        super.init();
        backend = new Backend(getServletConfig(), exchanges());
    }

    @Override
    public void destroy() {
        backend.close();
    }
}
