package asynclab.report;

import asynclab.result.Summary;
import asynclab.result.Threshold;
import asynclab.result.Validity;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * A result in the form that continuous integration reads: a test case for each threshold, and one for each check of the run.
 * An amber check has passed, with a word; a red one and a missed threshold have failed; one that is not applicable is skipped.
 */
public final class JUnitXml {

    private static final String PASSED = "system-out";
    private static final String FAILED = "failure";
    private static final String SKIPPED = "skipped";

    private final XMLStreamWriter out;
    private final Summary summary;

    private JUnitXml(XMLStreamWriter out, Summary summary) {
        this.out = out;
        this.summary = summary;
    }

    /** Writes {@code TEST-<experiment>.xml}, the name such files are looked for by; an old one is replaced. */
    public static void write(Summary summary, Path folder) throws IOException {
        Files.createDirectories(folder);
        try (OutputStream file = Files.newOutputStream(folder.resolve("TEST-" + summary.experiment() + ".xml"))) {
            XMLStreamWriter out = XMLOutputFactory.newFactory().createXMLStreamWriter(file, "UTF-8");
            new JUnitXml(out, summary).write();
            out.close();
        } catch (XMLStreamException e) {
            throw new IOException(e);
        }
    }

    private void write() throws XMLStreamException {
        long missed =
                summary.thresholds().stream().filter(outcome -> !outcome.met()).count();
        long red = count(Validity.State.RED);
        out.writeStartDocument("UTF-8", "1.0");
        out.writeStartElement("testsuite");
        out.writeAttribute("name", summary.experiment());
        out.writeAttribute(
                "tests",
                Integer.toString(
                        summary.thresholds().size() + summary.validity().size()));
        out.writeAttribute("failures", Long.toString(missed + red));
        out.writeAttribute("errors", "0");
        out.writeAttribute("skipped", Long.toString(count(Validity.State.NOT_APPLICABLE)));
        for (Threshold.Outcome outcome : summary.thresholds())
            testCase("thresholds", outcome.threshold(), outcome.met() ? PASSED : FAILED, outcome.detail());
        Map<String, Integer> seen = new HashMap<>();
        for (Validity.Check check : summary.validity()) {
            String name = check.arm() + " " + check.check();
            int run = seen.merge(name, 1, Integer::sum);
            String word = check.state() == Validity.State.AMBER ? "amber: " : "";
            String outcome =
                    switch (check.state()) {
                        case RED -> FAILED;
                        case AMBER, GREEN -> PASSED;
                        case NOT_APPLICABLE -> SKIPPED;
                    };
            testCase("validity", run == 1 ? name : name + ", run " + run, outcome, word + check.detail());
        }
        out.writeEndElement();
        out.writeEndDocument();
    }

    private long count(Validity.State state) {
        return summary.validity().stream()
                .filter(check -> check.state() == state)
                .count();
    }

    /** @param outcome the element that tells it */
    private void testCase(String kind, String name, String outcome, String detail) throws XMLStreamException {
        out.writeCharacters("\n  ");
        out.writeStartElement("testcase");
        out.writeAttribute("classname", "asynclab." + summary.experiment() + "." + kind);
        out.writeAttribute("name", name);
        out.writeStartElement(outcome);
        if (outcome.equals(PASSED)) out.writeCharacters(detail);
        else out.writeAttribute("message", detail);
        out.writeEndElement();
        out.writeEndElement();
    }
}
