package asynclab.cli;

import asynclab.json.Json;
import asynclab.model.Budget;
import asynclab.options.LabException;
import asynclab.parameter.BadParameter;
import asynclab.parameter.Parameters;
import asynclab.planner.Computations;
import asynclab.planner.Computations.Computation;
import asynclab.planner.PlannerParameter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.commons.text.WordUtils;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * A command that asks the model a question: {@code predict} or {@code explain}. It has an option for each parameter of the application's
 * URL ({@link QuestionOptions}), and gives the same answer.
 */
abstract class QuestionCommand implements Callable<Integer> {

    private static final long MOST_MILLIS = 60_000;
    private static final long SILENT_SECONDS = 2;
    private static final int LEAST_WIDTH = 20;

    @Spec
    private CommandSpec command;

    @Option(names = "--json", description = "prints the whole answer as JSON, as the application's URL does")
    private boolean json;

    /** The parameters of the question. */
    abstract List<PlannerParameter> parameters();

    /** @throws BadParameter if a parameter is malformed, missing or out of range */
    abstract Computation read(Parameters query);

    /** Prints the answer for a terminal. */
    abstract void print(JsonNode answer);

    @Override
    public Integer call() {
        Object answer = answer();
        PrintWriter out = command.commandLine().getOut();
        if (json) out.println(new String(Json.bytes(answer), StandardCharsets.UTF_8));
        else print(new ObjectMapper().valueToTree(answer));
        out.flush();
        return 0;
    }

    /** @throws LabException if an option is wrong, or if the computation is too large */
    private Object answer() {
        var answered = new AtomicBoolean();
        PrintWriter err = command.commandLine().getErr();
        try {
            Computation computation = read(QuestionOptions.given(command, parameters()));
            CompletableFuture.delayedExecutor(SILENT_SECONDS, TimeUnit.SECONDS).execute(() -> {
                if (!answered.get()) err.println("The model simulates. This takes a minute at most.");
            });
            return Computations.run(computation, MOST_MILLIS);
        } catch (BadParameter bad) {
            throw new LabException(QuestionOptions.typed(bad, parameters()));
        } catch (Budget.Exceeded tooMuch) {
            throw new LabException(Computations.sentence(tooMuch));
        } finally {
            answered.set(true);
        }
    }

    /** Prints a paragraph, and an empty line after it. */
    final void paragraph(String text) {
        row("", QuestionOptions.typed(text, parameters()));
        row("", "");
    }

    /** Prints a row. A text that is too long for its line continues on the next line, below its start. No line ends at a no-break space. */
    final void row(String columns, String text) {
        int left = command.usageMessage().width() - columns.length();
        String indent = System.lineSeparator() + " ".repeat(columns.length());
        String wrapped = WordUtils.wrap(text, Math.max(LEAST_WIDTH, left), indent, false);
        command.commandLine()
                .getOut()
                .println((columns + wrapped).replace('\u00a0', ' ').stripTrailing());
    }
}
