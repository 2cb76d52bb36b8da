/**
 * What a request waited for, measured from inside any application: {@code target/asynclab-recorder.jar}. In {@code WEB-INF/lib} it is
 * on, by {@code META-INF/web-fragment.xml}. In Spring Boot it is one bean, {@code new RecorderFilter()}.
 *
 * <p>{@link asynclab.recorder.RecorderFilter} is the first filter. It makes a {@code RequestRecording} of each request. {@link
 * asynclab.recorder.Arrival} says how long the request waited before: {@code ContainerBegin} knows the container's first byte, and
 * {@code PoolQueue} the wait for a thread. {@code ThreadUse} is what the thread has used. {@link
 * asynclab.recorder.RecordedDataSource} adds connections. At the end the recording becomes a {@link asynclab.recorder.RecordedRequest}.
 * {@code RecordQueue} hands it to {@code RecorderLog} and to the listeners, on a thread of its own.
 *
 * <p>The room calls nothing of ours, and nothing of ours but tests calls it. It needs the servlet API and a JDK. Read {@link
 * asynclab.recorder.RecorderFilter} first.
 */
package asynclab.recorder;
