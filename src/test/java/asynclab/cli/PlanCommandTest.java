package asynclab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.options.LabException;
import java.io.BufferedReader;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.PrintWriter;
import java.io.Writer;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The command {@code plan} prints the address of the Planner, and serves it until it is interrupted. */
class PlanCommandTest {

    private static PlanCommand command(Writer out, String... words) {
        var command = new CommandLine(new PlanCommand())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(Writer.nullWriter()));
        command.parseArgs(words);
        return command.getCommand();
    }

    @Test
    void it_serves_the_planner_until_it_is_interrupted() throws Exception {
        var out = new PipedWriter();
        var lines = new BufferedReader(new PipedReader(out));
        var task = new FutureTask<>(command(out, "--no-browser"));
        var thread = new Thread(task);
        thread.start();
        String url = lines.readLine();
        assertTrue(url.matches("http://127\\.0\\.0\\.1:\\d+/planner\\.html"), url);
        var request = HttpRequest.newBuilder(URI.create(url)).build();
        var client = HttpClient.newHttpClient();
        assertTrue(client.send(request, BodyHandlers.ofString()).body().contains("<title>Planner"));
        thread.interrupt();
        thread.join();
        assertThrows(ConnectException.class, () -> HttpClient.newHttpClient().send(request, BodyHandlers.ofString()));
    }

    @Test
    void a_port_in_use_is_refused_in_a_sentence() throws Exception {
        try (var used = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            PlanCommand plan = command(Writer.nullWriter(), "--no-browser", "--port", "" + used.getLocalPort());
            assertEquals(
                    "--port must be a free port, but " + used.getLocalPort()
                            + " cannot be used: Address already in use.",
                    assertThrows(LabException.class, plan::call).getMessage());
        }
    }
}
