package asynclab.book;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import asynclab.bench.Bench;
import asynclab.cli.Lab;
import asynclab.cli.Tool;
import asynclab.corpus.reproduction.ReproductionRun;
import asynclab.frameworks.FrameworkRun;
import asynclab.options.Options;
import asynclab.run.ExperimentRun;
import asynclab.run.plan.Experiment;
import asynclab.server.Containers;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every command in README and the pages is one that something runs. What a test can run itself, {@code BookOnJettyIT} does; the
 * rest is understood here by the code that would run it: an experiment, an option or a property that there is not, fails.
 */
class BookTest {

    private static final Pattern OPTION = Pattern.compile("`'?-D([\\w.-]+)[^`]*`");
    private static final Pattern PROPERTY = Pattern.compile("`-J(\\w+)=[^`]*`|(?<=[` ])-J(\\w+)=");
    private static final List<String> GOALS = List.of("verify", "test", "package", "jetty:run", "spotless:apply");
    private static final List<String> OF_THE_JVM = List.of("java.rmi.server.hostname", "server_port");

    static List<Book.TypedCommand> commands() {
        return Book.commands();
    }

    @ParameterizedTest
    @MethodSource("commands")
    void a_command_is_one_that_something_runs(Book.TypedCommand command) {
        assertAll(command.toString(), () -> understand(command));
    }

    private static void understand(Book.TypedCommand command) throws IOException {
        List<String> words = command.words();
        switch (words.get(0)) {
            case "curl", "head" -> CurlLine.of(command);
            case "mvn" -> maven(words);
            case "jmeter" -> jmeter(words);
            case "jmeter-server" -> engine(words);
            case "java" -> java(words);
            case "cp" -> assertEquals(
                    "target/" + group(read("pom.xml"), "<finalName>(.*)</finalName>") + ".war", words.get(1));
            default -> fail("nothing runs it");
        }
    }

    private static void maven(List<String> words) throws IOException {
        var options = new TreeMap<String, String>();
        boolean lab = words.contains("-Plab");
        var goals = new ArrayList<String>();
        for (String word : words.subList(1, words.size())) {
            if (word.startsWith("-D")) {
                String[] option = word.substring(2).split("=", 2);
                options.put(option[0], option.length == 1 ? "true" : option[1]);
            } else if (!List.of("-Plab", "-B").contains(word)) goals.add(word);
        }
        assertTrue(goals.size() == 1 && GOALS.contains(goals.get(0)), goals::toString);
        if (lab) lab(options);
        else
            for (String name : options.keySet()) {
                assertTrue(isKnown(name), name);
                if (name.endsWith("test")) assertTrue(isTest(options.get(name)), options.get(name));
            }
    }

    /** Read as the lab reads it. */
    private static void lab(Map<String, String> given) throws IOException {
        if (given.containsKey("help")) return;
        Options options =
                Lab.options(given.entrySet().stream().map(Object::toString).toArray(String[]::new));
        String experiment = options.experiment();
        if (experiment.equals("containers")) options.arms().forEach(Containers::named);
        else if (experiment.equals(FrameworkRun.NAME))
            assertTrue(FrameworkRun.arms().containsAll(options.arms()), () -> "" + options.arms());
        else if (experiment.equals("reproduce"))
            assertTrue(ReproductionRun.arms().containsAll(options.arms()), () -> "" + options.arms());
        else if (Experiment.names().contains(experiment))
            new ExperimentRun(options, experiment, new PrintStream(OutputStream.nullOutputStream()));
        else
            assertTrue(
                    Bench.names().contains(experiment)
                            || List.of("soak", "calibration", "all", "stale", "target", "log", "corpus", "compare")
                                    .contains(experiment),
                    experiment);
    }

    private static void jmeter(List<String> words) throws IOException {
        assertEquals(List.of("jmeter", "-n", "-t"), words.subList(0, 3));
        String plan = read(words.get(3));
        assertEquals("-l", words.get(4));
        for (String word : words.subList(6, words.size()))
            assertTrue(isProperty(plan, group(word, "-J(\\w+)=.*")), word);
    }

