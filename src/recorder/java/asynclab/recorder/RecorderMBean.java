package asynclab.recorder;

/** A recorder over JMX: {@code asynclab:type=Recorder,context="/path"}. A second one of the same path has {@code ,number=2} behind it. */
public interface RecorderMBean {

    /** Whether requests are recorded. */
    boolean isOn();

    /** Switches recording on or off for requests that begin from now on. */
    void setOn(boolean on);

    /** Requests that were recorded since the start. */
    long getRecorded();

    /** Of these, those that were not written, because the writer was too slow or the log cannot be written. */
    long getDropped();
}
