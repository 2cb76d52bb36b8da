package asynclab.wire;

import asynclab.lab.ServerProbe;
import java.lang.management.ThreadInfo;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/** Threads of the application that wait for a client. */
final class BlockedThreads {

    /** Writing, flushing or ending a response; or within the code that does. An idle thread of a pool has no such frame. */
    private static final Pattern ANSWERING = Pattern.compile(
            "asynclab\\.exchange\\..*|.*(HttpOutput|OutputBuffer|SocketWrapper|SocketChannel|AsyncContext|HttpChannel).*"
                    + "|.*\\.(write|flush|complete|sendTo|writeTo)");

    private BlockedThreads() {}

    /** The threads named {@code asynclab-…} that wait in an answer. A thread that is just answering does not wait. */
    static List<String> in(ServerProbe probe) {
        return probe.threads("asynclab-").stream()
                .filter(thread -> thread.getThreadState() == Thread.State.WAITING
                        || thread.getThreadState() == Thread.State.TIMED_WAITING)
                .filter(BlockedThreads::isAnswering)
                .map(BlockedThreads::describe)
                .toList();
    }

    private static boolean isAnswering(ThreadInfo thread) {
        return Arrays.stream(thread.getStackTrace())
                .map(frame -> frame.getClassName() + "." + frame.getMethodName())
                .anyMatch(frame -> ANSWERING.matcher(frame).matches());
    }

    private static String describe(ThreadInfo thread) {
        return thread.getThreadName() + " " + thread.getThreadState() + " in "
                + Arrays.stream(thread.getStackTrace())
                        .limit(12)
                        .map(StackTraceElement::toString)
                        .toList();
    }
}
