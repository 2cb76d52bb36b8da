package asynclab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.LabSession;
import asynclab.options.LabException;
import asynclab.options.Options;
import asynclab.options.ProbeOptions;
import asynclab.options.SoakOptions;
import asynclab.options.TrafficOptions;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each option is declared once. The book, the help, messages and reports agree with the declaration. */
class CommandReaderTest {

    /** Of the options that the build gives, a user may change only this one. Its Maven property has another name. */
    private static final String JMETER_ROW = "| `-Djmeter.home=` |";

    private final LabSession lab = new LabSession();
    private final PrintStream out = lab.out();

    @Test
    void the_table_in_the_book_equals_the_declared_options() throws IOException {
        String rows = Files.readString(Path.of("src/site/markdown/lab.md"))
                .lines()
                .dropWhile(line -> !line.startsWith("| option |"))
                .takeWhile(line -> line.startsWith("|"))
                .filter(line -> !line.startsWith(JMETER_ROW))
                .collect(Collectors.joining("\n", "", "\n"));
        Lab.run(out, "help=true", "target=http://localhost/");
        assertEquals(lab.printed(), rows);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            speed=0              | -Dspeed must be a whole number from 1 to 1000, but was "0".
            repeats=two          | -Drepeats must be a whole number from 1 to 100, but was "two".
            port=99999999999     | -Dport must be a whole number from 0 to 65535, but was "99999999999".
            server=glassfish     | -Dserver must be jetty or tomcat, but was "glassfish".
            run=maybe            | -Drun must be true or false, but was "maybe".
            compare=one          | -Dcompare must be two results, as in -Dcompare=80-20,results/local/80-20, but was "one".
            engines=a:1,a:1      | -Dengines must be host:port,host:port, each engine once, but was "a:1,a:1".
            engines=10.0.0.2:1   | -Dengines of other machines needs -Dhost, the address of this machine for them.
            target=ftp://host    | -Dtarget must be a URL without a user, such as http://host:8080/path?query, but was "ftp://host".
            jdk=999              | -Djdk must name an installed JDK, but no JDK 999 is in the usual places or named by JAVA_HOME_999. Give the path of its home.
            repeat=3             | There is no option -Drepeat. The nearest is -Drepeats.
            logformat=nginx      | There is no option -Dlogformat. The nearest is -DlogFormat.
            experiment=nothing,b | There is no experiment "nothing,b". There are all, stale, soak,
            arms=fast            | The experiment 80-20 has no arm "fast". Its arms are blocking, async,
            speed=7              | -Dspeed must divide every time of the experiment, but was 7: the ramp (s) is 30.
            cores=4              | -Dcores is no option of experiment, only of log.
            target               | An option must be name=value, but was "target".
            """)
    void a_wrong_option_is_refused_with_what_is_allowed(String option, String sentence) {
        String said =
                assertThrows(LabException.class, () -> Lab.run(out, option)).getMessage();
        assertTrue(said.startsWith(sentence), said);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            soak --minutes=NaN             | --minutes must be a number from 0.1 to 10000, but was "NaN".
            soak --users=8001              | --users must be a whole number from 1 to 8000, but was "8001".
            soak --durationUnit=s          | There is no option --durationUnit. The nearest is --duration-unit.
            target http://h/ --arms=a      | --arms is no option of target, only of calibration, compare, containers, experiment, frameworks, reproduce, soak.
            soak http://h/                 | The command soak does not take "http://h/".
            log                            | The command log needs FILE: access logs of your own traffic, plain or packed.
            lag access.log                 | There is no command "lag". The nearest is "log".
            log=access.log                 | There is no command "log=access.log". Write "log access.log".
            """)
    void a_refused_command_line_is_quoted_as_the_user_typed_it(String line, String sentence) {
        var reader = Lab.reader(out, false);
        assertEquals(
                sentence,
                assertThrows(LabException.class, () -> reader.execute(line.split(" ")))
                        .getMessage());
    }

    @Test
    void options_without_effect_are_refused_by_name() {
        var e = assertThrows(
                LabException.class, () -> Lab.options("target=http://shop/", "speed=10", "arms=async", "server=jetty"));
        assertEquals(
                "-Dspeed is no option of target, only of benchmark, experiment, frameworks, reproduce."
                        + " -Darms is no option of target, only of calibration, compare, containers, experiment, frameworks, reproduce, soak."
                        + " -Dserver is no option of target, only of benchmark, experiment, log, soak.",
                e.getMessage());
    }

    @Test
    void each_command_prints_its_own_options() {
        Lab.reader(out, false).execute("log", "--help");
        assertTrue(lab.printed().contains("--log-format"), lab::printed);
        assertFalse(lab.printed().contains("--minutes"), lab::printed);
        var without = new LabSession();
        Lab.reader(without.out(), false).execute();
        for (String command : List.of("experiment", "benchmark", "target", "log", "soak", "containers", "compare"))
            assertTrue(without.printed().contains("\n  " + command + " "), without::printed);
    }

