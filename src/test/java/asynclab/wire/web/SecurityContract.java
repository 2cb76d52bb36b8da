package asynclab.wire.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.server.Server;
import asynclab.server.ServerSettings;
import asynclab.wire.fixture.ServerContract;
import asynclab.wire.fixture.TestWar;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What no client may get: internals of the server, a list of its files, the lab's controls in production. */
class SecurityContract extends ServerContract {

    private static final String IN_THE_FOLDER = TestWar.IN_THE_FOLDER;

    /** Names, versions and addresses of what is inside, and what only stands in its files. */
    private static final Pattern INSIDE = Pattern.compile(
            "jetty|tomcat|coyote|catalina|eclipse|apache|exception|\\bjava[x.]|\\basynclab\\.|\\bat [a-z]+\\.|\\.java:|web-app|"
                    + "manifest-version|root:|" + Pattern.quote(IN_THE_FOLDER),
            Pattern.CASE_INSENSITIVE);

    @Override
    protected Path war() {
        return TestWar.of(super.war());
    }

    @Override
    protected ServerSettings settings() {
        return named("").withJvmFlags(List.of("-Dasynclab.backend=" + urlOfNobody()));
    }

    /** The whole response to a path as it stands, which an HTTP client would mend. */
    private String ask(String path) throws IOException {
        try (Socket socket = raw(0, "GET " + path + " HTTP/1.1", "Connection: close")) {
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    /** A browser says of which site the page is that asks. A picture of another site must not change this one. */
    @ParameterizedTest
    @CsvSource({"cross-site, 403", "same-site, 403", "same-origin, 200", "none, 200"})
    void a_page_of_another_site_changes_nothing(String site, int status) throws Exception {
        String line = "GET /set-default-processing-time?minMs=7&maxMs=8 HTTP/1.1";
        try (Socket socket = raw(0, line, "Sec-Fetch-Site: " + site, "Connection: close")) {
            String response = new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
            assertTrue(response.startsWith("HTTP/1.1 " + status + ' '), response);
        }
        assertEquals(status == 200 ? "7" : "0", header(get("/process-non-blocking"), "X-Planned-Ms"));
        assertEquals(200, get("/set-default-processing-time").statusCode()); // takes it back
    }

    private static void assertRefusedSilently(String response) {
        assertTrue(response.matches("(?s)HTTP/1.1 40[034] .*"), response);
        assertFalse(INSIDE.matcher(response).find(), response);
    }

    private static final List<String> NOT_SERVED = List.of(
            "/WEB-INF/web.xml",
            "/WEB-INF/",
            "/WEB-INF",
            "/web-inf/web.xml",
            "/META-INF/MANIFEST.MF",
            "/%57EB-INF/web.xml",
            "/WEB-INF%2fweb.xml",
            "/%2557EB-INF/web.xml",
            "/WEB-INF;x=1/web.xml",
            "/;x=1/WEB-INF/web.xml",
            "/.;/WEB-INF/web.xml",
            "/./WEB-INF/web.xml",
            "//WEB-INF/web.xml",
            "/folder/../WEB-INF/web.xml",
            "/folder/..;/WEB-INF/web.xml",
            "/../../../../etc/passwd",
            "/..;/..;/etc/passwd",
            "/%2e%2e/%2e%2e/etc/passwd",
            "/..%2f..%2fetc%2fpasswd",
            "/..%5c..%5cetc%5cpasswd",
            "/%c0%ae%c0%ae/etc/passwd",
            "/folder/%00",
            "/folder/" + IN_THE_FOLDER + "%00.html",
            "/nothing-here",
            "/nothing-here%0d%0aX-Injected:%20yes",
            "/%3Cscript%3Ealert(1)%3C/script%3E",
            "/index.jsp",
            "/index.jspx",
            "/INDEX.JSP",
            "/folder/",
            "/folder",
            "/mistake/");

    @ParameterizedTest
    @FieldSource("NOT_SERVED")
    void nothing_below_web_inf_no_file_of_the_machine_no_folder_and_no_jsp_is_served(String path) throws Exception {
        String response = ask(path);
        if (path.equals("/folder") && response.startsWith("HTTP/1.1 302")) response = ask("/folder/"); // with the slash
        assertRefusedSilently(response);
        assertFalse(response.contains("<script"), response);
        assertFalse(response.toLowerCase(Locale.ROOT).contains("x-injected: yes"), response);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/reactiveendpoint",
                "/standardendpoint",
                "/async?ms=1&timeoutMs=x",
                "/async?ms=%zz",
                "/async?ms=600000&timeoutMs=1",
                "/mistake/lost-exception?timeoutMs=1000",
                "/error",
                "/set-default-processing-time?minMs=x",
            })
    void no_answer_names_the_server_its_version_or_its_classes(String path) throws Exception {
        String response = ask(path);
        assertFalse(INSIDE.matcher(response).find(), response);
        assertFalse(response.contains("\r\nServer:") || response.contains("\r\nX-Powered-By:"), response);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/index.html",
                "/css/lab.css",
                "/js/try.js",
                "/async?ms=1",
                "/blocking?ms=1",
                "/download?bytes=1000",
                "/stats",
                "/metrics",
                "/async?ms=x",
                "/nothing-here",
                "/faulty"
            })
    void every_response_has_the_headers_that_browsers_heed(String path) throws Exception {
        var response = get(path);
        assertTrue(response.statusCode() < 500, response::body);
        var headers = response.headers();
        assertEquals(List.of("nosniff"), headers.allValues("X-Content-Type-Options"));
        List<String> policies = headers.allValues("Content-Security-Policy");
        assertEquals(1, policies.size());
        assertTrue(policies.get(0).contains("frame-ancestors 'none'"), policies.get(0));
        boolean page = Set.of("/", "/index.html", "/css/lab.css", "/js/try.js").contains(path);
        assertTrue(policies.get(0).contains(page ? "default-src 'self'" : "default-src 'none'"), policies.get(0));
        assertEquals(page ? List.of("DENY") : List.of(), headers.allValues("X-Frame-Options"));
        assertEquals(page ? List.of("no-referrer") : List.of(), headers.allValues("Referrer-Policy"));
        assertEquals(List.of(page ? "no-cache" : "no-store"), headers.allValues("Cache-Control"));
    }

