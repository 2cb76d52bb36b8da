package asynclab.logs;

/** Hears how far the answer about a log is. The calls do not overlap. */
public interface LogProgress {

    /** Nobody hears. */
    LogProgress SILENT = new LogProgress() {
        @Override
        public void reads(long lines, long bytes) {}

        @Override
        public void says(String sentence) {}
    };

    /**
     * Comes some hundred times a second while logs are read.
     *
     * @param lines so far
     * @param bytes of the files so far, as they are on the disk
     */
    void reads(long lines, long bytes);

    /** A sentence about what was read, or about what comes next. */
    void says(String sentence);
}
