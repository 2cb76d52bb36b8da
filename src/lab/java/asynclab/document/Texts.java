package asynclab.document;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/** Figures as texts, the same on every machine. */
public final class Texts {

    private Texts() {}

    /** {@link String#format} in English. */
    public static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    /** Three significant digits, no trailing zeros: 1.6, 12.5, 0.016. */
    public static String number(double value) {
        if (value == 0) return "0";
        return new BigDecimal(value)
                .round(new MathContext(3))
                .stripTrailingZeros()
                .toPlainString();
    }

    /** A number below 100 has one decimal if it is not whole. A number from 100 on has no decimals. Null is a dash. */
    public static String figure(Object value) {
        if (value == null) return "–";
        if (!(value instanceof Number number)) return value.toString();
        double v = number.doubleValue();
        return v >= 100 || v == Math.rint(v) ? text("%.0f", v) : text("%.1f", v);
    }

    /** Three significant digits, because a measurement has no more. A whole number has all its digits. NaN is a dash. */
    public static String measured(Number number) {
        if (!(number instanceof Double value)) return text("%,d", number.longValue());
        if (value.isNaN()) return "–";
        double size = Math.abs(value);
        return text(size == 0 || size >= 100 ? "%,.0f" : size >= 10 ? "%.1f" : size >= 0.01 ? "%.2f" : "%.4f", value);
    }
}
