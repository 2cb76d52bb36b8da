package asynclab.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each option is declared once. The build, the book, messages and reports agree with the declaration. */
class OptionsTest {

    /** Only tests give these. */
    private static final List<String> WITHOUT_ARGUMENT = List.of("results", "work");
    /** The argument jmeterHome is the only one whose Maven property has another name. */
    private static final String JMETER_ROW = "| `-Djmeter.home=` |";

    private static Options options(String... arguments) {
        var all = new ArrayList<>(List.of("project=.", "war=."));
        all.addAll(List.of(arguments));
        return Options.of(all.toArray(String[]::new));
    }

    @Test
    void the_arguments_in_the_build_are_the_declared_options() throws IOException {
        List<String> arguments = Pattern.compile("<argument>(\\w+)=\\$\\{([\\w.]+)}</argument>")
                .matcher(Files.readString(Path.of("pom.xml")))
                .results()
                .map(argument -> argument.group(1))
                .sorted()
                .toList();
        List<String> declared = OptionList.ALL.stream()
                .map(Option::name)
                .filter(name -> !WITHOUT_ARGUMENT.contains(name))
                .sorted()
                .toList();
        assertEquals(declared, arguments);
    }

    @Test
    void the_property_of_a_users_option_has_its_name() throws IOException {
        String pom = Files.readString(Path.of("pom.xml"));
        for (Option<?> option : OptionList.ALL)
            if (option.use() != Option.Use.BUILD) {
                String name = option.name();
                assertTrue(pom.contains("<argument>" + name + "=${" + name + "}</argument>"), name);
                assertTrue(pom.matches("(?s).*<" + name + "( /|>[^<]*</" + name + ")>.*"), name + " has no default");
            }
    }

    @Test
    void the_table_in_the_book_is_the_declaration() throws IOException {
        String rows = Files.readString(Path.of("src/site/markdown/lab.md"))
                .lines()
                .dropWhile(line -> !line.startsWith("| option |"))
                .takeWhile(line -> line.startsWith("|"))
                .filter(line -> !line.startsWith(JMETER_ROW))
                .collect(Collectors.joining("\n", "", "\n"));
        assertEquals(Options.table(), rows);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            speed=0              | -Dspeed must be a whole number from 1 to 1000, but was "0".
            repeats=two          | -Drepeats must be a whole number from 1 to 100, but was "two".
            users=8001           | -Dusers must be a whole number from 1 to 8000, but was "8001".
            port=99999999999     | -Dport must be a whole number from 0 to 65535, but was "99999999999".
            minutes=NaN          | -Dminutes must be a number from 0.1 to 10000, but was "NaN".
            server=glassfish     | -Dserver must be jetty or tomcat, but was "glassfish".
            run=maybe            | -Drun must be true or false, but was "maybe".
            compare=one          | -Dcompare must be two results, as in -Dcompare=80-20,results/local/80-20, but was "one".
            engines=a:1,a:1      | -Dengines must be host:port,host:port, each engine once, but was "a:1,a:1".
            target=ftp://host    | -Dtarget must be a URL without a user, such as http://host:8080/path?query, but was "ftp://host".
            baseline=http://u@h/ | -Dbaseline must be a URL without a user, such as http://host:8080/path?query, but was "http://u@h/".
            jdk=999              | -Djdk must name an installed JDK, but no JDK 999 is in the usual places or named by JAVA_HOME_999. Give the path of its home.
            colour=red           | There is no option "colour".
            """)
    void a_wrong_value_is_refused_with_the_option_and_the_values_allowed(String argument, String sentence) {
        assertEquals(
                sentence,
                assertThrows(LabException.class, () -> options(argument)).getMessage());
    }

    @Test
    void an_empty_value_is_an_absent_one() {
        assertEquals(
                options().command("80-20"),
                options("speed=", "arms=", "target=").command("80-20"));
        assertEquals(List.of(), options("arms=").arms());
        assertEquals(4_000, options("users=").users());
        assertEquals(400, options("target=http://localhost/").users());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "experiment=80-20",
                "experiment=80-20 speed=10 arms=blocking,async repeats=3 seed=7",
                "experiment=soak minutes=0.5 users=500 hostile=0 server=tomcat",
                "experiment=80-20 engines=one:1099,two:1099 host=192.0.2.1",
                "target=http://localhost:8090/async?ms=100 baseline=http://localhost:8090/blocking users=50 seconds=5",
                "experiment=80-20 assert=async.p99Ms<450,async.errors=0"
            })
    void the_command_of_a_report_reproduces_the_options(String arguments) {
        Options first = options(arguments.split(" "));
        String command = first.command(first.experiment());
        String[] again = Arrays.stream(command.replace("mvn verify -Plab", "").split(" -D"))
                .filter(word -> !word.isBlank())
                .map(word -> word.strip().replace("\"", ""))
                .toArray(String[]::new);
        Options second = options(again);
        assertEquals(command, second.command(second.experiment()));
        for (Option<?> option : OptionList.ALL)
            if (option.use() == Option.Use.MEASURE) assertEquals(first.get(option), second.get(option), option.name());
    }

    @Test
    void a_command_contains_nothing_of_this_machine() {
        assertEquals(
                "mvn verify -Plab -Dexperiment=80-20",
                options("port=8080", "work=target").command("80-20"));
    }

    @Test
    void help_needs_neither_a_war_nor_other_options() {
        assertTrue(Options.of("help=true", "baseline=http://localhost/").help());
    }
}
