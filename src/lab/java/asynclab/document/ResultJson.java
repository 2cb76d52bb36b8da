package asynclab.document;

import asynclab.model.Bounds.Limiter;
import com.fasterxml.jackson.annotation.JsonAutoDetect;
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
import java.nio.file.Path;
import java.util.Locale;

/** A result as JSON: how {@code summary.json} is written and read. */
public final class ResultJson {

    private ResultJson() {}

    /**
     * A double has three decimals. One that is not finite is written as null, and null is read as NaN into a primitive. A {@link
     * Limiter} is written in lower case.
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

    /** Writes a result to a file, and makes its folder. An interruption or a full disk leaves the earlier file as it was. */
    public static void write(Path file, Object result) throws IOException {
        WholeFile.write("The lab", file, mapper().writeValueAsString(result) + "\n");
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
