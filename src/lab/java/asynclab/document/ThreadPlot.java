package asynclab.document;

import java.util.List;

/**
 * The timeline of threads as data, drawn by {@code lanes.js} and by {@link ThreadPicture} alike. Each arm has a panel, and each
 * thread has a lane.
 *
 * @param panels in the order of the arms
 * @param endMs the end of the longest lane, so that all panels have the same time axis
 */
public record ThreadPlot(List<Look> looks, List<Panel> panels, long endMs) {

    /** The name of its picture, and its id in the page. */
    public static final String ID = "threads-timeline";

    public static final String TITLE = "What each thread does";
    public static final String NOTE =
            "A lane is a thread of the server, in the first run. The number in a bar is that of the request,"
                    + " in the order in which threads took them. The threads were sampled every 50 ms, so shorter work may be missing.";

    /**
     * How a state is drawn. Height and dashes tell the states apart without colour.
     *
     * @param colour an index into the colours of the arms; -1 for the faint one
     * @param height of its bar, as a share of the lane
     * @param dashes lengths in pixels of dash and gap; empty for a solid bar
     */
    public record Look(String name, int colour, double height, List<Integer> dashes) {}

    /** @param lanes the names of the threads, from the top */
    public record Panel(String arm, List<String> lanes, List<Bar> bars) {}

    /**
     * @param lane its index in the panel
     * @param look its index in the looks
     * @param request 0 if there is none
     */
    public record Bar(int lane, int look, long request, String path, long fromMs, long toMs) {}
}
