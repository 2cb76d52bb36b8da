package asynclab.run.result;

import asynclab.model.Bounds.Limiter;
import asynclab.run.plan.Configuration;
import asynclab.run.plan.LoadPlan;
import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A result as it is stored: {@code summary.json}, schema 3 ({@code results/README.md} documents it). Throughput is in requests
 * per second, times are in milliseconds. A figure that does not exist is null.
 *
 * @param thresholds the outcome of {@code -Dassert}; empty if nothing was asked
 */
public record Summary(
        int schema,
        String experiment,
        String title,
        int speed,
        String server,
        Map<String, Object> environment,
        String command,
        LoadPlan workload,
        List<ArmResult> arms,
        List<ValidityCheck> validity,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Threshold.Judgement> thresholds,
        Conclusion conclusion) {

    public static final int SCHEMA = 3;

    public Summary {
        thresholds = thresholds == null ? List.of() : thresholds;
    }

    /** Whether the server was watched. The server of a target is not. */
    public boolean isWatched() {
        return arms.stream().allMatch(arm -> arm.server() != null);
    }

    public long seed() {
        return ((Number) environment.get("seed")).longValue();
    }

    /**
     * The files of the checkout that have changed since this was measured, see {@link Configuration#changedSince}. Empty for a
     * target, whose server is not configured here.
     */
    public List<String> changedFiles(Configuration now) {
        return isWatched() ? now.changedSince(experiment, environment) : List.of();
    }

    public Summary with(List<Threshold.Judgement> thresholds) {
        return with(thresholds, validity);
    }

    public Summary with(List<Threshold.Judgement> thresholds, List<ValidityCheck> validity) {
        return new Summary(
                schema,
                experiment,
                title,
                speed,
                server,
                environment,
                command,
                workload,
                arms,
                validity,
                thresholds,
                conclusion);
    }

    /** @throws java.util.NoSuchElementException if there is no such arm */
    public ArmResult arm(String name) {
        return arms.stream().filter(arm -> arm.name().equals(name)).findFirst().orElseThrow();
    }

    public void writeTo(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, mapper().writeValueAsString(this) + "\n");
    }

    /** Whether a folder has a result of this schema. A result of another schema must be measured again. */
    public static boolean isIn(Path folder) throws IOException {
        Path file = folder.resolve("summary.json");
        return Files.exists(file)
                && mapper().readTree(file.toFile()).path("schema").asInt() == SCHEMA;
    }

    public static Summary read(Path file) throws IOException {
        return mapper().readValue(file.toFile(), Summary.class);
    }

    /**
     * Reads and writes stored results. A double has three decimals. One that is not finite is written as null, and null is read
     * as NaN into a primitive. A {@link Limiter} is written in lower case.
     */
    public static ObjectMapper mapper() {
        var figures = new SimpleModule()
                .addSerializer(Double.class, ROUNDED)
                .addSerializer(double.class, ROUNDED)
                .addDeserializer(double.class, NAN_FOR_NULL)
                .addSerializer(Limiter.class, LOWER_CASE);
        return JsonMapper.builder()
                .addModule(figures)
                .visibility(PropertyAccessor.IS_GETTER, JsonAutoDetect.Visibility.NONE)
                .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
                .enable(SerializationFeature.INDENT_OUTPUT)
                .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .build();
    }

    private static final JsonSerializer<Double> ROUNDED = new JsonSerializer<>() {
        @Override
        public void serialize(Double value, JsonGenerator json, SerializerProvider provider) throws IOException {
            if (!Double.isFinite(value)) json.writeNull();
            else json.writeNumber(Math.round(value * 1_000) / 1_000.0);
        }
    };

    private static final JsonDeserializer<Double> NAN_FOR_NULL = new JsonDeserializer<>() {
        @Override
        public Double deserialize(JsonParser json, DeserializationContext context) throws IOException {
            return json.getDoubleValue();
        }

        @Override
        public Double getNullValue(DeserializationContext context) {
            return Double.NaN;
        }

        /** The value of a figure that an older result does not have. */
        @Override
        public Double getAbsentValue(DeserializationContext context) {
            return 0.0;
        }
    };

    private static final JsonSerializer<Limiter> LOWER_CASE = new JsonSerializer<>() {
        @Override
        public void serialize(Limiter value, JsonGenerator json, SerializerProvider provider) throws IOException {
            json.writeString(value.name().toLowerCase(Locale.ROOT));
        }
    };
}
