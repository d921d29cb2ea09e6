package dev.keystead.platform.json;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.databind.JsonNode;

/// Reads a record from the bytes of a request, or reports everything that is wrong with them.
public final class JsonBody {
    private final Map<String, String> wrong = new LinkedHashMap<>();

    private JsonBody() {}

    /// The record in the bytes.
    ///
    /// @throws BadInput naming each wrong member by its path, such as `address.city` or `scopes[2]`
    public static <R extends Record> R read(Class<R> type, byte[] bytes) {
        JsonNode tree = parse(decode(bytes));
        if (!tree.isObject()) {
            throw BadInput.whole("the body must be a JSON object, " + word(tree) + " was sent");
        }
        var body = new JsonBody();
        Object read = body.record(type, "", tree);
        if (read == null) {
            throw BadInput.members(body.wrong);
        }
        return type.cast(read);
    }

    /// The text in bytes that must be well-formed UTF-8.
    public static String decode(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException _) {
            throw BadInput.whole("the body is not well-formed UTF-8");
        }
    }

    private static JsonNode parse(String text) {
        if (text.isBlank()) {
            throw BadInput.whole("the body is empty; send a JSON object");
        }
        try {
            return Json.MAPPER.readTree(text);
        } catch (StreamConstraintsException _) {
            throw BadInput.whole("the body is nested too deeply or has a text or number that is too long");
        } catch (JacksonException e) {
            // The parser's own sentence names its classes; only a duplicate is worth telling apart.
            if (String.valueOf(e.getOriginalMessage()).startsWith("Duplicate")) {
                throw BadInput.whole("the body has the same member twice" + place(e));
            }
            throw BadInput.whole("the body is not valid JSON" + place(e));
        }
    }

    private static String place(JacksonException e) {
        var location = e.getLocation();
        return location == null || location.getLineNr() < 1
                ? ""
                : ": see line " + location.getLineNr() + ", column " + location.getColumnNr();
    }

    /// A record below a path, or null after its own and its members' failures were recorded.
    @Nullable
    Object record(Class<?> type, String path, JsonNode node) {
        Members members = Members.of(type);
        int before = wrong.size();
        Set<String> known = new HashSet<>();
        List<@Nullable Object> values = new ArrayList<>();
        for (Members.Member member : members.list()) {
            known.add(member.name());
            values.add(member(member, path, node));
        }
        for (String name : node.propertyNames()) {
            if (!known.contains(name)) {
                wrong(path + printable(name), "is an unknown member");
            }
        }
        if (wrong.size() > before) {
            return null;
        }
        try {
            return members.construct(values.toArray());
        } catch (BadInput e) {
            e.fields().forEach((field, message) -> wrong(path + field, message));
            return null;
        }
    }

    private @Nullable Object member(Members.Member member, String path, JsonNode node) {
        String at = path + member.name();
        JsonNode value = node.get(member.name());
        boolean change = Values.raw(member.type()) == Change.class;
        if (value == null) {
            if (member.required()) {
                wrong(at, "is required");
            }
            return change ? Change.keep() : null;
        }
        if (value.isNull()) {
            if (!member.nullable()) {
                wrong(at, "must not be null");
            }
            return change ? Change.to(null) : null;
        }
        var values = new Values(this);
        return change
                ? Change.to(values.read(Members.argument(member.type(), 0), at, value))
                : values.read(member.type(), at, value);
    }

    @Nullable
    Object wrong(String path, String message) {
        wrong.putIfAbsent(path, message);
        return null;
    }

    static String word(JsonNode node) {
        return switch (node.getNodeType()) {
            case OBJECT, POJO -> "an object";
            case ARRAY -> "a list";
            case STRING, BINARY -> "a text";
            case NUMBER -> "a number";
            case BOOLEAN -> "a true or false";
            case NULL, MISSING -> "null";
        };
    }

    static String printable(String name) {
        String cut = name.length() > 60 ? name.substring(0, 60) + "…" : name;
        return cut.replaceAll("\\p{C}", "?");
    }
}
