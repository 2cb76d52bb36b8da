package asynclab.container;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.run.result.figures.ThreadLanes.LaneState;
import asynclab.web.filter.ResponseHeadersFilter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ThreadActivityTest {

    private static final Path STACKS = Path.of("src/test/resources/asynclab/container");

    /** A thread of a dump, with the state that it was in. */
    private record Dumped(String state, String name, List<StackTraceElement> stack) {}

    /** Stacks of a server with requests in flight, taken by jstack: a line with state and name, then a line a frame. */
    private static List<Dumped> dumped(String server) throws Exception {
        var threads = new ArrayList<Dumped>();
        for (String line : Files.readAllLines(STACKS.resolve(server + ".txt"))) {
            if (line.startsWith("\t")) {
                String method = line.replaceFirst("\\(.*", "").replaceFirst("^\tat ", "");
                int dot = method.lastIndexOf('.');
                threads.get(threads.size() - 1)
                        .stack
                        .add(new StackTraceElement(method.substring(0, dot), method.substring(dot + 1), null, -1));
            } else {
                String[] head = line.split(" ", 2);
                threads.add(new Dumped(head[0], head[1], new ArrayList<>()));
            }
        }
        return threads;
    }

    @ParameterizedTest
    @ValueSource(strings = {"jetty-12", "tomcat-9"})
    void a_stack_shows_what_its_thread_does(String server) throws Exception {
        List<Dumped> threads = dumped(server);
        assertTrue(threads.size() >= 7);
        for (Dumped thread : threads)
            assertEquals(
                    thread.state,
                    ThreadActivity.of(
                                    thread.name,
                                    thread.stack.toArray(new StackTraceElement[0]),
                                    ResponseHeadersFilter.class.getName() + ".doFilter")
                            .map(Enum::name)
                            .orElse("none"),
                    thread.name);
    }

    @Test
    void the_lab_knows_every_state_of_the_server() {
        assertEquals(
                Stream.of(ThreadActivity.values()).map(Enum::name).toList(),
                Stream.of(LaneState.values()).map(Enum::name).toList());
    }
}
