package asynclab.probe;

import asynclab.options.LabException;
import asynclab.options.ProbeOptions;
import java.net.URI;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.util.Set;
import java.util.concurrent.CompletionException;

/** One request to each URL, before any load. */
final class Preflight {

    private static final Set<Integer> FORBIDDEN = Set.of(401, 403, 407);

    private Preflight() {}

    /** @throws LabException if a URL does not answer as a service under load must */
    static void check(ProbeOptions options, ProbeClient client) {
        for (URI url : options.urls()) {
            HttpResponse<Void> response = response(client, url, true);
            int status = response.statusCode();
            if (status / 100 != 2)
                throw new LabException(url + " answered " + status + advice(status, response.headers()));
        }
        if (options.other() == null) return;
        int status = response(client, options.other(), false).statusCode();
        if (status / 100 == 5)
            throw new LabException("-Dother: " + options.other() + " answered " + status + ". Give a URL that works.");
    }

    private static HttpResponse<Void> response(ProbeClient client, URI url, boolean asLoad) {
        try {
            return client.answer(asLoad ? client.request(url) : client.get(url));
        } catch (CompletionException e) {
            throw new LabException(url + " " + ProbeResponse.words(e) + ".", e);
        } catch (IllegalArgumentException e) { // a header's value
            throw new LabException("A -Dheader has a value that HTTP does not allow.", e);
        }
    }

    private static String advice(int status, HttpHeaders headers) {
        if (status / 100 == 3)
            return ", a redirect to " + headers.firstValue("Location").orElse("nowhere") + ". Give that address.";
        if (FORBIDDEN.contains(status)) return ". Give the credentials with -Dheader=@FILE.";
        if (status == 404) return ". Check the path.";
        if (status == 405) return ". Check -Dmethod.";
        if (status == 429) return ", because it limits the rate of requests. Wait, and give -DmaxRps.";
        return status / 100 == 4 ? ". Check -Dmethod, -Dheader and -Dbody." : ". It must work before it gets load.";
    }
}
