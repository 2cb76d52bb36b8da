package asynclab.soak;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** One HTTP/1.1 response while its bytes arrive. It keeps the head and the first bytes of the body. One thread at a time. */
final class SoakResponse {

    private static final int MOST_KEPT = 4_096;
    private static final String LAST_CHUNK = "0\r\n\r\n";

    private final StringBuilder kept = new StringBuilder(512);
    private final StringBuilder tail = new StringBuilder();
    private int status;
    private long length = -1; // -1: the response has no Content-Length
    private boolean chunked;
    private boolean closes;
    private long bodyBytes = -1; // -1: the head is not complete
    private long bytes;

    /** Takes every byte of the buffer. @throws IllegalArgumentException if they are not HTTP */
    void take(ByteBuffer buffer) {
        bytes += buffer.remaining();
        int kept = Math.min(buffer.remaining(), Math.max(0, MOST_KEPT - this.kept.length()));
        String text = latin1(buffer, buffer.position(), kept);
        boolean inHead = bodyBytes < 0;
        long before = this.kept.length();
        this.kept.append(text);
        if (inHead) {
            int end = this.kept.indexOf("\r\n\r\n");
            if (end < 0 && this.kept.length() >= MOST_KEPT) throw new IllegalArgumentException("the head is too long");
            if (end >= 0) {
                head(this.kept.substring(0, end + 2));
                bodyBytes = before + buffer.remaining() - (end + 4);
            }
        } else {
            bodyBytes += buffer.remaining();
        }
        int last = Math.min(buffer.remaining(), LAST_CHUNK.length());
        tail.append(latin1(buffer, buffer.limit() - last, last));
        tail.delete(0, Math.max(0, tail.length() - LAST_CHUNK.length()));
        buffer.position(buffer.limit());
    }

    private static String latin1(ByteBuffer buffer, int from, int size) {
        var copy = new byte[size];
        buffer.get(from, copy);
        return new String(copy, StandardCharsets.ISO_8859_1);
    }

    private void head(String head) {
        if (!head.matches("(?s)HTTP/1\\.1 [1-5][0-9]{2}[ \r].*"))
            throw new IllegalArgumentException("not a status line");
        status = Integer.parseInt(head.substring(9, 12));
        for (String line : head.split("\r\n")) {
            String header = line.toLowerCase(Locale.ROOT).replace(" ", "");
            if (header.startsWith("content-length:")) length = Long.parseLong(header.substring(15));
            if (header.equals("transfer-encoding:chunked")) chunked = true;
            if (header.equals("connection:close")) closes = true;
        }
        if (status == 204) length = 0;
    }

    /** 0 until the head is complete. */
    int status() {
        return status;
    }

    boolean hasBegun() {
        return bytes > 0;
    }

    boolean isComplete() {
        return bodyBytes >= 0 && (chunked ? tail.toString().equals(LAST_CHUNK) : bodyBytes == length);
    }

    /** Whether the body is longer than its Content-Length. The surplus may be the response to another request. */
    boolean isTooLong() {
        return !chunked && length >= 0 && bodyBytes > length;
    }

    /** Whether the server closes the connection after this response. */
    boolean closes() {
        return closes;
    }

    boolean contains(String text) {
        return kept.indexOf(text) >= 0;
    }

    /** For a message: of a 200 how much has arrived, of any other response its first characters. */
    @Override
    public String toString() {
        if (status == 200) return "200, " + bytes / 1_000_000 + " of " + length / 1_000_000 + " MB";
        return kept.substring(0, Math.min(kept.length(), 500)).replaceAll("[^\\x21-\\x7e]+", " ");
    }
}
