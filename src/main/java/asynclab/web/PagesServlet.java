package asynclab.web;

import asynclab.exchange.Exchanges;
import asynclab.exchange.Reply;
import asynclab.input.Preconditions;
import asynclab.input.RequestHead;
import asynclab.parameter.BadParameter;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.CRC32;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * Serves the pages with their scripts and styles, and 404 at every URL without another mapping. It replaces the container's
 * default servlet, which blocks a request thread for each slow reader. The files are few and small. It reads them once at the
 * start, and does not serve files that are added later.
 *
 * <p>Each init-param is a response header of the pages. {@code ETag} is a checksum, so a browser that has the page gets 304
 * ({@link Preconditions}). Thread-safe.
 */
public final class PagesServlet extends HttpServlet {

    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html;charset=utf-8",
            "css", "text/css;charset=utf-8",
            "js", "text/javascript;charset=utf-8",
            "svg", "image/svg+xml");
    private static final Set<String> NOT_SERVED = Set.of("/WEB-INF/", "/META-INF/");

    private final Map<String, Page> pages = new HashMap<>(); // by path; unchanged after init

    private record Page(String tag, Reply whole, Reply unchanged) {}

    @Override
    public void init() {
        addAll("/");
        Page first = pages.get("/index.html");
        if (first != null) pages.put("/", first);
    }

    private void addAll(String folder) {
        Set<String> paths = getServletContext().getResourcePaths(folder);
        if (paths == null) return; // the folder is empty
        for (String path : paths) {
            String type = TYPES.get(path.substring(path.lastIndexOf('.') + 1));
            if (path.endsWith("/") && !NOT_SERVED.contains(path)) addAll(path);
            else if (type != null) pages.put(path, page(type, bytes(path)));
        }
    }

    private byte[] bytes(String path) {
        try (InputStream in = getServletContext().getResourceAsStream(path)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(path + " cannot be read", e);
        }
    }

    private static Page page(String type, byte[] body) {
        var sum = new CRC32();
        sum.update(body);
        String tag = "\"" + Long.toHexString(sum.getValue()) + "-" + body.length + "\"";
        var header = List.of(new Reply.Header("ETag", tag));
        return new Page(tag, new Reply(200, type, body, header), new Reply(304, null, body, header));
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) {
        Page page = pages.get(request.getServletPath());
        if (page != null)
            for (String header : Collections.list(getInitParameterNames()))
                response.setHeader(header, getInitParameter(header));
        Exchanges.of(getServletContext())
                .send(request, response, page == null ? Reply.notFound() : answer(request, page));
    }

    private static Reply answer(HttpServletRequest request, Page page) {
        String method = request.getMethod();
        if (!method.equals("GET") && !method.equals("HEAD")) return Reply.onlyMethods("GET, HEAD", method);
        try {
            RequestHead.checkLength(request);
        } catch (BadParameter bad) {
            return Reply.badParameter(bad);
        }
        return switch (Preconditions.of(request, page.tag)) {
            case MET -> page.whole;
            case NOT_MODIFIED -> page.unchanged;
            case FAILED -> Reply.preconditionFailed();
        };
    }
}
