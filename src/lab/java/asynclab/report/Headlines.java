package asynclab.report;

import asynclab.plan.Configuration;
import asynclab.result.ArmResult;
import asynclab.result.Figure;
import asynclab.result.Summary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The table of README, made of stored results. It has a row for each headline of the five posts. */
public final class Headlines {

    private static final String BEGIN = "<!-- figures -->\n";
    private static final String END = "<!-- end of figures -->";
    private static final String E2 =
            "https://callistaenterprise.se/blogg/teknik/2014/04/22/c10k-developing-non-blocking-rest-services-with-spring-mvc/";
    private static final List<Headline> ALL = List.of(
            new Headline(
                    "E1 [Is asynchronous request processing worth your time?]"
                            + "(https://mikolajkania.com/2016/10/31/asynchronous-request-processing-in-spring-mvc/), M. Kania 2016",
                    "80-20",
                    List.of("blocking", "async"),
                    Figure.THROUGHPUT),
            new Headline("E1, every request 1 s", "80-20-one-second", List.of("blocking", "async"), Figure.THROUGHPUT),
            new Headline("E1, every request 10 ms", "80-20-ten-ms", List.of("blocking", "async"), Figure.THROUGHPUT),
            new Headline(
                    "E2 [C10k: Developing non-blocking REST services](" + E2 + "), M. Larsson 2014",
                    "c10k",
                    List.of("blocking", "non-blocking"),
                    Figure.STEADY_THROUGHPUT),
            new Headline(
                    "E3 Spring Boot 2: Spring WebFlux for Reactive APIs ([code](https://github.com/overtakerx/webfluxdemo))",
                    "gateway",
                    List.of("blocking", "non-blocking"),
                    Figure.THROUGHPUT),
            new Headline(
                    "E3, `Callable`, then `DeferredResult`",
                    "gateway-pools",
                    List.of("worker-pool", "common-pool"),
                    Figure.THROUGHPUT),
            new Headline(
                    "E4 [Speeding up Spring MVC with CompletableFuture]"
                            + "(https://blog.davidvassallo.me/2019/11/04/speeding-up-spring-mvc-with-completablefuture/), D. Vassallo 2019",
                    "future",
                    List.of("blocking", "future"),
                    Figure.THROUGHPUT),
            new Headline(
                    "E5 [HTTP/2 Java Server using Embedded Jetty](https://www.speakingjava.com/2020/06/), Speaking Java 2020",
                    "five-threads",
                    List.of("blocking", "async"),
                    Figure.MAX));

    private Headlines() {}

    /** @param arms the arm before the change, then the arm after it */
    private record Headline(String post, String experiment, List<String> arms, Figure figure) {

        Summary summary(Path results) throws IOException {
            return Summary.read(results.resolve(experiment).resolve("summary.json"));
        }

        String row(Summary summary, String mark) {
            var published = new ArrayList<String>();
            var predicted = new ArrayList<String>();
            var measured = new ArrayList<String>();
            var limits = new ArrayList<String>();
            for (String name : arms) {
                ArmResult arm = summary.arm(name);
                published.add(figure == Figure.MAX ? slowest(arm) : figure.published(arm));
                predicted.add(figure.predicted(arm));
                measured.add(figure.measured(arm));
                limits.add(LimitWords.shortLimit(summary.workload(), arm));
            }
            return "| " + post + " | `" + experiment + "` | " + change(published) + " | " + change(predicted) + " | "
                    + change(measured) + mark + " | " + limits(limits) + " |\n";
        }

        private static String limits(List<String> limits) {
            return limits.get(0).equals(limits.get(1)) ? "both times " + limits.get(0) : String.join("; then ", limits);
        }

        private String change(List<String> figures) {
            return String.join(" → ", figures) + (figure == Figure.MAX ? " ms" : " req/s");
        }

        private static String slowest(ArmResult arm) {
            List<Long> each = arm.published().eachMs();
            return each.isEmpty() ? Figure.MAX.published(arm) : Figure.text(each.get(each.size() - 1));
        }
    }

    /** The table, and a legend if a result is of an earlier configuration. */
    public static String table(Path results, Configuration now) throws IOException {
        var table = new StringBuilder("| post | `-Dexperiment=` | published | predicted | measured | what limits it |\n"
                + "|---|---|---|---|---|---|\n");
        boolean marked = false;
        for (Headline headline : ALL) {
            Summary summary = headline.summary(results);
            String mark = Words.mark(summary, now);
            table.append(headline.row(summary, mark));
            marked |= !mark.isEmpty();
        }
        return table + (marked ? "\n" + Words.legend() + "\n" : "");
    }

    /** README with its table written anew; unchanged while a headline's experiment has no result. */
    public static String in(String readme, Path results, Configuration now) throws IOException {
        for (Headline headline : ALL) if (!Summary.isIn(results.resolve(headline.experiment))) return readme;
        int from = readme.indexOf(BEGIN) + BEGIN.length();
        return readme.substring(0, from) + table(results, now) + readme.substring(readme.indexOf(END));
    }
}
