package asynclab.house;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;

import asynclab.exchange.Exchange;
import asynclab.house.Measures.Size;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.Location;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.servlet.AsyncContext;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Where everything lives, and what may call what. {@link Measures} prints how large the rooms and files are. */
class HouseTest {

    /** Which rooms a room may call, by their names; a room that is not named here may call none. Each {@code package-info} says the same. */
    private static final Map<String, List<String>> ARROWS = Map.ofEntries(
            calls("parameter", ""),
            calls("json", ""),
            calls("input", "parameter"),
            calls("discipline", "parameter"),
            calls("pool", ""),
            calls("delay", "parameter"),
            calls("container", "input parameter"),
            calls("exchange", "container input parameter json delay pool"),
            calls("resource", "input parameter pool exchange"),
            calls("queue", "discipline input parameter"),
            calls("servlet", "input parameter delay exchange resource"),
            calls("pattern", "input parameter pool delay exchange resource servlet discipline queue"),
            calls("pattern.composition", "input parameter delay exchange resource servlet"),
            calls("pattern.stream", "input parameter delay exchange resource servlet"),
            calls("mistake", "container input parameter pool delay exchange resource servlet"),
            calls("fault", "container input parameter delay exchange servlet"),
            calls("model.station", "discipline"),
            calls("model", "delay model.station"),
            calls("model.advice", "delay model"),
            calls("corpus", "parameter delay model"),
            calls("corpus.report", "corpus parameter model document options"),
            calls(
                    "corpus.reproduction",
                    "corpus corpus.report model document options client server run run.plan run.result frameworks"),
            calls("accesslog.format", ""),
            calls("accesslog.recognition", "accesslog.format"),
            calls("accesslog", "accesslog.format accesslog.recognition"),
            calls("traffic", "accesslog model"),
            calls(
                    "planner",
                    "parameter delay discipline model model.station model.advice accesslog accesslog.format traffic corpus"),
            calls("traffic.processor", "traffic"),
            calls("web.filter", "container input parameter exchange discipline queue web.burst"),
            calls(
                    "web.stats",
                    "container input parameter exchange resource servlet pattern.stream web.filter discipline queue"),
            calls("web.planner", "input parameter pool exchange servlet planner"),
            calls("web.burst", "input parameter exchange resource pattern.stream"),
            calls(
                    "web",
                    "container input parameter delay exchange resource servlet web.filter web.stats web.planner web.burst"),
            calls("planner.http", "planner parameter json traffic"),
            calls("options", ""),
            calls("client", "options"),
            calls("server", "options client exchange"),
            calls("run.plan", "options parameter delay discipline model model.station"),
            calls("run.result.figures", "document model model.station exchange"),
            calls("document", "options model"),
            calls("run.result", "options document server run.plan run.result.figures model model.station delay"),
            calls("run", "options document server run.plan run.result run.result.figures model model.station exchange"),
            calls("report.plot", "options document run.plan run.result run.result.figures model model.station"),
            calls(
                    "report",
                    "options document run.plan run.result run.result.figures report.plot model model.station exchange"),
            calls("probe", "options document model model.advice delay"),
            calls(
                    "logs",
                    "options document accesslog accesslog.format traffic traffic.processor model delay server run.plan run run.result run.result.figures"),
            calls("soak", "options model document server run.result run discipline exchange"),
            calls("portability", "options document client server run.plan run.result run model exchange"),
            calls("bench.measure", "options client server"),
            calls(
                    "bench",
                    "options document client server run.plan run.result run bare frameworks bench.measure model model.advice model.station delay exchange"),
            calls(
                    "frameworks",
                    "options document client server run.plan run.result run.result.figures run bench.measure model"),
            calls("calibration", "options document server run.plan run run.result run.result.figures discipline model"),
            calls("recorder", ""),
            calls("bare", ""),
            calls("example", ""),
            calls(
                    "cli",
                    "parameter json model planner planner.http options document server run.plan run.result run report probe soak corpus corpus.report corpus.reproduction portability logs frameworks bench calibration"));

    private static Map.Entry<String, List<String>> calls(String room, String others) {
        return Map.entry(room, others.isEmpty() ? List.of() : List.of(others.split(" ")));
    }

