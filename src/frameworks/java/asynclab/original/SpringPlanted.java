package asynclab.original;

import asynclab.recorder.RecordedDataSource;
import asynclab.recorder.Recorder;
import asynclab.recorder.RecorderFilter;
import asynclab.recorder.planted.PlantedWork;
import com.zaxxer.hikari.HikariDataSource;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import java.util.EnumSet;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;

/** Spring MVC with the recorder as a bean. Its requests have parts that a test plants. */
@EnableAutoConfiguration
@RestController
public class SpringPlanted {

    private final ScheduledExecutorService executor = Executors.newScheduledThreadPool(4);
    private final DataSource connections = pool();

    private static DataSource pool() {
        var pool = new HikariDataSource();
        pool.setDriverClassName("org.h2.Driver");
        pool.setJdbcUrl("jdbc:h2:mem:planted");
        pool.setMaximumPoolSize(1);
        return RecordedDataSource.of(pool);
    }

    @Bean
    FilterRegistrationBean<RecorderFilter> recorder() {
        var recorder = new FilterRegistrationBean<>(new RecorderFilter());
        recorder.setDispatcherTypes(EnumSet.of(DispatcherType.REQUEST, DispatcherType.ASYNC, DispatcherType.ERROR));
        recorder.setOrder(Ordered.HIGHEST_PRECEDENCE);
        return recorder;
    }

    @GetMapping("/blocking/**")
    ResponseEntity<String> blocking(HttpServletRequest request) {
        var work = new PlantedWork(connections, request::getParameter);
        work.all();
        return answer(work);
    }

    @GetMapping("/async/**")
    DeferredResult<ResponseEntity<String>> async(HttpServletRequest request) {
        var work = new PlantedWork(connections, request::getParameter);
        var result = new DeferredResult<ResponseEntity<String>>();
        work.counting(() -> work.compute(0.5));
        executor.execute(Recorder.wrap((Runnable) () -> {
            work.counting(() -> {
                work.compute(0.5);
                work.useConnection();
            });
            Runnable end = () -> result.setResult(answer(work));
            executor.schedule(Recorder.wrap(end), work.otherNanos(), TimeUnit.NANOSECONDS);
        }));
        return result;
    }

    private static ResponseEntity<String> answer(PlantedWork work) {
        return ResponseEntity.ok().header(PlantedWork.HEADER, work.truth()).body("ok");
    }

    public static void main(String[] arguments) {
        SpringSettings.start(SpringPlanted.class, arguments);
    }
}
