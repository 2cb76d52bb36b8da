package asynclab.corpus;

/**
 * A rule that was found while the sources were read, and so could have been chosen because it fits. The page shows the shares with and
 * without each of them.
 */
public enum FoundRule {

    /** Not fitted: seen in ab's own output. But nobody would have looked for it without these sources. */
    AB_FIRST_ALONE("ab since httpd 2.4.33 sends its first request alone"),

    /** A real response comes a little after the hold time. It decides only what falls exactly on the end. */
    A_MOMENT_LATER("a response that falls exactly on the end of the run comes a moment after it"),

    /** Several requests a loop, several calls a request, work after the response, the distribution of hold and think time. */
    FURTHER_FACTS("further facts of a source, beyond threads, hold time, users, length, ramp and think time");

    private final String words;

    FoundRule(String words) {
        this.words = words;
    }

    /** For a reader, without a full stop. */
    public String words() {
        return words;
    }
}
