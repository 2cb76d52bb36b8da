package asynclab.report;

import static asynclab.document.Document.code;
import static asynclab.document.Document.column;
import static asynclab.document.Document.link;

import asynclab.document.Document.Table;
import asynclab.document.PageFigures;
import asynclab.document.Texts;
import asynclab.run.plan.Configuration;
import asynclab.run.result.ArmResult;
import asynclab.run.result.Figure;
import asynclab.run.result.Summary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The table of README, made of stored results. It has a row for each headline of the five posts, with today's third arm. */
public final class Headlines {

    private static final List<String> BLOCKING_ASYNC = List.of("blocking", "async");
    private static final List<String> BLOCKING_NON_BLOCKING = List.of("blocking", "non-blocking");
    private static final String VIRTUAL = "virtual"; // the arm that blocks on virtual threads
    private static final List<Headline> ALL = List.of(
            new Headline(
                    List.of(
                            "E1 ",
                            link(
                                    "Is asynchronous request processing worth your time?",
                                    "https://mikolajkania.com/2016/10/31/asynchronous-request-processing-in-spring-mvc/"),
                            ", M. Kania 2016"),
                    "80-20",
                    BLOCKING_ASYNC,
                    Figure.THROUGHPUT),
            new Headline(List.of("E1, every request 1 s"), "80-20-one-second", BLOCKING_ASYNC, Figure.THROUGHPUT),
            new Headline(List.of("E1, every request 10 ms"), "80-20-ten-ms", BLOCKING_ASYNC, Figure.THROUGHPUT),
            new Headline(
                    List.of(
                            "E2 ",
                            link(
                                    "C10k: Developing non-blocking REST services",
                                    "https://callistaenterprise.se/blogg/teknik/2014/04/22/c10k-developing-non-blocking-rest-services-with-spring-mvc/"),
                            ", M. Larsson 2014"),
                    "c10k",
                    BLOCKING_NON_BLOCKING,
                    Figure.STEADY_THROUGHPUT),
            new Headline(
                    List.of(
                            "E3 Spring Boot 2: Spring WebFlux for Reactive APIs (",
                            link("code", "https://github.com/overtakerx/webfluxdemo"),
                            ")"),
                    "gateway",
                    BLOCKING_NON_BLOCKING,
                    Figure.THROUGHPUT),
            new Headline(
                    List.of("E3, ", code("Callable"), ", then ", code("DeferredResult")),
                    "gateway-pools",
                    List.of("worker-pool", "common-pool"),
                    Figure.THROUGHPUT),
            new Headline(
                    List.of(
                            "E4 ",
                            link(
                                    "Speeding up Spring MVC with CompletableFuture",
                                    "https://blog.davidvassallo.me/2019/11/04/speeding-up-spring-mvc-with-completablefuture/"),
                            ", D. Vassallo 2019"),
                    "future",
                    List.of("blocking", "future"),
                    Figure.THROUGHPUT),
            new Headline(
                    List.of(
                            "E5 ",
                            link("HTTP/2 Java Server using Embedded Jetty", "https://www.speakingjava.com/2020/06/"),
                            ", Speaking Java 2020"),
                    "five-threads",
                    BLOCKING_ASYNC,
                    Figure.MAX));

    private Headlines() {}

    /** @param arms the arm before the change, then the arm after it */
    private record Headline(List<Object> post, String experiment, List<String> arms, Figure figure) {

        HeadlineRow row(Path results, Configuration now) throws IOException {
            Summary s = Summary.read(results.resolve(experiment).resolve("summary.json"));
            return new HeadlineRow(this, s, Earlier.mark(s, now));
        }
    }

    private record HeadlineRow(Headline headline, Summary summary, String mark) {

        private List<String> of(Function<ArmResult, String> text) {
            return headline.arms.stream().map(summary::arm).map(text).toList();
        }

        String change(Function<ArmResult, String> text) {
            return String.join(" → ", of(text)) + unit();
        }

        String onVirtualThreads() {
            return headline.figure.measured(summary.arm(VIRTUAL)) + unit();
        }

        private String unit() {
            return headline.figure == Figure.MAX ? " ms" : " req/s";
        }

        String published(ArmResult arm) {
            List<Long> each = arm.published().eachMs();
            return headline.figure == Figure.MAX && !each.isEmpty()
                    ? Texts.figure(each.get(each.size() - 1))
                    : headline.figure.published(arm);
        }

        String limits() {
            List<String> limits = of(arm -> Reasons.shortLimit(summary.workload(), arm));
            return limits.get(0).equals(limits.get(1)) ? "both times " + limits.get(0) : String.join("; then ", limits);
        }
    }

    /** The table, and a legend if a result is of an earlier configuration. */
    private static Table table(Path results, Configuration now) throws IOException {
        var rows = new ArrayList<HeadlineRow>();
        for (Headline headline : ALL) rows.add(headline.row(results, now));
        boolean marked = rows.stream().anyMatch(row -> !row.mark.isEmpty());
        return Table.of(
                        rows,
                        column("post", row -> row.headline.post),
                        column("-Dexperiment=", row -> code(row.headline.experiment)),
                        column("published", row -> row.change(row::published)),
                        column("predicted", row -> row.change(row.headline.figure::predicted)),
                        column("measured", row -> row.change(row.headline.figure::measured) + row.mark),
                        column("on virtual threads", HeadlineRow::onVirtualThreads),
                        column("what limits it", HeadlineRow::limits))
                .note(marked ? Earlier.LEGEND : "");
    }

    /** README with a new table. Unchanged if the experiment of a headline has no result. */
    public static String in(String readme, Path results, Configuration now) throws IOException {
        for (Headline headline : ALL) if (!Summary.isIn(results.resolve(headline.experiment))) return readme;
        return PageFigures.in(readme, List.of(table(results, now)));
    }
}
