package asynclab.recorder;

import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** The event of a flight recording at the end of each request. Times are in microseconds; -1 stands for what is unknown. */
@Name("asynclab.Request")
@StackTrace(false)
final class RequestEvent extends Event {

    String method;
    String uri;
    int status;
    String end;
    long timeMicros;
    long waitMicros;
    long cpuMicros;
    long connectionWaitMicros;
    long connectionHeldMicros;
    long allocatedBytes;

    static void commit(RequestRecording ended) {
        var event = new RequestEvent();
        if (!event.isEnabled()) return;
        RecordedRequest request = ended.result(null);
        event.method = request.method();
        event.uri = request.uri();
        event.status = request.status();
        event.end = request.end().name();
        event.timeMicros = request.timeMicros();
        event.waitMicros = request.arrival().waitMicros();
        event.cpuMicros = request.work().cpuMicros();
        event.connectionWaitMicros = request.connections().waitMicros();
        event.connectionHeldMicros = request.connections().heldMicros();
        event.allocatedBytes = request.work().allocatedBytes();
        event.commit();
    }

    /** Unregisters this class. Otherwise the JDK would keep it, and with it the application that it belongs to. */
    static void forget() {
        if (FlightRecorder.isInitialized()) FlightRecorder.unregister(RequestEvent.class);
    }
}
