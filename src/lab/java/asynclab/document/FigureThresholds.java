package asynclab.document;

import asynclab.options.LabException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Thresholds of figures that a result has once, as in {@code busyThreadsMax<180,poolLastsTimes>2}. */
public final class FigureThresholds {

    private static final Pattern SYNTAX = Pattern.compile("([A-Za-z0-9]+)(<=|>=|=|<|>)(\\d+(?:\\.\\d+)?)");

    private FigureThresholds() {}

    /** @throws LabException if a threshold is malformed, or names none of these figures */
    public static void check(String thresholds, Collection<String> figures) {
        for (String text : split(thresholds)) {
            Matcher m = SYNTAX.matcher(text);
            if (!m.matches() || !figures.contains(m.group(1)))
                throw new LabException("-Dassert must be FIGURE, then one of < <= = >= >, then a number, but was \""
                        + text + "\". Figures: " + String.join(", ", figures) + ".");
        }
    }

    /** Judges each threshold. A missing figure meets no threshold. Call {@link #check} before. */
    public static List<Judgement> judge(String thresholds, Map<String, Double> figures) {
        var judgements = new ArrayList<Judgement>();
        for (String text : split(thresholds)) {
            Matcher m = SYNTAX.matcher(text);
            Double value = m.matches() ? figures.get(m.group(1)) : null;
            boolean met = value != null && Judgement.holds(value, m.group(2), Double.parseDouble(m.group(3)));
            judgements.add(new Judgement(
                    text, met, value == null ? "there is no such number" : "it is " + shown(value, m, met)));
        }
        return List.copyOf(judgements);
    }

    /** Rounded, unless the rounded figure would be judged otherwise. */
    private static String shown(double value, Matcher m, boolean met) {
        String rounded = Texts.number(value);
        return Judgement.holds(Double.parseDouble(rounded), m.group(2), Double.parseDouble(m.group(3))) == met
                ? rounded
                : BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }

    private static List<String> split(String thresholds) {
        return Stream.of(thresholds.split(","))
                .map(text -> text.replaceAll("\\s", ""))
                .filter(text -> !text.isEmpty())
                .toList();
    }
}
