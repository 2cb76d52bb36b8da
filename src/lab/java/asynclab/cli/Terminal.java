package asynclab.cli;

import java.io.IOException;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The abilities of standard output and standard error.
 *
 * @param width of a line
 * @param coloured whether standard output may have colours
 * @param rewrites whether standard error is a terminal, so that its last line can be rewritten
 */
record Terminal(int width, boolean coloured, boolean rewrites) {

    /** A file or a pipe. */
    static final Terminal NONE = new Terminal(80, false, false);

    /** No text is wrapped to a smaller width. */
    private static final int NARROWEST = 60;

    private static final int OUT = 1;
    private static final int ERR = 2;

    /** The terminal of this process. Its width is {@code COLUMNS}, or else the terminal's own. */
    static Terminal ofProcess() {
        Map<String, String> environment = System.getenv();
        boolean terminal = isTerminal(OUT);
        boolean plain = !environment.getOrDefault("NO_COLOR", "").isEmpty()
                || environment.getOrDefault("TERM", "").equals("dumb");
        String columns = environment.getOrDefault("COLUMNS", "");
        int width = columns.matches("[1-9]\\d{1,3}") ? Integer.parseInt(columns) : terminal ? asked() : NONE.width;
        return new Terminal(Math.max(NARROWEST, width), terminal && !plain, isTerminal(ERR));
    }

    /** Picocli asks the terminal. */
    private static int asked() {
        return CommandSpec.create().usageMessage().autoWidth(true).width();
    }

    /** Java cannot tell this of a single stream, so the command {@code test} does. False if there is no such command. */
    private static boolean isTerminal(int stream) {
        try {
            return new ProcessBuilder("test", "-t", Integer.toString(stream))
                            .inheritIO()
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
