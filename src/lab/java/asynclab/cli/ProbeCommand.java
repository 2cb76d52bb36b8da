package asynclab.cli;

import asynclab.cli.AnswerOutput.Shown;
import asynclab.document.FigureThresholds;
import asynclab.options.ProbeOptions;
import asynclab.probe.Probe;
import asynclab.probe.ProbeReport;
import asynclab.probe.ProbeResult;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code probe} of the jar. */
@Command(
        name = "probe",
        description = "measures a service from outside: climbs until requests wait, and names what they wait for",
        footer = {
            "  asynclab probe 'http://localhost:8080/orders?page=1'",
            "  asynclab probe http://localhost:8080/orders --other http://localhost:8080/favicon.ico",
            "  asynclab probe http://localhost:8080/orders --actuator http://localhost:8080/actuator --report reports",
            "  asynclab probe https://host/orders --method POST --header @secret.txt --body @order.json --max-rps 50",
            "  asynclab probe http://localhost:8080/orders --assert 'perSecond>=200'"
        })
final class ProbeCommand implements Callable<Integer> {

    private final Terminal terminal;

    @Mixin
    private ProbeOptions options;

    @Mixin
    private AnswerOutput output;

    ProbeCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    /** @return 1 if a threshold is not met */
    @Override
    public Integer call() throws IOException {
        FigureThresholds.check(options.thresholds(), ProbeResult.FIGURES); // before load is sent
        return output.of(options, terminal, 0, progress -> {
            ProbeResult result = output.asTyped(
                            Probe.run(options, options.commandOfJar(), progress::says), ProbeResult.class)
                    .judged(options.thresholds());
            return new Shown(result, ProbeReport.brief(result), ProbeReport.document(result), result.thresholds());
        });
    }
}
