package asynclab.accesslog.recognition;

import asynclab.accesslog.format.DurationUnit;
import asynclab.accesslog.format.LogFormat.About;
import asynclab.accesslog.format.ServerKind;

/** The unit of durations of a server that the user names. Nobody has said that they are its {@code %D}. */
final class UnitOfServer {

    private static final double WHOLE_SECONDS = 300;

    private UnitOfServer() {}

    /**
     * The same description, with the unit if the durations may be {@code %D}, and with a doubt if they may be something else.
     *
     * @param about what the lines say
     * @param server what the user names
     * @param durations of the first lines
     */
    static About of(About about, ServerKind server, LogColumn durations) {
        if (about.unit() != null || server.d() == null) return about;
        if (durations.hasFractions()) return about; // %D is a whole number
        About named = about.in(server.d(), server.unitReason());
        if (server.d() != DurationUnit.MICROSECONDS) return named;
        if (durations.max() <= WHOLE_SECONDS)
            return about.doubting("The durations are too small for %D of " + server.title()
                    + ", which is in microseconds, so their unit is a guess by the values."
                    + " Set it with -DdurationUnit=s, ms or us.");
        return durations.isShortForMicros()
                ? named.doubting("That the durations are %D of " + server.title()
                        + ", in microseconds, is a guess: half of them are below 1,000."
                        + " They may be milliseconds, as of %{ms}T. Set the unit with -DdurationUnit=us or ms.")
                : named;
    }
}
