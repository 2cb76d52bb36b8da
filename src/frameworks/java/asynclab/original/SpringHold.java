package asynclab.original;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.context.request.async.WebAsyncTask;

/** Spring MVC on Tomcat or Jetty, with the endpoints of the posts E1, E2 and E4. The libraries decide which of the two serves. */
@EnableAutoConfiguration
@RestController
public class SpringHold {
    private final ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor();
    private final ExecutorService workers = Executors.newFixedThreadPool(500); // E4
    private final SimpleAsyncTaskExecutor unbounded =
            new SimpleAsyncTaskExecutor("callable-"); // a thread each, as in Spring 4

    record Processed(String status, long processingTimeMs) {}

    @GetMapping("/hold")
    DeferredResult<ResponseEntity<String>> deferred(@RequestParam("ms") long millis) {
        long startedNanos = System.nanoTime();
        var result = new DeferredResult<ResponseEntity<String>>();
        scheduler.schedule(() -> result.setResult(answer(millis, startedNanos)), millis, TimeUnit.MILLISECONDS);
        return result;
    }

    @GetMapping({"/sync", "/syncTest"})
    ResponseEntity<String> blocking(@RequestParam("ms") long millis) throws InterruptedException {
        long startedNanos = System.nanoTime();
        Thread.sleep(millis);
        return answer(millis, startedNanos);
    }

    /** On Boot's own executor: eight threads and an unlimited queue. */
    @GetMapping("/callable")
    Callable<ResponseEntity<String>> callable(@RequestParam("ms") long millis) {
        return () -> blocking(millis);
    }

    /** As the post E1: Spring 4 started a thread for each Callable. */
    @GetMapping("/async")
    WebAsyncTask<ResponseEntity<String>> unbounded(@RequestParam("ms") long millis) {
        return new WebAsyncTask<>(null, unbounded, () -> blocking(millis));
    }

    @GetMapping("/asyncTest")
    CompletableFuture<ResponseEntity<String>> future(@RequestParam("ms") long millis) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return blocking(millis);
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                },
                workers);
    }

    @GetMapping("/process-blocking")
    Processed processBlocking(@RequestParam("minMs") long min, @RequestParam("maxMs") long max)
            throws InterruptedException {
        long millis = ThreadLocalRandom.current().nextLong(min, max);
        Thread.sleep(millis);
        return new Processed("Ok", millis);
    }

    @GetMapping("/process-non-blocking")
    DeferredResult<Processed> process(@RequestParam("minMs") long min, @RequestParam("maxMs") long max) {
        long millis = ThreadLocalRandom.current().nextLong(min, max);
        var result = new DeferredResult<Processed>();
        scheduler.schedule(() -> result.setResult(new Processed("Ok", millis)), millis, TimeUnit.MILLISECONDS);
        return result;
    }

    private static ResponseEntity<String> answer(long millis, long startedNanos) {
        return ResponseEntity.ok()
                .header("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
                .header("X-Content-Type-Options", "nosniff")
                .header("Cache-Control", "no-store")
                .header("X-Planned-Ms", Long.toString(millis))
                .header("X-Held-Ms", Long.toString((System.nanoTime() - startedNanos) / 1_000_000))
                .header("Content-Type", "text/plain;charset=utf-8")
                .body("ok");
    }

    public static void main(String[] arguments) {
        SpringSettings.start(SpringHold.class, arguments);
    }
}
