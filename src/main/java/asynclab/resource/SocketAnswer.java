package asynclab.resource;

import asynclab.exchange.Failure.BackendFailed;
import asynclab.exchange.Reply;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/** Reads one HTTP/1.1 response from a connection that ends after it. Every part has a limit. Used by one thread. */
final class SocketAnswer {

    private static final int MOST_HEAD_BYTES = 64 * 1024; // together with all lines between chunks

    private final InputStream in;
    private int lineBytesLeft = MOST_HEAD_BYTES;
    private String type = "application/octet-stream";
    private long length = -1; // -1: the body ends with the connection
    private boolean chunked;

    SocketAnswer(InputStream in) {
        this.in = new BufferedInputStream(in);
    }

    /** @throws BackendFailed if the status is not 200 */
    Reply read() throws IOException, BackendFailed {
        int status = readStatus();
        while (status < 200) { // an interim response
            readHeaders();
            status = readStatus();
        }
        if (status != 200) throw Backend.refused(status);
        readHeaders();
        return new Reply(200, type, chunked ? readChunks() : readBody(), List.of());
    }

    private int readStatus() throws IOException {
        String line = readLine();
        if (!line.matches("HTTP/1\\.[0-9] [1-9][0-9]{2}( .*)?")) throw new IOException("not an HTTP response: " + line);
        return Integer.parseInt(line.substring(9, 12));
    }

    private void readHeaders() throws IOException {
        for (String line = readLine(); !line.isEmpty(); line = readLine()) {
            int colon = line.indexOf(':');
            if (colon < 0) continue;
            String value = line.substring(colon + 1).strip();
            switch (line.substring(0, colon).toLowerCase(Locale.ROOT)) {
                case "content-type" -> type = value;
                case "content-length" -> length = number(value, 10);
                case "transfer-encoding" -> chunked = isChunked(value);
                default -> {} // the answer does not need it
            }
        }
    }

    private static boolean isChunked(String coding) throws IOException {
        if (coding.equalsIgnoreCase("chunked")) return true;
        throw new IOException("unknown transfer encoding " + coding);
    }

    private byte[] readBody() throws IOException, BackendFailed {
        if (length > BoundedBody.MOST_BYTES) throw BoundedBody.tooLong();
        byte[] body = in.readNBytes(length >= 0 ? (int) length : BoundedBody.MOST_BYTES + 1);
        if (body.length < length) throw new EOFException("the response ends too early");
        if (body.length > BoundedBody.MOST_BYTES) throw BoundedBody.tooLong();
        return body;
    }

    private byte[] readChunks() throws IOException, BackendFailed {
        var body = new ByteArrayOutputStream();
        for (long size = readChunkSize(); size > 0; size = readChunkSize()) {
            if (size > BoundedBody.MOST_BYTES - body.size()) throw BoundedBody.tooLong();
            byte[] chunk = in.readNBytes((int) size);
            if (chunk.length < size || !readLine().isEmpty()) throw new EOFException("a chunk ends too early");
            body.write(chunk);
        }
        return body.toByteArray();
    }

    private long readChunkSize() throws IOException {
        return number(readLine().replaceFirst(";.*", "").strip(), 16);
    }

    private static long number(String digits, int radix) throws IOException {
        try {
            long number = Long.parseLong(digits, radix);
            if (number >= 0) return number;
        } catch (NumberFormatException e) {
            // the same error as for a negative number
        }
        throw new IOException("not a length: " + digits);
    }

    private String readLine() throws IOException {
        var line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) throw new EOFException("the response ends too early");
            if (--lineBytesLeft < 0) throw new IOException("the headers are longer than " + MOST_HEAD_BYTES + " bytes");
            if (next != '\r') line.write(next);
        }
        return line.toString(StandardCharsets.ISO_8859_1);
    }
}
