package dev.keystead.platform.http.site;

import dev.keystead.platform.json.Change;
import dev.keystead.platform.json.Members;
import dev.keystead.tenancy.AccessScope;
import dev.keystead.tenancy.TypedId;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// JSON schemas of records, each under its own name.
final class Schemas {
    private final Map<String, Object> schemas = new TreeMap<>();
    private final Map<String, Class<?>> owners = new LinkedHashMap<>();

    /// The schemas by name, once every record was asked for.
    Map<String, Object> all() {
        return schemas;
    }

    /// A reference to a record's schema, which is made if need be.
    Map<String, Object> reference(Class<?> record) {
        String name = record.getSimpleName();
        Class<?> owner = owners.putIfAbsent(name, record);
        if (owner != null && owner != record) {
            throw new IllegalStateException(owner.getName() + " and " + record.getName()
                    + " would share the schema name " + name + "; rename one");
        }
        if (owner == null) {
            schemas.put(name, record(record));
        }
        return Tree.of("$ref", "#/components/schemas/" + name);
    }

    /// A page of records.
    Map<String, Object> page(Class<?> item) {
        String name = item.getSimpleName() + "Page";
        var properties = new LinkedHashMap<String, Object>();
        properties.put("items", Tree.of("type", "array", "items", reference(item)));
        properties.put("next_cursor", Tree.of("type", List.of("string", "null")));
        schemas.put(name, object(properties, List.of("items", "next_cursor")));
        return Tree.of("$ref", "#/components/schemas/" + name);
    }

    private Map<String, Object> record(Class<?> type) {
        var properties = new LinkedHashMap<String, Object>();
        List<Members.Member> members = Members.of(type).list();
        for (Members.Member member : members) {
            boolean change = raw(member.type()) == Change.class;
            AnnotatedType value = change ? Members.argument(member.type(), 0) : member.type();
            Map<String, Object> schema = value(value);
            properties.put(member.name(), member.nullable() ? nullable(schema) : schema);
        }
        List<String> required = members.stream()
                .filter(Members.Member::required)
                .map(Members.Member::name)
                .toList();
        return object(properties, required);
    }

    private static Map<String, Object> object(Map<String, Object> properties, List<String> required) {
        var schema = new LinkedHashMap<String, Object>();
        schema.put("type", "object");
        schema.put("properties", properties);
        if (!required.isEmpty()) {
            schema.put("required", required);
        }
        schema.put("additionalProperties", false);
        return schema;
    }

    private Map<String, Object> value(AnnotatedType type) {
        Class<?> raw = raw(type);
        if (raw.isEnum()) {
            return Tree.of("type", "string", "enum", words(raw));
        }
        if (raw == List.class) {
            return Tree.of("type", "array", "items", value(Members.argument(type, 0)));
        }
        if (raw == Map.class) {
            return Tree.of("type", "object", "additionalProperties", value(Members.argument(type, 1)));
        }
        if (raw.isRecord() && !TypedId.class.isAssignableFrom(raw) && raw != AccessScope.class) {
            return reference(raw);
        }
        return scalar(raw);
    }

    private static Map<String, Object> scalar(Class<?> raw) {
        if (raw == String.class || TypedId.class.isAssignableFrom(raw)) {
            return Tree.of("type", "string");
        } else if (raw == AccessScope.class) {
            return Tree.of("type", "string", "pattern", "^(read|write|admin):[a-z][a-z0-9-]*(:[A-Za-z0-9_.-]+)?$");
        } else if (raw == int.class || raw == Integer.class) {
            return Tree.of("type", "integer", "format", "int32");
        } else if (raw == long.class || raw == Long.class) {
            return Tree.of("type", "integer", "format", "int64");
        } else if (raw == boolean.class || raw == Boolean.class) {
            return Tree.of("type", "boolean");
        } else if (raw == BigDecimal.class) {
            return Tree.of("type", "number");
        } else if (raw == Instant.class) {
            return Tree.of("type", "string", "format", "date-time");
        } else if (raw == LocalDate.class) {
            return Tree.of("type", "string", "format", "date");
        } else if (JsonNode.class.isAssignableFrom(raw)) {
            return Tree.of("type", "object");
        }
        throw new IllegalStateException("there is no schema for " + raw.getName());
    }

    private static Map<String, Object> nullable(Map<String, Object> schema) {
        var wider = new LinkedHashMap<>(schema);
        if (schema.get("type") instanceof String type) {
            wider.put("type", List.of(type, "null"));
            if (schema.get("enum") instanceof List<?> words) {
                // A Java list of words cannot hold null, so the null is added where JSON is written.
                wider.put(
                        "enum",
                        Stream.concat(words.stream(), Stream.of((Object) null)).toList());
            }
            return wider;
        }
        return Tree.of("oneOf", List.of(schema, Tree.of("type", "null")));
    }

    static List<String> words(Class<?> type) {
        return Stream.of(type.getEnumConstants())
                .map(constant -> Members.snakeCase(((Enum<?>) constant).name()))
                .toList();
    }

    static Class<?> raw(AnnotatedType type) {
        Type plain = type.getType();
        if (plain instanceof ParameterizedType parameterized && parameterized.getRawType() instanceof Class<?> raw) {
            return raw;
        }
        if (plain instanceof Class<?> raw) {
            return raw;
        }
        throw new IllegalStateException("there is no schema for " + type);
    }
}
