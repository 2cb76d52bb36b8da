package asynclab.options;

import java.net.URI;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options of a service of the user's own, which is measured as it is. Picocli sets the fields, nothing else does. */
public final class TargetOptions extends Options {

    @Parameters(paramLabel = "URL", arity = "0..1", description = "address of your own service")
    private String target;

    @Option(names = "--baseline", paramLabel = "URL", description = "address of another service to compare with")
    private String baseline;

    @Option(names = "--users", paramLabel = "1..8000", description = "users of a target")
    public int users = 400;

    @Option(names = "--ramp-seconds", paramLabel = "1..3600", description = "ramp-up of a target's users")
    public int rampSeconds = 20;

    @Override
    public void check() {
        super.check();
        if (target == null && run())
            throw new LabException("Without an address of a service, nothing can run. Give one, or -Drun=false.");
        if (target != null) target();
        baseline();
    }

    public URI target() {
        return ProbeOptions.uri("-Dtarget", target);
    }

    /** Another service to compare the target with; null for none. */
    public URI baseline() {
        return baseline == null ? null : ProbeOptions.uri("-Dbaseline", baseline);
    }
}
