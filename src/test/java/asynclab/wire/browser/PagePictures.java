package asynclab.wire.browser;

import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.server.ServerSettings;
import asynclab.wire.fixture.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;

/** Takes README's pictures of the pages anew. No build runs it; contributing.md has the command. */
class PagePictures extends InBrowser {

    private static final Path IMAGES = Path.of("src/site/resources/images");
    private static final int WIDTH = 1120;

    /** With as many threads as the server of a reader. */
    @Override
    protected ServerSettings settings() {
        return named("");
    }

    @BeforeParameterizedClassInvocation
    void openABrowser() {
        browser().width(WIDTH);
    }

    private void take(String name, String fromCss, String toCss) throws IOException {
        Files.write(IMAGES.resolve(name), browser.picture(fromCss, toCss));
        browser.hasComplainedOfNothing();
    }

    @Test
    void the_page_try_has_run_its_comparison() throws Exception {
        open("/");
        browser.find("#compare button").click();
        browser.awaitText("#compared", "asynchronous takes");
        assertTrue(browser.text("#blockingWords").contains("250"), browser.text("#blockingWords"));
        take("try.png", "header", "[aria-labelledby=race]");
    }

    @Test
    void the_planner_has_predicted_the_gateway() throws Exception {
        open("/planner.html");
        Await.until("the presets are there", () -> !browser.findAll("[data-preset=gateway]")
                .isEmpty());
        browser.find("[data-preset=gateway]").click();
        browser.awaitText("#figures", "874");
        take("planner.png", "#verdictTitle", ".plots.wide");
    }
}
