package asynclab.wire.container;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.book.Book;
import asynclab.book.CurlLine;
import asynclab.server.Server;
import asynclab.server.ServerSettings;
import asynclab.wire.fixture.Await;
import asynclab.wire.fixture.OnlyOnJetty;
import asynclab.wire.fixture.ServerContract;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** README and the pages, done by a reader who believes them. */
@OnlyOnJetty
class BookOnJettyIT extends ServerContract {

    private static final Pattern PAGE = Pattern.compile("\\(http://localhost:8080(/[^)]*)\\)");
    private static final Pattern STATUS = Pattern.compile("(\\d{3})\\b.*");

    private static final Path PERCENTILES =
            Path.of(System.getProperty("lab.work"), "percentiles.csv").toAbsolutePath();

    private Server backend;

    /** Server and backend are started with the settings that the pages show, each with those that do not contradict another. */
    @Override
    protected ServerSettings settings() {
        var own = new TreeMap<>(Map.of("-Dasynclab.profile", "lab"));
        var backends = new TreeMap<String, String>();
        for (Book.TypedCommand command : Book.commands()) {
            if (!command.text().startsWith("mvn jetty:run ")) continue;
            Map<String, String> shown = settings(command);
            assertTrue(add(shown, own) || add(shown, backends), () -> "a third server for " + command);
        }
        assertEquals("on", own.get("-Dasynclab.faults"));
        write("percent,ms\n50,1\n99,2\n", PERCENTILES);
        backend = start(named("-backend").withJvmFlags(flags(backends)));
        own.put("-Dasynclab.backend", url(backend, ""));
        return named("").withJvmFlags(flags(own));
    }

    private static Map<String, String> settings(Book.TypedCommand command) {
        return command.words().stream()
                .filter(word -> word.startsWith("-Dasynclab."))
                .map(flag -> flag.split("=", 2))
                .collect(Collectors.toMap(
                        flag -> flag[0], flag -> flag[1].replace("/path/to/percentiles.csv", PERCENTILES.toString())));
    }

    private static boolean add(Map<String, String> shown, Map<String, String> settings) {
        boolean contradict = shown.entrySet().stream()
                .anyMatch(one -> !one.getValue().equals(settings.getOrDefault(one.getKey(), one.getValue())));
        if (!contradict) settings.putAll(shown);
        return !contradict;
    }

    private static void write(String text, Path file) {
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> flags(Map<String, String> settings) {
        return settings.entrySet().stream()
                .map(one -> one.getKey() + "=" + one.getValue())
                .toList();
    }

    @Test
    void the_settings_shown_are_those_of_a_deployment_that_works() throws Exception {
        assertEquals(200, get("/async?ms=1").statusCode());
        assertEquals(200, get(backend, "/async").statusCode());
        assertEquals(404, get(backend, "/mistake/lost-exception").statusCode());
    }

    @Test
    void every_curl_line_is_answered_as_its_comment_says() throws Exception {
        Predicate<Book.TypedCommand> ofTheModel = command -> command.text().matches(".*/(predict|explain)\\?.*");
        for (Book.TypedCommand command : curlLines(ofTheModel)) assertAnswered(command, send(command)); // one at a time
        var sent = new LinkedHashMap<Book.TypedCommand, Map<HttpRequest, CompletableFuture<Integer>>>();
        for (Book.TypedCommand command : curlLines(ofTheModel.negate())) sent.put(command, send(command));
        assertTrue(sent.size() > 20, sent::toString);
        sent.forEach(this::assertAnswered);
        Await.until("those who read events have been told that nobody reads", () -> {
            getLater("/publish?text=end").join();
            return ledger().inFlight() == 0;
        });
    }

    /** Each once: what two pages say in the same words is sent for one of them. */
    private static List<Book.TypedCommand> curlLines(Predicate<Book.TypedCommand> which) {
        var texts = new TreeSet<String>();
        return Book.commands().stream()
                .filter(Book.TypedCommand::isCurl)
                .filter(which)
                .filter(command -> texts.add(command.text() + command.comment()))
                .toList();
    }

    /** @return the status of each answer */
    private Map<HttpRequest, CompletableFuture<Integer>> send(Book.TypedCommand command) {
        CurlLine line = CurlLine.of(command);
        var body =
                line.bodyBytes() < 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(new byte[line.bodyBytes()]);
        var answers = new LinkedHashMap<HttpRequest, CompletableFuture<Integer>>();
        for (String path : line.paths()) {
            var builder = request(path).method(line.method(), body);
            line.headers().forEach(builder::header);
            HttpRequest request = builder.build();
            answers.put(request, send(request, line.endless()));
        }
        return answers;
    }

    private CompletableFuture<Integer> send(HttpRequest request, boolean endless) {
        return client.sendAsync(request, BodyHandlers.ofInputStream()).thenApply(answer -> {
            try (InputStream body = answer.body()) {
                if (!endless) body.transferTo(OutputStream.nullOutputStream());
                return answer.statusCode();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    /**
     * A comment that begins with a status says so; without, the answer is one that a reader hopes for. Who is told that the
     * server is too busy asks again, unless the comment says that some are refused.
     */
    private void assertAnswered(Book.TypedCommand command, Map<HttpRequest, CompletableFuture<Integer>> answers) {
        var said = STATUS.matcher(command.comment());
        boolean saysSo = said.matches();
        IntPredicate right = status -> saysSo ? status == Integer.parseInt(said.group(1)) : status < 400;
        answers.forEach((request, answer) -> {
            int status = answer.join();
            if (status == 503 && command.comment().contains("refused")) return;
            if (status == 503 && !saysSo)
                Await.until(
                        command + " is answered, not 503",
                        () -> right.test(send(request, false).join()));
            else assertTrue(right.test(status), () -> status + " for " + request.uri() + " of " + command);
        });
    }

    @Test
    void every_page_of_the_application_that_is_linked_to_is_there() throws Exception {
        var paths = Book.pages().stream()
                .flatMap(page -> Book.lines(page).stream())
                .flatMap(line -> PAGE.matcher(line).results())
                .map(found -> found.group(1))
                .collect(Collectors.toSet());
        assertFalse(paths.isEmpty());
        for (String path : paths) assertEquals(200, get(path).statusCode(), path);
    }
}
