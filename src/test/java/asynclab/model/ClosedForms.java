package asynclab.model;

/** Closed forms of queueing theory that the simulation is compared with. */
public final class ClosedForms {

    private ClosedForms() {}

    /**
     * The share of the requests that M/M/c without a queue loses (Erlang 1917).
     *
     * @param offered the mean number of busy servers if there were enough for all
     */
    static double erlangB(int servers, double offered) {
        double b = 1;
        for (int k = 1; k <= servers; k++) b = offered * b / (k + offered * b);
        return b;
    }

    /** The probability that a request has to wait in M/M/c (Erlang 1917). */
    public static double erlangC(int servers, double offered) {
        double b = erlangB(servers, offered);
        return b / (1 - offered / servers * (1 - b));
    }

    /** The mean number of busy servers if so many users each think, and then ask for an exponential time of one of them: M/M/c//N. */
    static double busyServers(int users, double thinkMillis, int servers, double serviceMillis) {
        double weight = 1;
        double sum = 1;
        double busy = 0;
        for (int n = 1; n <= users; n++) {
            weight *= (users - n + 1) / thinkMillis * serviceMillis / Math.min(n, servers);
            sum += weight;
            busy += weight * Math.min(n, servers);
        }
        return busy / sum;
    }
}
