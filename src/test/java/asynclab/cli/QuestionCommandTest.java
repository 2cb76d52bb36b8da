package asynclab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.exchange.Reply;
import asynclab.options.LabException;
import asynclab.parameter.Parameters;
import asynclab.planner.Computations;
import asynclab.planner.Computations.Computation;
import asynclab.planner.ExplainQuestion;
import asynclab.planner.PlannerParameter;
import asynclab.planner.PredictQuestion;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** The commands {@code predict} and {@code explain} ask what the URLs ask, and print the same answers. */
class QuestionCommandTest {

    private static final long MILLIS = 60_000;
    private static final String PREDICT = "predict --arrival-rate 7 --duration 9 --mix 80:1000,20:4000 --threads 10";
    private static final String EXPLAIN = "explain --users 20 --loops 5 --ms 30 --think-max-ms 20 --throughput 100";

    private final StringWriter out = new StringWriter();

    private CommandLine command(String name, int width) {
        return new CommandLine(name.equals("predict") ? new PredictCommand() : new ExplainCommand())
                .setOut(new PrintWriter(out))
                .setUsageHelpWidth(width)
                .setExecutionExceptionHandler((thrown, command, read) -> {
                    throw thrown;
                });
    }

    private String run(int width, String words) throws Exception {
        String[] all = words.split(" ");
        CommandLine command = command(all[0], width);
        command.parseArgs(List.of(all).subList(1, all.length).toArray(String[]::new));
        assertEquals(0, ((QuestionCommand) command.getCommand()).call());
        return out.toString();
    }

    private static String url(Function<Parameters, Computation> question, String query) {
        Object page = Computations.run(question.apply(Parameters.parse(query)), MILLIS);
        return new String(Reply.json(200, page).body(), StandardCharsets.UTF_8);
    }

    @Test
    void predict_prints_the_json_of_its_url() throws Exception {
        assertEquals(
                url(PredictQuestion::read, "arrivalRate=7&duration=9&mix=80:1000,20:4000&threads=10"),
                run(80, PREDICT + " --json").strip());
    }

    @Test
    void explain_prints_the_json_of_its_url() throws Exception {
        assertEquals(
                url(ExplainQuestion::read, "users=20&loops=5&ms=30&thinkMaxMs=20&throughput=100"),
                run(80, EXPLAIN + " --json").strip());
    }

    @Test
    void predict_has_the_verdict_first_then_a_row_for_each_threading_model_with_its_limits() throws Exception {
        List<String> lines = run(80, PREDICT + " --workers 12").lines().toList();
        assertTrue(lines.get(0).startsWith("Asynchronous processing pays: 7.0 req/s arrive, but 10 "), lines.get(0));
        String figure = "(?: +[\\d,.]+)";
        for (String row : List.of(
                "blocking" + figure + "{5}  10 threads 6\\.25",
                "asynchronous" + figure + "{5}  none",
                "virtual threads" + figure + "{5}  none",
                "worker pool" + figure + "{5}  .*"))
            assertEquals(1, lines.stream().filter(line -> line.matches(row)).count(), row + "\n" + out);
        assertTrue(out.toString().contains("(--processing-ms is not given or 0)"), out.toString());
    }

    @Test
    void the_sizing_says_what_it_assumes() throws Exception {
        assertTrue(
                run(200, "predict --users 1 --ms 10")
                        .contains(
                                "\nAt 100.0 req/s, 1 thread is busy on average if requests keep them, and 1 if requests"
                                        + " wait without a thread and take 1 ms to resume.\n"),
                out.toString());
    }

    @Test
    void explain_has_the_verdict_first_then_the_figures_of_each_explanation() throws Exception {
        List<String> lines = run(70, EXPLAIN + " --cores 2").lines().toList();
        assertTrue(lines.get(0).contains("fit"), out.toString());
        for (String row : List.of(
                "by threads or workers  published      model  deviation",
                "by processor time      published      model  deviation"))
            assertTrue(lines.contains(row), row + "\n" + out);
        assertEquals(2, lines.stream().filter(line -> line.startsWith("req/s ")).count());
    }

