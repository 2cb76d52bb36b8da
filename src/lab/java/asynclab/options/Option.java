package asynclab.options;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * One option of the lab. {@link OptionList} declares each option once. The declaration determines reading, checking, {@code
 * -Dhelp}, the command in a report and the table in the book. Immutable.
 *
 * @param name as in {@code -Dname=}
 * @param form the values allowed; completes the sentence "-Dname must be ..."
 * @param absent the value of an option that is not given; empty for none
 * @param none the value read if the option is absent and has no default
 * @param shown the default as the table shows it
 * @param meaning what the option does, in Markdown
 * @param reader reads a value; throws an {@link IllegalArgumentException} for a wrong one
 */
public record Option<T>(
        String name,
        Use use,
        String form,
        String absent,
        T none,
        String shown,
        String meaning,
        Function<String, T> reader) {

    /** What an option is for. */
    public enum Use {
        /** It determines what is measured, so the command in a report repeats it. */
        MEASURE,
        /** It determines what else the lab does, beside or with the measurement. */
        HANDLE,
        /** The build fills it; a user does not see it. */
        BUILD
    }

    static Option<String> text(String name, Use use, String absent, String meaning) {
        return new Option<>(name, use, "a text", absent, null, absent, meaning, text -> text);
    }

    static Option<String> oneOf(String name, Use use, List<String> values, String meaning) {
        return new Option<>(
                name, use, String.join(" or ", values), values.get(0), null, values.get(0), meaning, text -> {
                    if (!values.contains(text)) throw new IllegalArgumentException(text);
                    return text;
                });
    }

    static Option<Boolean> flag(String name, Use use, boolean absent, String meaning) {
        return oneOf(name, use, List.of(Boolean.toString(absent), Boolean.toString(!absent)), meaning)
                .map(Boolean::valueOf);
    }

    static Option<Integer> whole(String name, Use use, int min, int max, String absent, String meaning) {
        return new Option<>(
                name, use, "a whole number from " + min + " to " + max, absent, null, absent, meaning, text -> {
                    int value = Integer.parseInt(text);
                    if (value < min || value > max) throw new IllegalArgumentException(text);
                    return value;
                });
    }

    static Option<Double> number(String name, Use use, double min, int max, String absent, String meaning) {
        return new Option<>(name, use, "a number from " + min + " to " + max, absent, null, absent, meaning, text -> {
            double value = Double.parseDouble(text);
            if (!(value >= min && value <= max)) throw new IllegalArgumentException(text);
            return value;
        });
    }

    static Option<List<String>> list(String name, Use use, String form, String meaning, Predicate<List<String>> ok) {
        return new Option<>(name, use, form, "", List.of(), "", meaning, text -> {
            List<String> values = List.of(text.split(","));
            if (!ok.test(values)) throw new IllegalArgumentException(text);
            return values;
        });
    }

    /** Numbers in ascending order, separated by commas. */
    static Option<List<Double>> multiples(String name, Use use, double min, double max, String absent, String meaning) {
        String form = "numbers from " + min + " to " + max + ", separated by commas";
        return new Option<>(name, use, form, absent, List.of(), absent, meaning, text -> {
            List<Double> values =
                    Stream.of(text.split(",")).map(Double::valueOf).sorted().toList();
            if (!values.stream().allMatch(value -> value >= min && value <= max))
                throw new IllegalArgumentException(text);
            return values;
        });
    }

    static Option<URI> service(String name, Use use, String meaning) {
        String form = "a URL without a user, such as http://host:8080/path?query";
        return new Option<>(name, use, form, "", null, "", meaning, text -> {
            try {
                URI uri = new URI(text);
                boolean web = Stream.of("http", "https").anyMatch(scheme -> scheme.equals(uri.getScheme()));
                if (web && uri.getHost() != null && uri.getUserInfo() == null) return uri;
            } catch (URISyntaxException e) {
                // the exception below says it
            }
            throw new IllegalArgumentException(text);
        });
    }

    /** The same option, with another text for its default in the table. */
    Option<T> shown(String words) {
        return new Option<>(name, use, form, absent, none, words, meaning, reader);
    }

    <R> Option<R> map(Function<T, R> then) {
        return new Option<>(
                name, use, form, absent, none == null ? null : then.apply(none), shown, meaning, reader.andThen(then));
    }

    /**
     * Reads a value.
     *
     * @param given the text of the command line; null or empty if the option is absent
     * @return {@link #none} if the option is absent and has no default
     * @throws LabException if the text is not of the {@link #form}
     */
    T read(String given) {
        String text = given == null || given.isEmpty() ? absent : given;
        if (text.isEmpty()) return none;
        try {
            return reader.apply(text);
        } catch (IllegalArgumentException e) {
            throw new LabException("-D" + name + " must be " + form + ", but was \"" + text + "\".");
        }
    }
}
