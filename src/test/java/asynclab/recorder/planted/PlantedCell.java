package asynclab.recorder.planted;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A request with parts of known sizes.
 *
 * @param part what is planted
 * @param ms how much of it
 * @param query the parameters of {@link PlantedWork}
 * @param sentAgoMicros how much earlier the header {@code X-Request-Start} says that the request was sent; negative for no header
 * @param occupy whether another request holds the only connection when this one asks for it
 * @param fill whether all request threads are taken when this one comes, and others wait
 */
record PlantedCell(String part, double ms, String query, long sentAgoMicros, boolean occupy, boolean fill) {

    private static final double[] SIZES = {0.5, 5, 50};

    static List<PlantedCell> all(boolean hasPool) {
        var all = new ArrayList<PlantedCell>();
        for (double ms : SIZES) {
            all.add(new PlantedCell("wait", ms, "", micros(ms), false, false));
            all.add(new PlantedCell("processor", ms, "cpuMs=" + ms, 0, false, false));
            all.add(new PlantedCell("connection", ms, "connectionMs=" + ms, 0, false, false));
            all.add(new PlantedCell("wait for a connection", ms, "connectionMs=0.5", 0, true, false));
            all.add(new PlantedCell("other", ms, "otherMs=" + ms, 0, false, false));
            String mixed = String.format(Locale.ROOT, "cpuMs=%1$s&connectionMs=%1$s&otherMs=%1$s", ms);
            all.add(new PlantedCell("mixed", ms, mixed, micros(ms), true, false));
            if (hasPool) all.add(new PlantedCell("wait for a thread", ms, "", -1, false, true));
        }
        return all;
    }

    private static long micros(double ms) {
        return (long) (1_000 * ms);
    }

    /** A path without blanks, and the query. */
    String path(int number) {
        return part.replace(' ', '-') + "-" + ms + "/" + number + "?" + query;
    }
}
