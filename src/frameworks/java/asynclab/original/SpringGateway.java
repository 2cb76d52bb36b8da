package asynclab.original;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestTemplate;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;

/** The five endpoints of the post E3: Spring MVC on Tomcat, which calls the backend by RestTemplate or WebClient. */
@EnableAutoConfiguration
@RestController
public class SpringGateway {

    private static final String BACKEND = System.getProperty("backend") + "/slowendpoint?ms={ms}";

    private final RestTemplate blocking = new RestTemplate();
    private final WebClient client = WebClient.create();

    @GetMapping({"/standardendpoint", "/gateway"})
    String standard(@RequestParam("ms") long millis) {
        return blocking.getForObject(BACKEND, String.class, millis);
    }

    @GetMapping("/wrongreactiveendpoint")
    String wrong(@RequestParam("ms") long millis) {
        return reactive(millis).block(Duration.ofMinutes(1));
    }

    @GetMapping("/reactiveendpoint")
    Mono<String> reactive(@RequestParam("ms") long millis) {
        return client.get().uri(BACKEND, millis).retrieve().bodyToMono(String.class);
    }

    /** On Boot's own executor: eight threads and an unlimited queue. */
    @GetMapping("/callableendpoint")
    Callable<String> callable(@RequestParam("ms") long millis) {
        return () -> standard(millis);
    }

    /** On the common pool. */
    @GetMapping("/deferredendpoint")
    DeferredResult<String> deferred(@RequestParam("ms") long millis) {
        var result = new DeferredResult<String>();
        CompletableFuture.supplyAsync(() -> standard(millis)).whenComplete((body, thrown) -> {
            if (thrown == null) result.setResult(body);
            else result.setErrorResult(thrown);
        });
        return result;
    }

    public static void main(String[] arguments) {
        SpringSettings.start(SpringGateway.class, arguments);
    }
}
