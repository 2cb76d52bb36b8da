package asynclab.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.openqa.selenium.By;
import org.openqa.selenium.JavascriptExecutor;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** A headless Chromium, if the machine has one and its driver; without, whoever asks for it is skipped with a message. */
final class Browser implements AutoCloseable {

    private final ChromeDriver driver;

    private Browser(ChromeDriver driver) {
        this.driver = driver;
    }

    static Browser start() {
        Optional<File> chromium = onPath("chromium", "chromium-browser", "google-chrome");
        Optional<File> chromedriver = onPath("chromedriver");
        assumeTrue(
                chromium.isPresent() && chromedriver.isPresent(),
                "No browser: install chromium and chromium-driver to test the pages in one.");
        var options = new ChromeOptions();
        options.setBinary(chromium.get());
        options.addArguments("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--window-size=1280,900");
        var console = new LoggingPreferences();
        console.enable(LogType.BROWSER, Level.ALL);
        options.setCapability("goog:loggingPrefs", console);
        var service = new ChromeDriverService.Builder()
                .usingDriverExecutable(chromedriver.get())
                .usingAnyFreePort()
                .build();
        return new Browser(new ChromeDriver(service, options));
    }

    private static Optional<File> onPath(String... names) {
        List<String> folders = Arrays.asList(System.getenv("PATH").split(File.pathSeparator));
        return Stream.of(names)
                .flatMap(name -> folders.stream().map(folder -> new File(folder, name)))
                .filter(File::canExecute)
                .findFirst();
    }

    void dark(boolean dark) {
        var scheme = Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light");
        driver.executeCdpCommand("Emulation.setEmulatedMedia", Map.of("features", List.of(scheme)));
    }

    void width(int pixels) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", pixels, "height", 900, "deviceScaleFactor", 1, "mobile", pixels < 600));
    }

    void open(String url) {
        driver.get(url);
    }

    WebElement find(String css) {
        return driver.findElement(By.cssSelector(css));
    }

    List<WebElement> findAll(String css) {
        return driver.findElements(By.cssSelector(css));
    }

    /** Waits for an element, however soon a script makes it or replaces it, whose text is as it should be. */
    void awaitText(String css, String part) {
        Await.until(css + " says " + part, () -> text(css).contains(part));
    }

    /** Empty while there is no such element. */
    String text(String css) {
        return (String) script("return document.querySelector(arguments[0])?.innerText ?? ''", css);
    }

    Object script(String script, Object... arguments) {
        return ((JavascriptExecutor) driver).executeScript(script, arguments);
    }

    /** What the browser has complained of since the last look: errors of scripts, refused styles, files not found. */
    List<String> complaints() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
                .map(entry -> entry.getMessage())
                .toList();
    }

    void hasComplainedOfNothing() {
        assertEquals(List.of(), complaints());
    }

    /**
     * Presses Tab until the page has been gone through, and expects to reach every visible element of these, and each after those
     * that stand before it.
     *
     * @return their words, in that order
     */
    List<String> tabThrough(String css) {
        String visible =
                "[...document.querySelectorAll(arguments[0])].filter(it => it.checkVisibility() && !it.disabled"
                        + " && it.tabIndex >= 0 && !(it.type === 'radio' && !it.checked))";
        var expected = list(script("return " + visible + ".map(it => it.ariaLabel || it.innerText || it.name)", css));
        script(
                "window.reached = []; document.addEventListener('focusin', it => reached.push(it.target.ariaLabel || it.target.innerText || it.target.name));"
                        + "document.activeElement.blur()");
        var keys = new Actions(driver);
        for (int i = 0; i < expected.size(); i++) keys.sendKeys(Keys.TAB);
        keys.perform();
        Await.until("all is reached", () -> list(script("return reached")).size() >= expected.size());
        assertEquals(expected, list(script("return reached")));
        return expected;
    }

    private static List<String> list(Object strings) {
        return ((List<?>) strings).stream().map(String::valueOf).toList();
    }

    @Override
    public void close() {
        driver.quit();
    }
}
