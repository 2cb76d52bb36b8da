package asynclab.model.advice;

import static asynclab.model.advice.PublishedRun.text;

import java.math.BigDecimal;
import java.math.MathContext;

/** Figures in sentences. A small figure has three significant digits, so it is not rounded to 0. */
public final class InWords {

    private static final double FEW_MILLIS = 10;

    private InWords() {}

    /** Requests per second, without the unit: 1,250.0, 7.0, 0.00309. */
    static String rate(double perSecond) {
        return perSecond < 1 && perSecond > 0 ? significant(perSecond) : text("%,.1f", perSecond);
    }

    /** Milliseconds, without the unit: 1,605, 2.1, 0.25. */
    public static String millis(double millis) {
        return millis < FEW_MILLIS ? significant(millis) : text("%,.0f", millis);
    }

    /** 1 thread, 98 threads. */
    static String count(long number, String noun) {
        return text("%,d ", number) + noun + (number == 1 ? "" : "s");
    }

    /** A percentage with its sign: 50 %, 0.5 %. */
    static String percent(double percent) {
        return significant(percent) + " %";
    }

    private static String significant(double value) {
        BigDecimal rounded = new BigDecimal(value).round(new MathContext(3));
        return (rounded.signum() == 0 ? BigDecimal.ZERO : rounded.stripTrailingZeros()).toPlainString();
    }
}
