package asynclab.corpus.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.corpus.Benchmark;
import asynclab.corpus.BenchmarkReader;
import asynclab.corpus.CorpusAnswer;
import asynclab.document.Html;
import asynclab.document.Markdown;
import asynclab.model.Budget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CorpusReportTest {

    /** Sources that cost next to nothing to predict, and have each kind of figure. */
    private static final List<String> SMALL = List.of("altfatter", "cask", "djw", "express", "raj", "tng", "willian");

    private static CorpusAnswer answer() throws IOException {
        var sources = new ArrayList<Benchmark>();
        for (String id : SMALL)
            sources.addAll(BenchmarkReader.read(id, Files.readString(Path.of("results/corpus/sources", id + ".json"))));
        return CorpusAnswer.of(sources, Budget::unlimited);
    }

    private static List<String> rows(String markdown, String title) {
        return markdown.lines()
                .dropWhile(line -> !line.equals("## " + title))
                .skip(1)
                .takeWhile(line -> !line.startsWith("## "))
                .filter(line -> line.startsWith("|") && !line.contains("note "))
                .skip(2)
                .toList();
    }

    /** If this fails, make the reference again: mvn verify -Plab -Dcorpus=results/corpus/sources -Dpublish=true. */
    @Test
    void the_reference_has_the_rows_that_the_model_makes_today() throws IOException {
        String reference = Files.readString(Path.of("results/corpus/report.md"));
        String now = Markdown.of(CorpusReport.of(answer(), "command"));
        for (String section : List.of("The sources", "Unexplained"))
            for (String row : rows(now, section)) assertTrue(reference.contains(row + "\n"), row);
        assertEquals(SMALL.size(), rows(now, "The sources").size());
    }

    @Test
    void both_renderers_say_what_is_impossible_and_what_a_point_is() throws IOException {
        CorpusAnswer answer = answer();
        var document = CorpusReport.of(answer, "command");
        String html = Html.of(document);
        for (String page : List.of(Markdown.of(document), html))
            assertTrue(page.contains("it needs a hold time of 1.26 s or less"), page);
        assertTrue(html.contains("\"labels\":[\"Django workers, gevent 1 s\""));
        assertTrue(html.contains("href=\"https://github.com/com-lihaoyi/cask/pull/159\""));
    }

    /** All ten requests time out. vegeta counts successes, so the predicted rate is 0, and a logarithmic axis has no 0. */
    @Test
    void without_a_predicted_rate_there_is_no_plot() {
        String json =
                "{'id':'late','title':'Late','tool':'vegeta','arms':[{'name':'a','threads':1,'hold_s':5,'users':10,'loops_or_duration':'1 burst','ramp_s':0,'think_s':0,'timeout_s':1,'published':{'N':10}}]}";
        var answer = CorpusAnswer.of(BenchmarkReader.read("late", json.replace('\'', '"')), Budget::unlimited);
        assertEquals(1, answer.shares().get(0).figures(), "the number of requests is predicted");
        assertEquals(List.of(), CorpusPlots.of(answer).series());
        assertFalse(Markdown.of(CorpusReport.of(answer, "command")).contains("Published against predicted"));
    }

    /** The book's headline is that of the reference. */
    @Test
    void the_book_quotes_the_headline() throws IOException {
        String headline =
                Files.readAllLines(Path.of("results/corpus/report.md")).get(4).replace("*", "");
        String page =
                Files.readString(Path.of("src/site/markdown/benchmarks.md")).replaceAll("\\s+", " ");
        assertTrue(page.contains(headline), headline);
    }
}
