package asynclab.cli;

import asynclab.wire.browser.Browser;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import org.junit.jupiter.api.Test;

/** Takes README's picture of a terminal anew: {@code mvn test -Dtest=TerminalPicture}. No build runs it. */
class TerminalPicture {

    private static final Path PICTURE = Path.of("src/site/resources/images/terminal.png");
    private static final String[] WORDS = {"log", "results/log/tomcat-9.log.gz", "--threads", "60"};
    private static final String PAGE =
            """
            <!DOCTYPE html><meta charset="utf-8"><style>
            body { margin: 0; background: #16181d; }
            pre { margin: 0; padding: 10px 16px; color: #d6d9de; font: 14px/1.35 "DejaVu Sans Mono", monospace; }
            .bold { color: #fff; font-weight: bold } .faint { color: #8d95a3 } .cyan { color: #4fc1d9; line-height: 1 }
            </style><pre>""";

    @Test
    void a_log_is_answered() throws Exception {
        var out = new StringWriter();
        Tool.run(new PrintWriter(out, true), new PrintWriter(System.err, true), new Terminal(100, true, false), WORDS);
        String text = "$ java -jar target/asynclab.jar " + String.join(" ", WORDS) + "\n\n"
                + out.toString().replace("&", "&amp;").replace("<", "&lt;");
        String page = PAGE
                + text.replace("\u001b[0m", "</span>")
                        .replace("\u001b[1m", "<span class=bold>")
                        .replace("\u001b[2m", "<span class=faint>")
                        .replace("\u001b[36m", "<span class=cyan>");
        try (Browser browser = Browser.start()) {
            browser.width(900);
            browser.open("data:text/html;base64,"
                    + Base64.getEncoder().encodeToString(page.getBytes(StandardCharsets.UTF_8)));
            Files.write(PICTURE, browser.picture("pre", "pre"));
        }
    }
}
