package asynclab.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The file with the output of a server. It is empty until the server writes. */
record ServerLog(Path file) {

    private static final int MOST_CHARACTERS = 200;

    private byte[] bytes() {
        try {
            return Files.readAllBytes(file);
        } catch (IOException noLogYet) {
            return new byte[0];
        }
    }

    /** The length in bytes. */
    int length() {
        return bytes().length;
    }

    String text() {
        return textFrom(0);
    }

    /** The text after a number of bytes. */
    String textFrom(int start) {
        byte[] bytes = bytes();
        return new String(bytes, start, bytes.length - start, StandardCharsets.UTF_8);
    }

    /** The last line that names an error, or the last line. Folders of this machine are left out: reports show this line. */
    String lastError() {
        List<String> lines = text().lines().toList();
        if (lines.isEmpty()) return "its log is empty";
        String line = lines.stream()
                .filter(each -> each.matches(".*(ERROR|SEVERE|Exception|Error|FATAL).*"))
                .reduce((first, last) -> last)
                .orElse(lines.get(lines.size() - 1))
                .replaceAll("(/[^/\\s:]+){2,}/", "…/")
                .strip();
        return line.length() > MOST_CHARACTERS ? line.substring(0, MOST_CHARACTERS) + "…" : line;
    }

    /** The path below the current folder, or the file's name. */
    Path shortPath() {
        Path here = Path.of("").toAbsolutePath();
        Path log = file.toAbsolutePath();
        return log.startsWith(here) ? here.relativize(log) : log.getFileName();
    }
}
