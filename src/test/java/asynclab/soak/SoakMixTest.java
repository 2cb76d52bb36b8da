package asynclab.soak;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.options.LabException;
import asynclab.probe.PlayedService;
import asynclab.wire.fixture.Await;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** The requests and attacks of the soak, and its users. */
class SoakMixTest {

    @Test
    void every_attack_ends_and_a_seed_determines_the_sequence() {
        for (var kind : SoakAttacks.KINDS) {
            var one = new SplittableRandom(7);
            var same = new SplittableRandom(7);
            for (int i = 0; i < 1_000; i++) {
                Attack attack = kind.apply(one);
                assertEquals(attack, kind.apply(same));
                assertTrue(attack.lastsMillis() > 0, attack::name);
            }
        }
        assertEquals(
                SoakAttacks.KINDS.size(),
                SoakAttacks.KINDS.stream()
                        .map(kind -> kind.apply(new SplittableRandom(1)).name())
                        .distinct()
                        .count());
    }

    @Test
    void a_seed_determines_the_mix() {
        var mix = new SoakMix(List.of());
        var one = new SplittableRandom(7);
        var same = new SplittableRandom(7);
        for (int i = 0; i < 1_000; i++) assertEquals(mix.next(one), mix.next(same));
    }

    @Test
    void a_soak_of_some_paths_requests_no_other() {
        var random = new SplittableRandom(3);
        var mix = new SoakMix(List.of("/queued/lifo", "/queued/deadline"));
        assertEquals(
                Set.of("/queued/lifo", "/queued/deadline"),
                Stream.generate(() -> mix.next(random))
                        .limit(1_000)
                        .map(SoakRequest::name)
                        .collect(Collectors.toSet()));
    }

    @Test
    void a_path_that_nothing_requests_is_refused() {
        var e = assertThrows(LabException.class, () -> new SoakMix(List.of("/queued/", "async")));
        assertEquals(
                "-Darms must be beginnings of paths that the soak requests, such as /queued/, but was \"async\".",
                e.getMessage());
    }

    @Test
    void every_pattern_and_every_behavior_is_in_the_mix() throws Exception {
        var random = new SplittableRandom(1);
        var mix = new SoakMix(List.of());
        List<SoakRequest> requests =
                Stream.generate(() -> mix.next(random)).limit(100_000).toList();
        var webXml = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(Path.of("src/main/webapp/WEB-INF/web.xml").toFile());
        Set<String> patterns = new TreeSet<>();
        for (Element servlet : elements(webXml.getElementsByTagName("servlet")))
            if (text(servlet, "servlet-class").matches("asynclab\\.(pattern|fault)\\..*"))
                patterns.add(text(servlet, "servlet-name"));
        Set<String> missing = new TreeSet<>();
        for (Element mapping : elements(webXml.getElementsByTagName("servlet-mapping")))
            if (patterns.contains(text(mapping, "servlet-name")))
                elements(mapping.getElementsByTagName("url-pattern"))
                        .forEach(
                                path -> missing.add(path.getTextContent().trim().replaceFirst("/\\*$", "")));
        assertTrue(missing.contains("/async"), missing::toString);
        missing.removeIf(path -> path.startsWith("/mistake/")); // these leak on purpose
        requests.forEach(request -> missing.remove(request.target().replaceFirst("\\?.*", "")));
        assertEquals(Set.of("/virtual"), missing, "/virtual needs another JDK");
        for (var behavior : SoakRequest.Behavior.values())
            assertTrue(requests.stream().anyMatch(request -> request.behavior() == behavior), behavior::toString);
    }

    private static List<Element> elements(NodeList nodes) {
        return IntStream.range(0, nodes.getLength())
                .mapToObj(i -> (Element) nodes.item(i))
                .toList();
    }

    private static String text(Element of, String name) {
        NodeList found = of.getElementsByTagName(name);
        return found.getLength() == 0 ? "" : found.item(0).getTextContent().trim();
    }

    /** The server answers at once. It answers every second request with the response to another request. */
    @Test
    void users_know_their_own_response_and_leave_nothing_open() throws Exception {
        var begun = new AtomicInteger();
        try (var service = new PlayedService();
                var client = new SoakClient(service.port(), 200, 1, List.of("/async"))) {
            service.on("/", exchange -> {
                String planned = exchange.getRequestURI().getQuery().replaceAll("\\D", "");
                String said = "X-Planned-Ms: " + (begun.incrementAndGet() % 2 == 0 ? planned : "1") + "\r\n";
                PlayedService.answer(exchange, 200, said);
            });
            client.begin();
            Await.until(
                    "some have been answered",
                    () -> client.unexpected().size() > 0
                            && client.seen().getOrDefault("/async", Map.of()).containsKey("200"));
            Await.until("all have ended", () -> !client.endsStill());
            Map<String, Map<String, Long>> seen = client.seen();
            assertEquals(
                    client.asked(),
                    seen.values().stream()
                            .flatMap(each -> each.values().stream())
                            .mapToLong(Long::longValue)
                            .sum());
            assertEquals(
                    seen.get("/async").get("unexpected"),
                    client.unexpected().get("/async: the response to another request: 200, 0 of 0 MB"),
                    client.unexpected()::toString);
        }
    }
}