    @Test
    void the_pages_need_no_script_or_style_that_the_policy_forbids() throws Exception {
        for (String path : List.of("/", "/live.html", "/planner.html")) {
            String page = get(path).body();
            assertTrue(page.contains("Async Servlet Lab"), page);
            assertFalse(
                    Pattern.compile(
                                    "<script(?![^>]*\\bsrc=)|<style|\\sstyle=|\\son[a-z]+=|(src|href)=[\"']?(https?:)?//",
                                    Pattern.CASE_INSENSITIVE)
                            .matcher(page)
                            .find(),
                    page);
        }
    }

    @Test
    void faults_are_forbidden_until_they_are_turned_on() throws Exception {
        var response = get("/faulty?fault=status-500");
        assertEquals(403, response.statusCode());
        assertTrue(response.body().contains("-Dasynclab.faults=on"), response.body());
    }

    @Test
    void in_production_there_is_nothing_at_the_labs_levers_however_their_urls_are_written() throws Exception {
        var production =
                named("-production").withJvmFlags(List.of("-Dasynclab.profile=production", "-Dasynclab.faults=on"));
        Server server = start(production);
        for (String path : List.of(
                "/set-default-processing-time?minMs=5&maxMs=6",
                "/set-default-processing-time;x=1?minMs=5&maxMs=6",
                "/%73et-default-processing-time?minMs=5&maxMs=6",
                "/publish?text=x",
                "/publish;x?text=x",
                "/faulty?fault=reset",
                "/burst?pattern=/async&n=500&ms=1",
                "/burst;x?pattern=/async&n=500&ms=1",
                "/log",
                "/mistake/executor-never-shut-down",
                "/mistake/permit-freed-early?ms=1",
                "/wrongreactiveendpoint?ms=1",
                "/deferredendpoint?ms=1")) {
            var response = get(server, path);
            assertEquals(404, response.statusCode(), path);
            assertEquals("{\"error\":\"There is nothing at this URL.\"}", response.body(), path);
        }
        for (String path : List.of(
                "//publish?text=x", "/./publish?text=x", "/mistake/../publish?text=x", "/folder/..;/publish?text=x"))
            assertNotEquals(200, get(server, path).statusCode(), path);
        assertEquals("ok", get(server, "/async?ms=1").body());
        assertEquals(
                "0", header(get(server, "/process-blocking?minMs=0&maxMs=0"), "X-Planned-Ms"), "nothing has been set");
        assertEquals(204, get(server, "/long-poll?after=0&timeoutMs=1").statusCode(), "nothing has been published");
        balances(server);
    }
}
