package asynclab.recorder.clinic;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.zip.CRC32;
import javax.servlet.AsyncContext;
import javax.servlet.ReadListener;
import javax.servlet.ServletException;
import javax.servlet.ServletInputStream;
import javax.servlet.ServletOutputStream;
import javax.servlet.WriteListener;
import javax.servlet.annotation.MultipartConfig;
import javax.servlet.annotation.WebServlet;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.Part;

/** Bodies of requests, read in every way that the Servlet API has, and one large answer. */
final class ClinicBodies {

    private ClinicBodies() {}

    private static String sum(byte[] bytes) {
        var crc = new CRC32();
        crc.update(bytes);
        return bytes.length + " bytes " + Long.toHexString(crc.getValue());
    }

    /** A form. The encoding counts only if nobody has read a parameter before. */
    @WebServlet("/form")
    public static final class FormPage extends HttpServlet {
        @Override
        protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
            request.setCharacterEncoding("UTF-8");
            response.setContentType("text/plain;charset=UTF-8");
            for (Map.Entry<String, String[]> each : request.getParameterMap().entrySet())
                response.getWriter().println(each.getKey() + "=" + String.join("|", each.getValue()));
        }
    }

    /** A form that is read as a stream. The stream is empty if somebody has read a parameter before. */
    @WebServlet("/raw")
    public static final class RawBodyPage extends HttpServlet {
        @Override
        protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
            byte[] body = request.getInputStream().readAllBytes();
            response.getOutputStream().print(sum(body) + " " + request.getHeader("X-N") + "\n");
        }
    }

    /** Files, the larger of which the container keeps on the disk. */
    @WebServlet("/upload")
    @MultipartConfig(fileSizeThreshold = 1_000, maxFileSize = 100_000)
    public static final class UploadPage extends HttpServlet {
        @Override
        protected void doPost(HttpServletRequest request, HttpServletResponse response)
                throws ServletException, IOException {
            for (Part part : request.getParts())
                response.getWriter()
                        .println(part.getName() + " " + part.getSubmittedFileName() + " "
                                + sum(part.getInputStream().readAllBytes()));
            response.getWriter().println("n=" + request.getParameter("n"));
        }
    }

    /** A body that no thread waits for. */
    @WebServlet(urlPatterns = "/nonblocking", asyncSupported = true)
    public static final class NonBlockingBody extends HttpServlet {
        @Override
        protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
            AsyncContext context = request.startAsync();
            String header = request.getHeader("X-N");
            ServletInputStream in = request.getInputStream();
            var body = new ByteArrayOutputStream();
            in.setReadListener(new ReadListener() {
                @Override
                public void onDataAvailable() throws IOException {
                    var buffer = new byte[1_000];
                    while (in.isReady() && !in.isFinished()) {
                        int read = in.read(buffer);
                        if (read > 0) body.write(buffer, 0, read);
                    }
                }

                @Override
                public void onAllDataRead() throws IOException {
                    response.getOutputStream().print(sum(body.toByteArray()) + " " + header + "\n");
                    context.complete();
                }

                @Override
                public void onError(Throwable cause) {
                    context.complete();
                }
            });
        }
    }

    /** A large answer that no thread waits for. */
    @WebServlet(urlPatterns = "/download", asyncSupported = true)
    public static final class NonBlockingDownload extends HttpServlet {

        private static final int LINES = 10_000;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            byte[] line = ("n=%08d and some more\n".formatted(Integer.parseInt(request.getParameter("n"))))
                    .getBytes(StandardCharsets.US_ASCII);
            response.setContentLength(line.length * LINES);
            AsyncContext context = request.startAsync();
            ServletOutputStream out = response.getOutputStream();
            out.setWriteListener(new WriteListener() {
                private int written;

                @Override
                public void onWritePossible() {
                    try {
                        while (out.isReady()) {
                            if (written++ == LINES) {
                                context.complete();
                                return;
                            }
                            out.write(line);
                        }
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }

                @Override
                public void onError(Throwable cause) {
                    context.complete();
                }
            });
        }
    }
}
