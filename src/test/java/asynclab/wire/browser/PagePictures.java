package asynclab.wire.browser;

import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.wire.fixture.Await;
import asynclab.wire.fixture.OnlyOnJetty;
import asynclab.wire.fixture.ServerContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;

/** Takes README's pictures of the pages anew. No build runs it; contributing.md has the command. */
@OnlyOnJetty
class PagePictures extends ServerContract {

    private static final Path IMAGES = Path.of("src/site/resources/images");
    private static final int WIDTH = 1120;

    private Browser browser;

    @BeforeParameterizedClassInvocation
    void openABrowser() {
        browser = Browser.start();
        browser.width(WIDTH);
    }

    @AfterParameterizedClassInvocation
    void closeTheBrowser() {
        if (browser != null) browser.close();
    }

    private void take(String name, String fromCss, String toCss) throws IOException {
        Files.write(IMAGES.resolve(name), browser.picture(fromCss, toCss));
        browser.hasComplainedOfNothing();
        browser.open("about:blank"); // an open page is a request in flight
    }

    @Test
    void the_page_try_has_run_its_comparison() throws Exception {
        browser.open(url(server(), "/"));
        browser.find("#compare button").click();
        browser.awaitText("#compared", "asynchronous takes");
        assertTrue(browser.text("#blockingWords").contains("250"), browser.text("#blockingWords"));
        take("try.png", "header", "[aria-labelledby=race]");
    }

    @Test
    void the_planner_has_predicted_the_gateway() throws Exception {
        browser.open(url(server(), "/planner.html"));
        Await.until("the presets are there", () -> !browser.findAll("[data-preset=gateway]")
                .isEmpty());
        browser.find("[data-preset=gateway]").click();
        browser.awaitText("#figures", "874");
        take("planner.png", "#verdictTitle", ".plots.wide");
    }
}
