package asynclab.report;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.FixtureResult;
import asynclab.run.plan.Configuration;
import asynclab.run.result.figures.ThreadLanes;
import asynclab.run.result.figures.ThreadLanes.LaneSpan;
import asynclab.run.result.figures.ThreadLanes.LaneState;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The timeline of threads in a report. */
class ThreadTimelineTest {

    @TempDir
    Path folder;

    @Test
    void threads_that_were_sampled_have_a_picture_of_both_arms_and_data_for_the_page() throws Exception {
        FixtureResult.copyTo(folder, true);
        for (String arm : List.of("blocking", "async"))
            ThreadLanes.write(
                    folder.resolve(arm + "-threads.csv"),
                    List.of(
                            new LaneSpan("qtp712-18", LaneState.SERVING, 1, "/" + arm, 0, 5_000),
                            new LaneSpan("qtp712-18", LaneState.IDLE, 0, "-", 5_000, 25_000),
                            new LaneSpan("http-nio-127.0.0.1-auto-1-Poller", LaneState.SELECTOR, 0, "-", 0, 25_000),
                            new LaneSpan("asynclab-scheduler--1", LaneState.SCHEDULER_WAITING, 0, "-", 0, 25_000)));

        FixtureResult.report(folder, Configuration.of(Path.of("")));

        BufferedImage picture =
                ImageIO.read(folder.resolve("threads-timeline.png").toFile());
        Color served = new Color(picture.getRGB(150, 63)); // above the number, in the first lane of the first panel
        assertTrue(served.getRed() > 180 && served.getBlue() < 60, served::toString);
        String page = Files.readString(folder.resolve("index.html"));
        assertTrue(page.contains("<figure class=\"wide-figure\" id=\"threads-timeline\">"));
        assertTrue(
                page.contains("{\"lane\":0,\"look\":0,\"request\":1,\"path\":\"/async\",\"fromMs\":0,\"toMs\":5000}"));
        assertTrue(page.contains("\"lanes\":[\"qtp-18\",\"Poller\",\"scheduler-1\"]"));
        assertTrue(Files.readString(folder.resolve("report.md")).contains("(threads-timeline.png)"));
    }

    @Test
    void a_report_says_why_the_threads_of_a_large_pool_were_not_sampled() throws Exception {
        FixtureResult.copyTo(folder, false);

        FixtureResult.report(folder, Configuration.of(Path.of("")));

        String sentence = "There is no timeline of threads for blocking, async."
                + " Threads are sampled only if the pool has at most 40 of them.";
        for (String file : List.of("index.html", "report.md"))
            assertTrue(Files.readString(folder.resolve(file)).contains(sentence), file);
        assertFalse(Files.exists(folder.resolve("threads-timeline.png")));
    }
}
