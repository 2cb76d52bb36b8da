package asynclab.book;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * What a {@code curl} line of a page asks for, as curl understands it; an option that is not known here is refused.
 *
 * @param paths with their queries, on the reader's server; one for each number of a range such as {@code [1-300]}
 * @param bodyBytes how many zeros are sent, or -1 for no body
 * @param endless whether its answer ends when the reader says so ({@code -N})
 */
public record CurlLine(String method, Map<String, String> headers, List<String> paths, int bodyBytes, boolean endless) {

    private static final String SERVER = "localhost:8080";
    private static final Pattern RANGE = Pattern.compile("(.*)\\[(\\d+)-(\\d+)](.*)");
    private static final List<String> OF_THE_TERMINAL = List.of("-i", "-s", "-Z", "--parallel-immediate");
    private static final List<String> OF_THE_TERMINAL_WITH_A_VALUE = List.of("-o", "--limit-rate", "--parallel-max");

    /** @throws IllegalArgumentException if it cannot be understood */
    public static CurlLine of(Book.TypedCommand command) {
        List<String> words = command.words();
        int bodyBytes = -1;
        int at = 1;
        if (words.get(0).equals("head")) {
            bodyBytes = Integer.parseInt(words.get(2));
            at = words.indexOf("curl") + 1;
        }
        String method = "GET";
        boolean sendsInput = false;
        boolean endless = false;
        var headers = new TreeMap<String, String>();
        String url = null;
        for (; at < words.size(); at++) {
            String word = words.get(at);
            if (OF_THE_TERMINAL_WITH_A_VALUE.contains(word)) at++;
            else if (word.equals("-N")) endless = true;
            else if (word.equals("-X")) method = words.get(++at);
            else if (word.equals("-T")) sendsInput = words.get(++at).equals("-");
            else if (word.equals("-H")) {
                String[] header = words.get(++at).split(": ", 2);
                headers.put(header[0], header[1]);
            } else if (word.startsWith(SERVER) && url == null) url = word;
            else if (!OF_THE_TERMINAL.contains(word))
                throw new IllegalArgumentException("what is " + word + " in " + command);
        }
        if (url == null || sendsInput != bodyBytes >= 0)
            throw new IllegalArgumentException("no address of the reader's server, or no input: " + command);
        return new CurlLine(method, headers, paths(url.substring(SERVER.length())), bodyBytes, endless);
    }

    private static List<String> paths(String path) {
        var range = RANGE.matcher(path);
        if (!range.matches()) return List.of(path.isEmpty() ? "/" : path);
        var paths = new ArrayList<String>();
        IntStream.rangeClosed(Integer.parseInt(range.group(2)), Integer.parseInt(range.group(3)))
                .forEach(number -> paths.add(range.group(1) + number + range.group(4)));
        return paths;
    }
}
