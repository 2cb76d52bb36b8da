package asynclab.options;

import picocli.CommandLine.Option;

/** The options of the soak. Picocli sets the fields, nothing else does. */
public final class SoakOptions extends Options {

    @Option(names = "--minutes", paramLabel = "0.1..10000", description = "duration of the soak")
    public double minutes = 30;

    @Option(names = "--users", paramLabel = "1..8000", description = "honest users of a soak")
    public int users = 4_000;

    @Option(names = "--hostile", paramLabel = "0..2000", description = "hostile clients, beside the soak's users")
    public int hostile = 200;
}
