package asynclab.web;

import asynclab.exchange.Exchanges;
import asynclab.exchange.Ledger;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** The application's own figures, read afresh at each call. Thread-safe. */
record Stats(Exchanges exchanges) implements StatsMXBean {

    @Override
    public Map<String, Long> getLedger() {
        return figures(exchanges.ledger().snapshot());
    }

    private static Map<String, Long> figures(Ledger.Snapshot ledger) {
        var figures = new LinkedHashMap<String, Long>();
        figures.put("started", ledger.started());
        ledger.ended().forEach((ending, count) -> figures.put(camelCase(ending.name()), count));
        figures.put("inFlight", ledger.inFlight());
        figures.put("maxInFlight", ledger.maxInFlight());
        return figures;
    }

    /** TIMED_OUT is timedOut. */
    private static String camelCase(String constant) {
        String[] words = constant.toLowerCase(Locale.ROOT).split("_");
        return words.length == 1
                ? words[0]
                : words[0] + Character.toUpperCase(words[1].charAt(0)) + words[1].substring(1);
    }

    @Override
    public boolean isLedgerBalanced() {
        return exchanges.ledger().snapshot().balanced();
    }

    @Override
    public Map<String, Long> getPunctuality() {
        return exchanges.punctuality().snapshot();
    }

    @Override
    public void beginPunctuality() {
        exchanges.punctuality().begin();
    }

    @Override
    public Map<String, Map<String, Integer>> getRequestThreads() {
        return RequestThreads.read();
    }

    @Override
    public int getScheduledTasks() {
        return exchanges.scheduledTasks();
    }
}