    private static final int FILES_IN_A_ROOM = 25;
    private static final int LINES_OF_A_FILE = 380;
    private static final int LINES_OF_A_METHOD = 40;
    private static final int COMPONENTS_OF_A_RECORD = 13;

    private static JavaClasses all;
    private static Measures measures;

    @BeforeAll
    static void read() throws IOException {
        measures = Measures.of(Path.of("."));
        all = new ClassFileImporter()
                .withImportOption(HouseTest::isNoTest)
                .importUrls(List.of(folderOf(HouseTest.class), folderOf(Exchange.class)));
    }

    private static URL folderOf(Class<?> type) {
        return type.getProtectionDomain().getCodeSource().getLocation();
    }

    /** The lab is compiled with the tests, so the folder of a class does not say which of the two it is. */
    private static boolean isNoTest(Location location) {
        String file = location.asURI().getPath();
        String type = file.replaceFirst(".*/(asynclab/[^$]*)(\\$.*)?\\.class", "$1");
        return !Files.exists(Path.of("src/test/java", type + ".java"));
    }

    static List<String> rooms() {
        return ARROWS.keySet().stream().sorted().toList();
    }

    @ParameterizedTest
    @MethodSource("rooms")
    void a_room_calls_only_the_rooms_below_it(String room) {
        var allowed = DescribedPredicate.<JavaClass>describe(
                "in " + ARROWS.get(room),
                type -> !type.getPackageName().startsWith("asynclab")
                        || type.getPackageName().equals("asynclab." + room)
                        || ARROWS.get(room).stream()
                                .anyMatch(name -> type.getPackageName().equals("asynclab." + name)));
        classes()
                .that(resideInAPackage("asynclab." + room))
                .should()
                .onlyDependOnClassesThat(allowed)
                .check(all);
    }

    @Test
    void every_room_is_known() {
        List<String> found = all.stream()
                .map(type -> type.getPackageName().substring("asynclab.".length()))
                .distinct()
                .sorted()
                .toList();
        assertEquals(rooms(), found);
    }

    @Test
    void no_rooms_call_each_other_in_a_circle() {
        slices().matching("asynclab.(**)").should().beFreeOfCycles().check(all);
    }

    /** {@code src/model} can be used alone: nothing that its classes reach knows a servlet, a logger or a server. */
    @Test
    void the_model_reaches_no_servlet_and_no_logger() {
        noClasses()
                .that(DescribedPredicate.describe("are in src/model", HouseTest::isModel))
                .should()
                .transitivelyDependOnClassesThat(
                        resideInAnyPackage("javax.servlet..", "org.slf4j..", "ch.qos.logback..", "org.eclipse.jetty.."))
                .check(all);
    }

    private static boolean isModel(JavaClass type) {
        String file = type.getName().replaceFirst("\\$.*", "").replace('.', '/') + ".java";
        return Files.exists(Path.of("src/model/java", file));
    }

    @Test
    void one_class_completes() {
        noClasses()
                .that(DescribedPredicate.not(resideInAPackage("asynclab.mistake")
                        .or(resideInAPackage("asynclab.bare"))
                        .or(resideInAPackage("asynclab.portability"))))
                .and()
                .doNotHaveFullyQualifiedName("asynclab.exchange.Completion")
                .should()
                .callMethod(AsyncContext.class, "complete")
                .check(all);
    }

    @Test
    void no_room_file_method_or_record_is_too_large() {
        assertEquals(List.of(), over(measures.rooms(), FILES_IN_A_ROOM));
        assertEquals(List.of(), over(measures.files(), LINES_OF_A_FILE));
        assertEquals(List.of(), over(measures.methods(), LINES_OF_A_METHOD));
        assertEquals(List.of(), over(measures.records(), COMPONENTS_OF_A_RECORD));
    }

    @Test
    void one_name_is_one_thing() {
        assertEquals(List.of(), measures.duplicateNames());
        assertEquals(List.of(), measures.nulls());
    }

    private static List<Size> over(List<Size> sizes, int limit) {
        return sizes.stream().filter(size -> size.size() > limit).toList();
    }
}