    @Test
    void an_empty_value_is_an_absent_one() {
        assertEquals(
                Lab.options().command("80-20"),
                Lab.options("speed=", "arms=", "target=").command("80-20"));
        assertEquals(List.of(), Lab.options("arms=").arms());
        assertEquals(4_000, ((SoakOptions) Lab.options("experiment=soak", "users=")).users);
        assertEquals(400, ((ProbeOptions) Lab.options("target=http://localhost/")).users);
    }

    @Test
    void the_command_log_gets_all_its_options() {
        var log = (TrafficOptions) Lab.options(
                "log=a.log,b.log.gz", "logFormat=%h, %D \"%r\"", "traffic=3,1.5", "cpuPercent=40", "cores=4");
        assertEquals(
                List.of("a.log", "b.log.gz"),
                log.files().stream().map(log::relative).toList());
        assertEquals("%h, %D \"%r\"", log.format);
        assertEquals(List.of(1.5, 3.0), log.traffic());
        assertEquals(4, log.cores);
        assertEquals(0, log.timeoutMillis);
        assertEquals(
                "mvn verify -Plab -Dlog=a.log,b.log.gz -DlogFormat='%h, %D \"%r\"' -Dtraffic=3,1.5 -DcpuPercent=40 -Dcores=4",
                log.command("log"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "experiment=80-20",
                "experiment=80-20 speed=10 arms=blocking,async repeats=3 seed=7",
                "experiment=soak minutes=0.5 users=500 hostile=0 server=tomcat",
                "experiment=hold server=tomcat",
                "experiment=80-20 engines=one:1099,two:1099 host=192.0.2.1",
                "target=http://localhost:8090/async?ids=1,2,http://localhost:8090/blocking weights=3,1 users=50 maxRps=90",
                "experiment=80-20 assert=async.p99Ms<450,async.errors=0"
            })
    void the_command_of_a_report_reproduces_the_options(String arguments) {
        Options first = Lab.options(arguments.split(" "));
        String command = first.command(first.experiment());
        String[] again = Arrays.stream(command.replace("mvn verify -Plab", "").split(" -D"))
                .filter(word -> !word.isBlank())
                .map(word -> word.strip().replace("\"", ""))
                .toArray(String[]::new);
        Options second = Lab.options(again);
        assertEquals(arguments.split(" ").length, again.length);
        assertEquals(command, second.command(second.experiment()));
        assertEquals(first.given(), second.given());
    }

    @Test
    void the_command_of_a_report_names_nothing_of_this_machine() {
        assertEquals(
                "mvn verify -Plab -Dexperiment=80-20",
                Lab.options("port=8080", "work=target").command("80-20"));
    }

    /** The processes of the lab run in the folder for logs, so a relative name would mean another folder there. */
    @Test
    void the_folders_of_the_lab_are_those_of_the_project() {
        Options options = Lab.options("project=a", "work=b", "results=c");
        assertEquals(Path.of("a/b").toAbsolutePath(), options.work());
        assertEquals(Path.of("a/c/local").toAbsolutePath(), options.results());
    }

    @Test
    void a_missing_jmeter_is_named_as_a_user_typed_it() {
        Options options = Lab.options("jmeterHome=nowhere");
        assertEquals(
                "There is no JMeter at nowhere. Leave out -Djmeter.home to use the one of the build.",
                assertThrows(LabException.class, options::jmeterHome).getMessage());
    }

    @Test
    void only_the_properties_of_mavens_command_line_are_options() throws IOException {
        var environment = Map.of("host", "a", "log", "access.log", "logFormat", "%h, host=b", "skipTests", "true");
        String told = "maven {skipTests=true, logFormat=%h, host=b, log=access.log, my.host=a}";
        assertEquals(
                Set.of("log=access.log", "logFormat=%h, host=b"),
                Set.copyOf(MavenCommand.options(Lab.reader(out, true), told, environment)));
        String pom = Files.readString(Path.of("pom.xml"));
        assertTrue(pom.contains("<argument>maven ${session.userProperties}</argument>"));
        assertTrue(pom.contains("<environmentVariables>${session.userProperties}</environmentVariables>"));
    }

    @Test
    void a_misspelt_option_in_mavens_command_line_is_refused() {
        List<String> options =
                MavenCommand.options(Lab.reader(out, true), "maven {experimnet=all}", Map.of("experimnet", "all"));
        var e = assertThrows(LabException.class, () -> Lab.run(out, options.get(0)));
        assertEquals("There is no option -Dexperimnet. The nearest is -Dexperiment.", e.getMessage());
    }
}
