package asynclab.run.result;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.document.Document;
import asynclab.document.Document.CheckStatus;
import asynclab.document.Document.Table;
import asynclab.document.Markdown;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The outcomes of checks, and the check of the machine's load before the run. */
class ValidityTest {

    private static ValidityCheck idle(Map<String, Object> environment) {
        ValidityCheck check = Validity.machineIdle(environment);
        assertEquals("machine idle before the run (machine-idle)", check.check().title());
        assertFalse(check.serious(), "the verdict stays");
        return check;
    }

    @Test
    void the_book_has_the_table_of_the_checks() throws IOException {
        String table = Markdown.of(Table.of(
                List.of(CheckKind.values()),
                Document.column("check", check -> Document.code("" + check)),
                Document.column("fails if", CheckKind::failsIf),
                Document.column("serious", CheckKind::serious)));
        assertTrue(Files.readString(Path.of("src/site/markdown/method.md")).contains("\n" + table), table);
    }

    @Test
    void the_machine_is_idle_if_few_of_its_processors_are_busy() {
        assertEquals(CheckStatus.GREEN, idle(Map.of("busyBefore", 0.15)).status());
        ValidityCheck busy = idle(Map.of("busyBefore", 0.16));
        assertEquals(CheckStatus.AMBER, busy.status());
        assertEquals("processors 16 % busy before the run, limit 15 %", busy.detail());
    }

    @Test
    void the_idle_check_is_not_applicable_if_the_use_was_not_recorded() {
        assertEquals(CheckStatus.NOT_APPLICABLE, idle(Map.of("loadBefore", 0.1)).status());
    }

    @Test
    void a_check_that_is_not_applicable_is_not_green() {
        var checks = List.of(
                CheckKind.ERRORS.of("async", true, true, "no request failed"),
                CheckKind.DRAWS.of("async", false, true, "3"),
                CheckKind.ORDER.of("async", false, false, "not FIFO"),
                CheckKind.LITTLES_LAW.notApplicable("async", "no steady state"));
        assertEquals(
                "4 checks: 1 red, 1 amber, 1 green, 1 not applicable",
                CheckStatus.count(checks.stream().map(ValidityCheck::status).toList()));
        assertTrue(checks.get(3).ok(), "it does not make the run invalid");
    }
}
