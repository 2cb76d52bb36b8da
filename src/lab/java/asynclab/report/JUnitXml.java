package asynclab.report;

import asynclab.document.Document.CheckStatus;
import asynclab.run.result.Summary;
import asynclab.run.result.Threshold;
import asynclab.run.result.ValidityCheck;
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
 * A result as JUnit's XML, for continuous integration: a test case for each threshold and each validity check. A green or amber
 * check has passed. A red check and a missed threshold have failed. A check that is not applicable is skipped.
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

    /** Writes {@code TEST-<experiment>.xml}, the file name that build servers look for. An old file is replaced. */
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
                summary.thresholds().stream().filter(judged -> !judged.met()).count();
        long red = count(CheckStatus.RED);
        out.writeStartDocument("UTF-8", "1.0");
        out.writeStartElement("testsuite");
        out.writeAttribute("name", summary.experiment());
        out.writeAttribute(
                "tests",
                Integer.toString(
                        summary.thresholds().size() + summary.validity().size()));
        out.writeAttribute("failures", Long.toString(missed + red));
        out.writeAttribute("errors", "0");
        out.writeAttribute("skipped", Long.toString(count(CheckStatus.NOT_APPLICABLE)));
        for (Threshold.Judgement judged : summary.thresholds())
            testCase("thresholds", judged.threshold(), judged.met() ? PASSED : FAILED, judged.detail());
        Map<String, Integer> seen = new HashMap<>();
        for (ValidityCheck check : summary.validity()) {
            String name = check.arm() + " " + check.check();
            int run = seen.merge(name, 1, Integer::sum);
            String prefix =
                    switch (check.status()) {
                        case AMBER -> "amber: ";
                        case NOT_APPLICABLE -> "not applicable: ";
                        default -> "";
                    };
            String outcome =
                    switch (check.status()) {
                        case RED -> FAILED;
                        case AMBER, GREEN -> PASSED;
                        case NOT_APPLICABLE -> SKIPPED;
                    };
            testCase("validity", run == 1 ? name : name + ", run " + run, outcome, prefix + check.detail());
        }
        out.writeEndElement();
        out.writeEndDocument();
    }

    private long count(CheckStatus status) {
        return summary.validity().stream()
                .filter(check -> check.status() == status)
                .count();
    }

    /** @param outcome the name of the element */
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
