package asynclab.recorder;

import java.io.IOException;
import java.util.EnumSet;
import javax.servlet.DispatcherType;
import javax.servlet.Filter;
import javax.servlet.FilterChain;
import javax.servlet.FilterConfig;
import javax.servlet.FilterRegistration;
import javax.servlet.ServletException;
import javax.servlet.ServletRequest;
import javax.servlet.ServletResponse;
import javax.servlet.http.HttpServletRequest;

/**
 * Records every request of an application. It puts itself before the filters of {@code web.xml}. A filter that was added before those in
 * code stays the first, and its time counts as waiting. This filter passes request and response on as they are, and
 * throws what the application throws. {@link RecorderSettings} lists its parameters. Thread-safe.
 */
public final class RecorderFilter implements Filter {

    private Recorder recorder;

    /** A recorder that cannot start must not keep the application from starting: a security manager may forbid to read its settings. */
    @Override
    public void init(FilterConfig config) {
        try {
            putFirst(config);
            recorder = Recorder.start(config);
        } catch (RuntimeException | Error e) {
            config.getServletContext().log("asynclab-recorder: no request is recorded, because it cannot start: " + e);
        }
    }

    /**
     * A fragment's filters come after those of web.xml, and Spring Boot maps a bean to the first dispatch only. So the filter maps
     * itself once more. On a container that refuses this, the filter stays where it is.
     */
    private static void putFirst(FilterConfig config) {
        try {
            FilterRegistration own = config.getServletContext().getFilterRegistration(config.getFilterName());
            if (own == null) return;
            own.addMappingForUrlPatterns(
                    EnumSet.of(DispatcherType.REQUEST, DispatcherType.ASYNC, DispatcherType.ERROR), false, "/*");
        } catch (IllegalStateException | UnsupportedOperationException itIsTooLate) {
            config.getServletContext().log("asynclab-recorder: filters of web.xml run before it");
        }
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        // Some test frameworks and Spring's DelegatingFilterProxy call no init.
        RequestRecording recording = recorder != null && request instanceof HttpServletRequest
                ? recorder.recording((HttpServletRequest) request)
                : null;
        if (recording == null) chain.doFilter(request, response);
        else record(recording, (HttpServletRequest) request, response, chain);
    }

    private void record(
            RequestRecording recording, HttpServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        Throwable thrown = null;
        ThreadUse before = recording.enter();
        try {
            chain.doFilter(request, response);
        } catch (Throwable e) {
            thrown = e;
            throw e;
        } finally {
            leave(recording, before, thrown, request, response);
        }
    }

    private void leave(
            RequestRecording recording,
            ThreadUse before,
            Throwable thrown,
            HttpServletRequest request,
            ServletResponse response) {
        try {
            recording.leave(before, thrown, request, response);
        } catch (RuntimeException | Error e) {
            recorder.failed(e);
        }
    }

    @Override
    public void destroy() {
        if (recorder != null) recorder.stop();
    }
}