    @Test
    void no_line_is_wider_than_the_terminal() throws Exception {
        run(
                90,
                "predict --users 5 --ms 40 --threads 4 --connections 3 --connection-share 1 --cores 2 --processing-ms 5 --limit 20");
        assertTrue(out.toString().lines().allMatch(line -> line.length() <= 90), out.toString());
        assertTrue(out.toString().contains("\n" + " ".repeat(56)), "the limits continue in their column: " + out);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "predict --ms 1 | --users must be a whole number from 1 to 200000, but was missing or empty.",
                "predict --users 0 --ms 1 | --users must be a whole number from 1 to 200000, but was \"0\".",
                "predict --users 1 --ms 1 --think-max-ms x | --think-max-ms must be a whole number from 0 to 600000, but was \"x\".",
                "predict --arrivals poisson --duration 1 --ms 1 | --arrival-rate must be given when --arrivals is given, but was missing or empty.",
                "predict --arrival-rate 1 --ms 1 --users 1 | --users must be left out when --arrival-rate or --arrivals is given, but was \"1\".",
                "predict --users 1 --ms 1 --connection-share 1 | --connection-share must be left out unless --connections is given, but was \"1\".",
                "predict --users 1 --ms 1 --discipline new | --discipline must be one of arrival-order, reserved-threads, reserved-threads-12.0, submission-queues, fifo, bounded, lifo, adaptive-lifo, deadline, adaptive, but was \"new\".",
                "predict --users 1 --ms 1 --min-ms 1 | --ms, --min-ms/--max-ms, --mix, --median-ms/--sigma/--mean-ms, --mean-ms, --percentiles must be given in exactly one of these forms, but was \"--ms --min-ms/--max-ms\".",
                "predict --users 1000 --loops 201 --ms 1 | --users × requests per user must be at most 200000, but was \"201000\".",
                "predict --users 1 --mix 99.9:1,0.1:2 | --mix must be up to eight PERCENT:MILLIS pairs such as 80:1000,20:4000, with whole percentages that add up to 100 and times from 0 to 600000, but was \"99.9:1,0.1:2\".",
                "predict --arrival-rate 1 --duration 1 --ms 1 --client ab | --client must be one of none, jmeter, gatling, k6, vegeta when --arrival-rate is given, but was \"ab\".",
                "explain --users 1 --ms 1 --mean 5 --threads 5 | --threads must be left out unless --find=connections, processing or think, but was \"5\".",
                "explain --users 1 --ms 1 --mean 5 --find x | --find must be one of threads, connections, processing, think, but was \"x\".",
                "explain --users 1 --ms 1 | --throughput, --mean, --p50, --p99, --max must be given, at least one of them, but was missing or empty."
            })
    void a_sentence_names_options_as_they_are_typed(String words, String sentence) {
        assertEquals(
                sentence, assertThrows(LabException.class, () -> run(80, words)).getMessage());
        assertEquals("", out.toString());
    }

    @Test
    void the_help_has_each_parameter_with_its_range_and_default() {
        for (String name : List.of("predict", "explain")) {
            String help = command(name, 1_000).getUsageMessage().replaceAll("\\R {20,}", " ");
            for (PlannerParameter it :
                    name.equals("predict") ? PlannerParameter.ofPredict() : PlannerParameter.ofExplain()) {
                String line = help.lines()
                        .filter(text -> text.strip().startsWith(QuestionOptions.option(it.name()) + "="))
                        .findFirst()
                        .orElse("no option for " + it.name());
                assertTrue(line.contains(it.range()), line);
                if (it.absent() != null) assertTrue(line.contains("default: " + it.absent() + ")"), line);
            }
        }
    }
}
