package asynclab.soak;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** The requests and attacks of the soak, and how it reads responses. Without a server. */
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
                        .forEach(path -> missing.add(path.getTextContent().trim()));
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

    @Test
    void a_response_in_pieces_is_complete_with_its_last_byte_only() {
        for (String answer : List.of(
                "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
                "HTTP/1.1 204 No Content\r\n\r\n")) {
            var response = new SoakResponse();
            for (int i = 0; i < answer.length(); i++) {
                assertFalse(response.isComplete(), answer.substring(0, i));
                response.take(StandardCharsets.ISO_8859_1.encode(answer.substring(i, i + 1)));
            }
            assertTrue(response.isComplete(), answer);
            assertEquals(answer.contains("close"), response.closes());
            assertEquals(answer.contains("hello"), response.contains("hello"));
            assertFalse(response.isTooLong());
            response.take(ByteBuffer.wrap(new byte[] {'x'}));
            assertFalse(response.isComplete() && !response.isTooLong(), answer);
        }
        assertThrows(IllegalArgumentException.class, () -> new SoakResponse()
                .take(StandardCharsets.ISO_8859_1.encode("hello\r\n\r\n")));
    }
}
