package asynclab.original;

import io.netty.channel.ChannelOption;
import java.time.Duration;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.http.ResponseEntity;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;

/** Spring WebFlux on Reactor Netty: a timer of Reactor answers. {@code /gateway} calls the backend with WebClient. */
@EnableAutoConfiguration
@RestController
public class WebFluxHold {

    private static final int CONNECTIONS = 10_000; // the client's own limit is 500

    private final WebClient client = WebClient.builder()
            .baseUrl(System.getProperty("backend", "http://127.0.0.1"))
            .clientConnector(new ReactorClientHttpConnector(
                    HttpClient.create(ConnectionProvider.create("gateway", CONNECTIONS))))
            .build();

    @Bean
    NettyReactiveWebServerFactory server() {
        var factory = new NettyReactiveWebServerFactory();
        factory.addServerCustomizers(http -> http.option(ChannelOption.SO_BACKLOG, 4096));
        return factory;
    }

    @GetMapping("/hold")
    Mono<ResponseEntity<String>> hold(@RequestParam("ms") long millis) {
        long startedNanos = System.nanoTime();
        Mono<Long> timer = millis == 0 ? Mono.just(0L) : Mono.delay(Duration.ofMillis(millis));
        return timer.map(done -> answer(millis, startedNanos, "ok"));
    }

    @GetMapping({"/gateway", "/reactiveendpoint"})
    Mono<ResponseEntity<String>> gateway(@RequestParam("ms") long millis) {
        long startedNanos = System.nanoTime();
        return client.get()
                .uri("/slowendpoint?ms={ms}", millis)
                .retrieve()
                .bodyToMono(String.class)
                .map(body -> answer(millis, startedNanos, body));
    }

    private static ResponseEntity<String> answer(long millis, long startedNanos, String body) {
        return ResponseEntity.ok()
                .header("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
                .header("X-Content-Type-Options", "nosniff")
                .header("Cache-Control", "no-store")
                .header("X-Planned-Ms", Long.toString(millis))
                .header("X-Held-Ms", Long.toString((System.nanoTime() - startedNanos) / 1_000_000))
                .header("Content-Type", "text/plain;charset=utf-8")
                .body(body);
    }

    public static void main(String[] arguments) {
        var application = new SpringApplication(WebFluxHold.class);
        application.setDefaultProperties(Map.of(
                "server.port", Integer.getInteger("port"),
                "server.address", "127.0.0.1",
                "logging.level.root", "warn"));
        application.run(arguments);
    }
}
