package asynclab.wire.browser;

import asynclab.server.ServerSettings;
import asynclab.wire.fixture.OnlyOnJetty;
import asynclab.wire.fixture.ServerContract;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;

/** A browser and a server with few threads. What pages ask of a server has its wire tests on each container; how pages show it depends on none. */
@OnlyOnJetty
abstract class InBrowser extends ServerContract {

    static final int THREADS = 20; // few, so that they are soon starved

    Browser browser; // one for all tests of a server, started by the first that needs it

    @Override
    protected ServerSettings settings() {
        return named("").withRequestThreads(THREADS);
    }

    final Browser browser() {
        if (browser == null) browser = Browser.start();
        return browser;
    }

    final Browser open(String page) {
        browser().open(url(server(), page));
        return browser;
    }

    /** Before the ledger is looked at: an open page is a request in flight. */
    @AfterEach
    void leave() {
        if (browser == null) return;
        browser.open("about:blank");
        browser.complaints(); // not the next test's
    }

    @AfterParameterizedClassInvocation
    void closeBrowser() {
        if (browser != null) browser.close();
    }
}
