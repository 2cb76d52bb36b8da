package asynclab.document;

import java.io.StringWriter;
import java.util.List;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** A result as JUnit's XML, for continuous integration. */
public final class JUnitXml {

    /** How a test case ended, with the name of the element that says so. */
    public enum CaseOutcome {
        PASSED("system-out"),
        FAILED("failure"),
        SKIPPED("skipped");

        private final String element;

        CaseOutcome(String element) {
            this.element = element;
        }
    }

    /** @param kind of the case, such as {@code thresholds} */
    public record TestCase(String kind, String name, CaseOutcome outcome, String detail) {

        /** A threshold is a case. */
        public static TestCase of(Judgement judged) {
            return new TestCase(
                    "thresholds",
                    judged.threshold(),
                    judged.met() ? CaseOutcome.PASSED : CaseOutcome.FAILED,
                    judged.detail());
        }
    }

    private JUnitXml() {}

    /** @param suite the name of the run */
    public static String of(String suite, List<TestCase> cases) {
        var text = new StringWriter();
        try {
            XMLStreamWriter out = XMLOutputFactory.newFactory().createXMLStreamWriter(text);
            out.writeStartDocument("UTF-8", "1.0");
            out.writeStartElement("testsuite");
            out.writeAttribute("name", suite);
            out.writeAttribute("tests", Integer.toString(cases.size()));
            out.writeAttribute("failures", count(cases, CaseOutcome.FAILED));
            out.writeAttribute("errors", "0");
            out.writeAttribute("skipped", count(cases, CaseOutcome.SKIPPED));
            for (TestCase one : cases) write(out, suite, one);
            out.writeEndElement();
            out.writeEndDocument();
            out.close();
        } catch (XMLStreamException e) {
            throw new IllegalStateException(e); // nothing is written to a file
        }
        return text.toString();
    }

    private static String count(List<TestCase> cases, CaseOutcome outcome) {
        return Long.toString(
                cases.stream().filter(one -> one.outcome == outcome).count());
    }

    private static void write(XMLStreamWriter out, String suite, TestCase one) throws XMLStreamException {
        out.writeCharacters("\n  ");
        out.writeStartElement("testcase");
        out.writeAttribute("classname", "asynclab." + suite + "." + one.kind);
        out.writeAttribute("name", one.name);
        out.writeStartElement(one.outcome.element);
        if (one.outcome == CaseOutcome.PASSED) out.writeCharacters(one.detail);
        else out.writeAttribute("message", one.detail);
        out.writeEndElement();
        out.writeEndElement();
    }
}
