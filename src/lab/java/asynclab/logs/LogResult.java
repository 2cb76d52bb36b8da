package asynclab.logs;

import asynclab.document.FigureThresholds;
import asynclab.document.Judgement;
import asynclab.document.ResultJson;
import asynclab.options.LabException;
import asynclab.traffic.Answer;
import asynclab.traffic.RecordedParts;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The result of {@code -Dlog=}, stored as {@code summary.json}. It has no line of the log, but the names of endpoints. Immutable.
 *
 * @param figures those that a threshold can name
 * @param recorded what our recorder knows of the requests; null if it did not write the log
 * @param processors the processor time of the endpoints by a regression; null without one
 * @param replay the measured figures of {@code -Dreplay}; null without
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record LogResult(
        String experiment,
        String command,
        LogReading reading,
        Answer answer,
        Map<String, Double> figures,
        List<Judgement> thresholds,
        RecordedParts recorded,
        ProcessorResult processors,
        ReplayResult replay) {

    static LogResult read(Path folder) throws IOException {
        Path file = folder.resolve("summary.json");
        if (!Files.exists(file))
            throw new LabException("There is no stored result of a log to report. Leave out -Drun to read the log.");
        return ResultJson.mapper().readValue(file.toFile(), LogResult.class);
    }

    /** The same with the judgements of thresholds. */
    public LogResult judged(String asked) {
        return new LogResult(
                experiment,
                command,
                reading,
                answer,
                figures,
                FigureThresholds.judge(asked, figures),
                recorded,
                processors,
                replay);
    }

    void writeTo(Path folder) throws IOException {
        ResultJson.write(folder.resolve("summary.json"), this);
    }
}
