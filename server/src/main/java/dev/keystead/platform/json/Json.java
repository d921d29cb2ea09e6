package dev.keystead.platform.json;

import dev.keystead.tenancy.AccessScope;
import dev.keystead.tenancy.TypedId;
import java.util.function.Function;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdSerializer;

/// Writes records as JSON, and holds the parser's bounds.
public final class Json {
    private static final int DEEPEST = 32;
    private static final int LONGEST_TEXT = 64 * 1024;
    private static final int LONGEST_NAME = 200;
    private static final int LONGEST_NUMBER = 60;

    static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(DEEPEST)
                            .maxStringLength(LONGEST_TEXT)
                            .maxNameLength(LONGEST_NAME)
                            .maxNumberLength(LONGEST_NUMBER)
                            .build())
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(DateTimeFeature.WRITE_DATES_AS_TIMESTAMPS)
            .addModule(outsideForms())
            .build();

    private Json() {}

    /// The UTF-8 bytes of a value made of records, lists, maps and scalars.
    public static byte[] bytes(Object value) {
        return MAPPER.writeValueAsBytes(value);
    }

    public static String text(Object value) {
        return MAPPER.writeValueAsString(value);
    }

    /// The same, laid out for people.
    public static String pretty(Object value) {
        return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(value);
    }

    /// JSON that we stored ourselves, read again.
    public static JsonNode tree(String stored) {
        return MAPPER.readTree(stored);
    }

    /// The same as lists, maps and scalars.
    public static Object plain(String stored) {
        return MAPPER.readValue(stored, Object.class);
    }

    /// A value made of records, lists, maps and scalars as the tree that its JSON is.
    public static JsonNode treeOf(Object value) {
        return MAPPER.valueToTree(value);
    }

    private static SimpleModule outsideForms() {
        return new SimpleModule("outside forms")
                .addSerializer(new AsText<>(TypedId.class, TypedId::text))
                .addSerializer(new AsText<>(AccessScope.class, AccessScope::text))
                .addSerializer(new AsText<>(Enum.class, constant -> Members.snakeCase(constant.name())));
    }

    /// Writes a value as the one text that stands for it outside.
    private static final class AsText<T> extends StdSerializer<T> {
        private final Function<T, String> form;

        AsText(Class<T> type, Function<T, String> form) {
            super(type);
            this.form = form;
        }

        @Override
        public void serialize(T value, JsonGenerator generator, SerializationContext context) {
            generator.writeString(form.apply(value));
        }
    }
}
