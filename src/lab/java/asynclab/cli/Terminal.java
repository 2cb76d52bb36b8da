package asynclab.cli;

import java.io.IOException;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The terminal that standard output is.
 *
 * @param width of a line
 * @param coloured whether it may be told to print in colour
 * @param rewrites whether standard error is a terminal, whose last line can be written again
 */
record Terminal(int width, boolean coloured, boolean rewrites) {

    /** A file or a pipe. */
    static final Terminal NONE = new Terminal(80, false, false);

    /** Nothing is wrapped narrower. */
    private static final int NARROWEST = 60;

    private static final int OUT = 1;
    private static final int ERR = 2;

    /** That of this process. {@code COLUMNS} tells its width, else the terminal itself does. */
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

    /** Java has no such question for a single stream. Where there is no command {@code test}, the answer is no. */
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
