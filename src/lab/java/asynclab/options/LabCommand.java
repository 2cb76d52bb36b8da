package asynclab.options;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The command that repeats a run. It contains every option that determines what is measured, unless it has its default. */
record LabCommand(Options options, Map<String, String> given) {

    String of(String experiment) {
        var words = new ArrayList<>(List.of("mvn verify -Plab"));
        if (options.target() == null && TrafficOptions.of(options) == null) words.add("-Dexperiment=" + experiment);
        for (Option<?> option : OptionList.ALL)
            if (option.use() == Option.Use.MEASURE && option != OptionList.EXPERIMENT && options.isGiven(option))
                words.add("-D" + option.name() + "=" + value(option));
        return String.join(" ", words);
    }

    /** Quoted for a shell if necessary. A JDK is named by its version, because its path differs between machines. */
    private String value(Option<?> option) {
        if (option == OptionList.JDK) return Integer.toString(Jdks.feature(options.jdk()));
        String value = given.get(option.name());
        if (value.matches("[\\w.,:-]+")) return value;
        String quote = value.contains("\"") ? "'" : "\"";
        return quote + value + quote;
    }
}
