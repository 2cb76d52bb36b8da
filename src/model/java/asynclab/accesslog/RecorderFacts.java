package asynclab.accesslog;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What our recorder says of the server, in the lines of its log that begin with {@code #}. Immutable. Its texts are text of the log.
 *
 * @param server by the name of each fact, such as {@code threads}, its values in the order of the log; equal ones in a row are one
 * @param process the processor time of the process so far, as often as it was recorded
 * @param dropped the requests that the recorder did not write
 * @param together whether recorders of several servers or applications wrote at the same time
 */
public record RecorderFacts(
        Map<String, List<String>> server, List<ProcessorTotal> process, long dropped, boolean together) {

    /** Nothing is known. */
    public static final RecorderFacts NONE = new RecorderFacts(Map.of(), List.of(), 0, false);

    /**
     * @param stampMicros since 1970
     * @param micros of processor time since the start of the process
     */
    public record ProcessorTotal(long stampMicros, long micros) {}

    private static final int MOST_FACTS = 100;
    private static final int MOST_VALUES = 1_000;
    private static final int MOST_CHANGES = 2;

    public RecorderFacts {
        var values = new LinkedHashMap<String, List<String>>();
        server.forEach((fact, all) -> values.put(fact, List.copyOf(all)));
        server = Map.copyOf(values);
        process = List.copyOf(process);
    }

    /** The last value of a fact; empty if there is none. */
    public String last(String fact) {
        List<String> values = server.getOrDefault(fact, List.of());
        return values.isEmpty() ? "" : values.get(values.size() - 1);
    }

    /** The last value of a fact as a number from 1 to 100,000; 0 if it is none. */
    public int number(String fact) {
        return last(fact).matches("[1-9]\\d{0,4}|100000") ? Integer.parseInt(last(fact)) : 0;
    }

    /** Whether each request has a virtual thread. */
    public boolean onVirtualThreads() {
        return last("threads").equals("virtual");
    }

    /** Both together. @param later of a file that was written after this one */
    RecorderFacts plus(RecorderFacts later) {
        var facts = new LinkedHashMap<String, List<String>>();
        server.forEach((fact, values) -> facts.put(fact, new ArrayList<>(values)));
        later.server.forEach((fact, values) -> values.forEach(value -> add(facts, fact, value)));
        return new RecorderFacts(
                facts,
                Stream.concat(process.stream(), later.process.stream()).toList(),
                dropped + later.dropped,
                together || later.together || areTogether(process, later.process));
    }

    /** Files of one recorder follow each other, so those of the others come before and after a file. */
    private static boolean areTogether(List<ProcessorTotal> some, List<ProcessorTotal> others) {
        var inOrder = new TreeMap<Long, Boolean>();
        some.forEach(total -> inOrder.put(total.stampMicros, true));
        others.forEach(total -> inOrder.put(total.stampMicros, false));
        int changes = 0;
        Boolean last = null;
        for (Boolean one : inOrder.values()) {
            if (last != null && !last.equals(one)) changes++;
            last = one;
        }
        return changes > MOST_CHANGES;
    }

    /** Adds a value. What a hostile log has beyond what a server says takes no memory. */
    static void add(Map<String, List<String>> facts, String fact, String value) {
        if (facts.size() >= MOST_FACTS && !facts.containsKey(fact)) return;
        List<String> values = facts.computeIfAbsent(fact, first -> new ArrayList<>());
        boolean same = !values.isEmpty() && values.get(values.size() - 1).equals(value);
        if (values.size() >= MOST_VALUES) values.set(values.size() - 1, value);
        else if (!same) values.add(value);
    }
}
