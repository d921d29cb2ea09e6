package dev.keystead.platform.json;

import dev.keystead.tenancy.AccessScope;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Reads single values of the types that a request may carry, without coercing any.
final class Values {
    private static final int MOST_ITEMS = 1000;

    /// A number of few characters can stand for one of a million digits, which the database would refuse or write out.
    private static final int LARGEST_SCALE = 400;

    private static final String UNSTORABLE = "contains a character that cannot be stored";

    private final JsonBody body;

    Values(JsonBody body) {
        this.body = body;
    }

    /// The value, or null after its failure was recorded.
    @Nullable
    Object read(AnnotatedType type, String at, JsonNode node) {
        Class<?> raw = raw(type);
        if (raw == String.class) {
            return text(at, node);
        } else if (raw == int.class || raw == Integer.class) {
            return node.isIntegralNumber() && node.canConvertToInt() ? (Object) node.intValue() : wholeNumber(at, node);
        } else if (raw == long.class || raw == Long.class) {
            return node.isIntegralNumber() && node.canConvertToLong()
                    ? (Object) node.longValue()
                    : wholeNumber(at, node);
        } else if (raw == boolean.class || raw == Boolean.class) {
            return node.isBoolean() ? (Object) node.booleanValue() : expected(at, "true or false", node);
        } else if (raw == BigDecimal.class) {
            return node.isNumber() ? node.decimalValue() : expected(at, "a number", node);
        } else if (raw == Instant.class) {
            return time(at, node);
        } else if (raw == LocalDate.class) {
            return date(at, node);
        } else if (raw == AccessScope.class) {
            return accessScope(at, node);
        } else if (raw.isEnum()) {
            return constant(raw, at, node);
        } else if (raw == List.class) {
            return list(Members.argument(type, 0), at, node);
        } else if (raw == Map.class) {
            return map(Members.argument(type, 1), at, node);
        } else if (raw == JsonNode.class) {
            return object(at, node);
        } else if (raw.isRecord()) {
            return node.isObject() ? body.record(raw, at + ".", node) : expected(at, "an object", node);
        }
        throw new IllegalStateException("a request record cannot have a member of type " + type);
    }

    private @Nullable Object text(String at, JsonNode node) {
        if (!node.isString()) {
            return expected(at, "a text", node);
        }
        String text = node.stringValue();
        return isStorable(text) ? text : body.wrong(at, UNSTORABLE);
    }

    /// Neither can be stored, and half a surrogate pair cannot even be sent back.
    static boolean isStorable(String text) {
        return text.codePoints().noneMatch(c -> c == 0 || Character.getType(c) == Character.SURROGATE);
    }

    /// An object of the sender's own making, kept as it is.
    private @Nullable Object object(String at, JsonNode node) {
        if (!node.isObject()) {
            return expected(at, "an object", node);
        }
        return isStorable(node) ? node : body.wrong(at, UNSTORABLE + " or a number out of range");
    }

    static boolean isStorable(JsonNode node) {
        return switch (node.getNodeType()) {
            case STRING -> isStorable(node.stringValue());
            case NUMBER -> Math.abs((long) node.decimalValue().scale()) <= LARGEST_SCALE;
            case OBJECT ->
                node.properties().stream()
                        .allMatch(property -> isStorable(property.getKey()) && isStorable(property.getValue()));
            case ARRAY -> node.valueStream().allMatch(Values::isStorable);
            case BOOLEAN, NULL -> true;
            case BINARY, POJO, MISSING -> false;
        };
    }

    private @Nullable Object time(String at, JsonNode node) {
        if (node.isString()) {
            try {
                return Instant.parse(node.stringValue());
            } catch (DateTimeException _) {
                // Told below.
            }
        }
        return body.wrong(at, "must be a time such as 2026-11-15T20:00:00Z");
    }

    private @Nullable Object date(String at, JsonNode node) {
        if (node.isString()) {
            try {
                return LocalDate.parse(node.stringValue());
            } catch (DateTimeException _) {
                // Told below.
            }
        }
        return body.wrong(at, "must be a date such as 2026-11-15");
    }

    private @Nullable Object accessScope(String at, JsonNode node) {
        if (!node.isString()) {
            return expected(at, "a scope such as read:user", node);
        }
        return switch (AccessScope.parse(node.stringValue())) {
            case AccessScope.Parsed.Valid(AccessScope scope) -> scope;
            case AccessScope.Parsed.Invalid(String reason) -> body.wrong(at, "is no scope: " + reason);
        };
    }

    private @Nullable Object constant(Class<?> type, String at, JsonNode node) {
        Object[] constants = type.getEnumConstants();
        if (node.isString()) {
            for (Object constant : constants) {
                if (word(constant).equals(node.stringValue())) {
                    return constant;
                }
            }
        }
        String words = Arrays.stream(constants).map(Values::word).collect(Collectors.joining(", "));
        return body.wrong(at, "must be one of " + words);
    }

    private @Nullable Object list(AnnotatedType itemType, String at, JsonNode node) {
        if (!node.isArray()) {
            return expected(at, "a list", node);
        }
        if (node.size() > MOST_ITEMS) {
            return body.wrong(at, "must have at most " + MOST_ITEMS + " items");
        }
        List<Object> items = new ArrayList<>();
        for (int i = 0; i < node.size(); i++) {
            Object item = item(itemType, at + "[" + i + "]", node.get(i));
            if (item != null) {
                items.add(item);
            }
        }
        return items;
    }

    private @Nullable Object map(AnnotatedType valueType, String at, JsonNode node) {
        if (!node.isObject()) {
            return expected(at, "an object", node);
        }
        if (node.size() > MOST_ITEMS) {
            return body.wrong(at, "must have at most " + MOST_ITEMS + " members");
        }
        Map<String, Object> values = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> property : node.properties()) {
            Object value = item(valueType, at + "." + JsonBody.printable(property.getKey()), property.getValue());
            if (value != null) {
                values.put(property.getKey(), value);
            }
        }
        return values;
    }

    private @Nullable Object item(AnnotatedType type, String at, JsonNode node) {
        return node.isNull() ? body.wrong(at, "must not be null") : read(type, at, node);
    }

    private @Nullable Object wholeNumber(String at, JsonNode node) {
        return node.isIntegralNumber()
                ? body.wrong(at, "is a number out of range")
                : expected(at, "a whole number", node);
    }

    private @Nullable Object expected(String at, String what, JsonNode node) {
        return body.wrong(at, "must be " + what + ", " + JsonBody.word(node) + " was sent");
    }

    private static String word(Object constant) {
        return Members.snakeCase(((Enum<?>) constant).name());
    }

    static Class<?> raw(AnnotatedType type) {
        Type plain = type.getType();
        if (plain instanceof ParameterizedType parameterized && parameterized.getRawType() instanceof Class<?> raw) {
            return raw;
        }
        if (plain instanceof Class<?> raw) {
            return raw;
        }
        throw new IllegalStateException("a request record cannot have a member of type " + type);
    }
}
