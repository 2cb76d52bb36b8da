package asynclab.web.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import asynclab.ContractRow;
import asynclab.Doubling;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The examples of the Servlet specification, 12.2.2, and what lies between them. */
class MappingsTest {

    private static Mappings<String> of(String... patterns) {
        var mappings = new Mappings<String>();
        for (String pattern : List.of(patterns)) mappings.add(pattern, "[" + pattern + "]");
        return mappings;
    }

    @ParameterizedTest
    @CsvSource({
        "/foo/bar/index.html, [/foo/bar/*]",
        "/foo/bar/index.bop, [/foo/bar/*]",
        "/baz, [/baz/*]",
        "/baz/index.html, [/baz/*]",
        "/bazaar, [/]",
        "/catalog, [/catalog]",
        "/catalog/index.html, [/]",
        "/catalog/racecar.bop, [*.bop]",
        "/index.bop, [*.bop]",
        "/folder.bop/index, [/]",
        "/baz/catalog/deep, [/baz/catalog/*]",
        "/, []",
    })
    void a_path_belongs_to_its_most_specific_pattern(String path, String pattern) {
        var mappings = of("/foo/bar/*", "/baz/*", "/baz/catalog/*", "/catalog", "*.bop", "/", "");
        assertEquals(pattern, mappings.find(path));
    }

    /** Slowloris by path: a URL of slashes alone. */
    @ContractRow(58)
    @ParameterizedTest
    @ValueSource(strings = {"/", "/baz/x", "a", ".", "/."})
    void a_long_path_is_looked_up_in_linear_time(String repeated) throws Exception {
        var mappings = of("/foo/bar/*", "/baz/*", "/catalog", "*.bop", "/");
        Doubling.assertLinear("/", repeated, mappings::find);
    }

    @Test
    void a_prefix_is_found_at_the_end_of_a_path_and_before_a_slash() {
        var mappings = of("/foo/bar/*", "/f/*");
        assertEquals("[/foo/bar/*]", mappings.find("/foo/bar"));
        assertEquals("[/foo/bar/*]", mappings.find("/foo/bar/"));
        assertEquals("[/foo/bar/*]", mappings.find("/foo/bar//////"));
        assertEquals("[/f/*]", mappings.find("/f/oo/bar/deep/down"));
        assertNull(mappings.find("/foo/bark/x"));
        assertNull(mappings.find("/fo"));
    }

    @Test
    void without_a_default_there_may_be_none_and_a_star_alone_takes_all() {
        assertNull(of("/x").find("/y"));
        assertNull(of("").find("/y"));
        assertEquals("[/*]", of("/*", "*.bop", "/").find("/y.bop"));
        assertEquals("[/*]", of("/*").find("/"));
    }
}