    private static boolean isProperty(String plan, String name) {
        return plan.contains("__P(" + name + ",");
    }

    /** {@code EnginesIT} starts engines with these. */
    private static void engine(List<String> words) throws IOException {
        String started = read("src/test/java/asynclab/run/EnginesIT.java");
        for (String word : words.subList(1, words.size()))
            assertTrue(started.contains("\"" + word.substring(0, word.indexOf('=') + 1)), word);
    }

    /** Read as the jar reads it. */
    private static void tool(List<String> words) {
        if (!words.isEmpty()) assertTrue(Tool.understands(words.toArray(String[]::new)), words::toString);
    }

    /** {@code ProbeRunTest} runs the example, and every test on Jetty starts Jetty so. */
    private static void java(List<String> words) throws IOException {
        if (words.get(1).endsWith(".java")) {
            assertTrue(Files.exists(Path.of(words.get(1))), words.get(1));
            return;
        }
        if (words.get(2).equals("target/asynclab.jar")) {
            tool(words.subList(3, words.size()));
            return;
        }
        assertEquals(List.of("-jar", "$JETTY_HOME/start.jar"), words.subList(1, 3));
        assertTrue(Files.exists(Path.of(words.get(4)).getFileName()), words.get(4));
        String lab = read("src/lab/java/asynclab/server/JettyLayouts.java");
        for (int i = 3; i < words.size(); i++)
            if (i != 4)
                assertTrue(lab.contains('"' + words.get(i).replace("/path/to", "/containers") + '"'), words.get(i));
    }

    @Test
    void every_option_that_is_named_exists() throws Exception {
        for (Path page : Book.pages())
            for (String line : Book.lines(page)) {
                for (MatchResult option : OPTION.matcher(line).results().toList())
                    assertTrue(isKnown(option.group(1)), () -> option.group() + " in " + page);
                for (MatchResult property : PROPERTY.matcher(line).results().toList()) {
                    String name = property.group(1) != null ? property.group(1) : property.group(2);
                    assertTrue(
                            isProperty(read("jmeter/plan.jmx") + read("jmeter/open.jmx"), name),
                            () -> property.group() + " in " + page);
                }
            }
    }

    @Test
    void every_experiment_and_every_benchmark_is_named() throws Exception {
        String pages = read("src/site/markdown/lab.md") + read("src/site/markdown/results.md");
        for (String name : Experiment.names()) assertTrue(pages.contains("`" + name + "`"), name);
        for (String name : Bench.names()) assertTrue(pages.contains("| `" + name + "` |"), name);
    }

    private static boolean isKnown(String option) throws IOException {
        if (!option.startsWith("asynclab."))
            return read("src/site/markdown/lab.md").contains("| `-D" + option + "=") // the table of the lab's options
                    || OF_THE_JVM.contains(option)
                    || List.of("test", "it.test", "surefire.failIfNoSpecifiedTests", "skipTests")
                            .contains(option)
                    || read("jetty.xml").contains("name=\"" + option + "\"")
                    || read("pom.xml").contains("<name>" + option + "</name>"); // which switches a profile on
        String name = option.substring("asynclab.".length());
        return read("src/main/webapp/WEB-INF/web.xml").contains("<param-name>" + name + "</param-name>")
                || read("src/main/resources/logback.xml").contains("${" + option + ":-")
                || option.equals("asynclab.backend") // of backend-url; SettingsTest reads it
                || option.equals("asynclab.NAME");
    }

    private static boolean isTest(String name) throws IOException {
        if (name.endsWith("*")) return true;
        try (var files = Files.walk(Path.of("src/test/java"))) {
            return files.anyMatch(file -> file.endsWith(name + ".java"));
        }
    }

    private static String read(String file) throws IOException {
        return Files.readString(Path.of(file));
    }

    private static String group(String text, String pattern) {
        var found = Pattern.compile(pattern).matcher(text);
        assertTrue(found.find(), () -> pattern + " in " + text);
        return found.group(1);
    }
}
