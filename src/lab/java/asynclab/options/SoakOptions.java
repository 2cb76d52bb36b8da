package asynclab.options;

import picocli.CommandLine.Option;

/** The options of the soak. */
public final class SoakOptions extends Options {

    @Option(names = "--minutes", paramLabel = "0.1..10000", description = "duration of the soak")
    private double minutes = 30;

    @Option(names = "--users", paramLabel = "1..8000", description = "honest users of a soak")
    private int users = 4_000;

    @Option(
            names = "--hostile",
            paramLabel = "0..2000",
            description = "hostile clients of the soak, beside its users; 0 for none")
    private int hostile = 200;

    public double minutes() {
        return minutes;
    }

    public int users() {
        return users;
    }

    /** The number of hostile clients. */
    public int hostile() {
        return hostile;
    }
}
