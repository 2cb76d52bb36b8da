package asynclab.cli;

import asynclab.options.LabException;
import asynclab.planner.http.PlannerServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code plan}: the page Planner in a browser, until it is interrupted. */
@Command(
        name = "plan",
        description = {
            "serves the Planner to a browser on this machine, until Ctrl-C",
            "Enter a workload, or drop an access log on the page. Nothing leaves this machine."
        },
        footer = {"  asynclab plan", "  asynclab plan --port 8090 --no-browser"})
public final class PlanCommand implements Callable<Integer> {

    @Spec
    private CommandSpec command;

    @Option(names = "--port", paramLabel = "0..65535", description = "the port; 0 for a free one")
    private int port;

    @Option(names = "--no-browser", description = "opens no browser")
    private boolean noBrowser;

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter out = command.commandLine().getOut();
        PrintWriter err = command.commandLine().getErr();
        try (var server = PlannerServer.start(
                port, Spelling.of(command.root())::of, thrown -> err.println("A request failed: " + thrown))) {
            out.println(server.url());
            out.flush();
            err.println("The Planner is at this address until Ctrl-C.");
            if (!noBrowser) openBrowser(server.url(), System.getenv());
            new CountDownLatch(1).await();
            return 0;
        } catch (IOException e) {
            throw new LabException(
                    "--port must be a free port, but " + port + " cannot be used: " + e.getMessage() + ".");
        }
    }

    /** Opens a browser if there is a desktop. The address is printed in any case. */
    private static void openBrowser(String url, Map<String, String> environment) {
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        boolean desktop = environment.containsKey("DISPLAY") || environment.containsKey("WAYLAND_DISPLAY");
        List<String> opener = system.startsWith("windows")
                ? List.of("rundll32", "url.dll,FileProtocolHandler")
                : system.startsWith("mac") ? List.of("open") : desktop ? List.of("xdg-open") : List.of();
        if (opener.isEmpty()) return;
        try {
            var words = new ArrayList<>(opener);
            words.add(url);
            new ProcessBuilder(words)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            // there is no such program
        }
    }
}
