package asynclab.traffic;

import java.util.Arrays;
import java.util.List;

/**
 * What the requests of a log take: their time, and the busiest of them, which the model replays. Do not change the array.
 *
 * @param heldMicros the sum of the durations, by the number of the endpoint
 * @param lengthMicros from the first start to a mean interval after the last one
 * @param busiest the busiest requests in a row, as many as the question says
 * @param busiestFew the busiest {@link Forecast#REQUESTS_OF_COPIES}
 * @param withoutConnectionWait whether the durations have no waiting for connections, because the log knew it
 */
record Demand(
        List<String> endpoints,
        double[] heldMicros,
        double lengthMicros,
        TrafficWindow busiest,
        TrafficWindow busiestFew,
        boolean withoutConnectionWait) {

    double allHeldMicros() {
        return Arrays.stream(heldMicros).sum();
    }

    /** Adds up requests, piece by piece, in the order of their starts. Of the pieces it keeps the last and the busiest requests. */
    static final class Sums {

        private final int kept;
        private final Busiest busiest;
        private final Busiest busiestFew = new Busiest(Forecast.REQUESTS_OF_COPIES);
        private double[] heldMicros = new double[0];
        private Traffic last;

        /** @param most the size of {@link Demand#busiest} */
        Sums(int most) {
            busiest = new Busiest(most);
            kept = Math.max(most, Forecast.REQUESTS_OF_COPIES);
        }

        void add(Traffic piece) {
            heldMicros = Arrays.copyOf(heldMicros, piece.endpoints().size());
            for (int i = 0; i < piece.size(); i++) heldMicros[piece.endpoint(i)] += piece.durationMicros(i);
            Traffic joined = last == null ? piece : last.followedBy(piece);
            int known = joined.size() - piece.size();
            busiest.slide(joined, known);
            busiestFew.slide(joined, known);
            last = joined.part(Math.max(0, joined.size() - kept), joined.size());
        }

        double[] heldMicros() {
            return heldMicros;
        }

        Demand demand(EndpointOrder order, double lengthMicros) {
            return demand(order, lengthMicros, false);
        }

        Demand demand(EndpointOrder order, double lengthMicros, boolean withoutConnectionWait) {
            return new Demand(
                    order.names(),
                    order.sums(heldMicros),
                    lengthMicros,
                    TrafficWindow.of(busiest.orAll(last).with(order)),
                    TrafficWindow.of(busiestFew.orAll(last).with(order)),
                    withoutConnectionWait);
        }
    }

    /** Finds the busiest requests in a row: those with the most requests in flight. */
    private static final class Busiest {

        private final int most;
        private double heldMicros;
        private double mostInFlight;
        private Traffic found; // null while there are no more requests

        Busiest(int most) {
            this.most = most;
        }

        /** @param known the number of the requests at the beginning that it has seen */
        void slide(Traffic joined, int known) {
            int best = -1;
            for (int i = known; i < joined.size(); i++) {
                heldMicros += joined.durationMicros(i);
                if (i >= most) heldMicros -= joined.durationMicros(i - most);
                int from = i + 1 - most;
                if (from < 0) continue;
                double inFlight = heldMicros / Math.max(1, joined.startMicros(i) - joined.startMicros(from));
                if ((found != null || best >= 0) && inFlight <= mostInFlight) continue;
                mostInFlight = inFlight;
                best = from;
            }
            if (best >= 0) found = joined.part(best, best + most);
        }

        Traffic orAll(Traffic all) {
            return found == null ? all : found;
        }
    }
}
