package asynclab.run.result;

import asynclab.run.result.figures.ServerFigures;
import asynclab.run.result.figures.TimeClasses;
import java.util.function.Function;

/** Where a figure comes from. Each function returns null if the arm does not have the figure. */
record FigureSource(Function<ArmResult, Object> predicted, Function<RunResult, Object> measured) {

    static FigureSource ofClasses(Function<TimeClasses, Object> figure) {
        return new FigureSource(
                arm -> ifAny(arm.predictedClasses(), figure),
                run -> ifAny(run.measured().classes(), figure));
    }

    /** A figure of the server. It has no prediction. */
    static FigureSource ofServer(Function<ServerFigures, Object> figure) {
        return new FigureSource(arm -> null, run -> ifAny(run.server(), figure));
    }

    /** A figure of the thread stacks, in megabytes. It has no prediction. */
    static FigureSource ofStacks(Function<ServerFigures.StackFigures, Long> bytes) {
        return ofServer(server -> ifAny(server.threads().stacks(), stacks -> megabytes(bytes.apply(stacks))));
    }

    private static <T> Object ifAny(T figures, Function<T, Object> figure) {
        return figures == null ? null : figure.apply(figures);
    }

    static double megabytes(long bytes) {
        return bytes / 1024.0 / 1024;
    }
}
