package asynclab.frameworks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.run.plan.PlannedArm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The programs agree with their descriptions, and a normal build does not contain them. Only the experiment starts them. */
class FrameworkTest {

    private static final Path FOLDER = Path.of("src/frameworks");

    static List<Framework> programs() {
        return Stream.concat(
                        Framework.ALL.stream(),
                        Stream.of(Framework.SPRING_TOMCAT, Framework.SPRING_JETTY, Framework.SPRING_GATEWAY))
                .filter(framework -> !framework.isServlet())
                .toList();
    }

    private static String source(Framework framework) throws Exception {
        return Files.readString(FOLDER.resolve("java/asynclab/original/" + framework.program() + ".java"));
    }

    @ParameterizedTest
    @MethodSource("programs")
    void a_program_is_a_file_of_at_most_100_lines_with_its_paths_and_its_libraries(Framework framework)
            throws Exception {
        String source = source(framework);
        assertTrue(source.lines().count() <= 100, framework::program);
        String modules = Files.readString(FOLDER.resolve("pom.xml"));
        assertTrue(modules.contains("<module>" + framework.module() + "</module>"), framework::module);
        assertTrue(Files.exists(FOLDER.resolve(framework.module()).resolve("pom.xml")), framework::module);
        assertTrue(FrameworkServers.lines(Path.of("."), framework) > 10);
        boolean anyPath = framework.program().equals("NettyHold");
        for (String path : List.of(framework.path(), framework.gateway()))
            assertTrue(anyPath || path.isEmpty() || source.contains('"' + path + '"'), framework + " has no " + path);
    }

    @Test
    void every_arm_of_a_post_exists_there_and_has_its_path_in_the_program() throws Exception {
        for (PostArm post : PostArm.ALL) {
            PlannedArm arm = post.planned().arm(post.arm());
            String path = post.path().isEmpty() ? arm.path() : post.path();
            assertTrue(source(post.framework()).contains('"' + path + '"'), post + " has no " + path);
        }
    }

    @Test
    void the_table_has_at_most_ten_rows_and_our_servlet_is_the_first() {
        assertTrue(Framework.ALL.size() <= 10);
        assertEquals(Framework.SERVLET, Framework.ALL.get(0));
        assertEquals(
                Framework.ALL.size(),
                Framework.ALL.stream().map(Framework::name).distinct().count());
        assertTrue(GatewayRates.GATEWAYS.contains(Framework.SERVLET));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "org.springframework.boot.SpringApplication",
                "io.vertx.core.Vertx",
                "io.helidon.webserver.WebServer",
                "asynclab.original.JettyHold"
            })
    void nothing_of_a_framework_is_on_the_class_path(String name) {
        assertThrows(ClassNotFoundException.class, () -> Class.forName(name));
    }
}
