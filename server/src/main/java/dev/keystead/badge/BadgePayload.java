package dev.keystead.badge;

import dev.keystead.platform.id.Prefix;
import dev.keystead.platform.json.BadInput;
import dev.keystead.platform.json.CanonicalJson;
import dev.keystead.platform.json.Fields;
import dev.keystead.platform.json.Json;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/// What a badge says.
///
/// @param subject the id of the holder
/// @param handle of the holder when the badge was issued
/// @param scope where it holds, in the issuer's words
/// @param role as what, in the issuer's words
/// @param issuer the address of the workspace
/// @param kid the key that signed it
public record BadgePayload(
        BadgeId id,
        BadgeKind kind,
        String subject,
        Optional<String> handle,
        String name,
        Optional<String> scope,
        Optional<String> role,
        String issuer,
        Instant issuedAt,
        Instant expiresAt,
        String kid) {
    private static final int MOST_MEMBERS = 20;
    private static final int LONGEST = 1_000;
    private static final long LAST_SECOND = 253_402_300_799L;

    /// The bytes that are signed, as text.
    String canonical() {
        return CanonicalJson.of(Json.text(members()));
    }

    /// The same as JSON.
    JsonNode tree() {
        return Json.treeOf(members());
    }

    private LinkedHashMap<String, Object> members() {
        var members = new LinkedHashMap<String, Object>();
        members.put("id", id.text());
        members.put("kind", kind.word());
        members.put("sub", subject);
        handle.ifPresent(value -> members.put("handle", value));
        members.put("name", name);
        scope.ifPresent(value -> members.put("scope", value));
        role.ifPresent(value -> members.put("role", value));
        members.put("iss", issuer);
        members.put("iat", issuedAt.getEpochSecond());
        members.put("exp", expiresAt.getEpochSecond());
        members.put("kid", kid);
        return members;
    }

    /// Reads what somebody sent. Members that we do not know are passed over, as they are signed too; nothing
    /// but texts and whole numbers is taken, so that no two payloads have the same spelling.
    ///
    /// @throws BadInput naming what is wrong
    static BadgePayload read(JsonNode node) {
        var fields = new Fields();
        fields.refuseIf(node.size() > MOST_MEMBERS, "payload", "must have at most " + MOST_MEMBERS + " members");
        for (String name : node.propertyNames()) {
            boolean sound = isPlain(name) && isSound(node.path(name));
            fields.refuseIf(!sound, "payload", "must hold printable texts and whole numbers only");
        }
        fields.refuseIfAny();
        var reading = new Reading(node, fields);
        var payload = new BadgePayload(
                reading.id(),
                reading.kind(),
                reading.text("sub"),
                reading.find("handle"),
                reading.text("name"),
                reading.find("scope"),
                reading.find("role"),
                reading.text("iss"),
                reading.time("iat"),
                reading.time("exp"),
                reading.text("kid"));
        fields.refuseIfAny();
        return payload;
    }

    private static boolean isSound(JsonNode value) {
        return value.isString()
                ? value.stringValue().length() <= LONGEST && isPlain(value.stringValue())
                : value.isIntegralNumber() && value.canConvertToLong() && Math.abs(value.longValue()) <= LAST_SECOND;
    }

    /// Nothing that hides on a screen or moves what stands around it, and no half of a character: UTF-8 cannot
    /// tell these halves apart.
    private static boolean isPlain(String text) {
        return text.codePoints().noneMatch(point -> switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.SURROGATE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> true;
            case Character.FORMAT -> (point >= 0x202A && point <= 0x202E) || (point >= 0x2066 && point <= 0x2069);
            default -> false;
        });
    }

    /// Reads members and remembers what is wrong; a value that is wrong is replaced, and never used.
    private record Reading(JsonNode node, Fields fields) {
        String text(String name) {
            return find(name).orElseGet(() -> wrong(name, "must be a text", ""));
        }

        Optional<String> find(String name) {
            JsonNode value = node.path(name);
            if (value.isMissingNode()) {
                return Optional.empty();
            }
            return Optional.of(value.isString() ? value.stringValue() : wrong(name, "must be a text", ""));
        }

        Instant time(String name) {
            JsonNode value = node.path(name);
            return value.isIntegralNumber() && value.longValue() >= 0
                    ? Instant.ofEpochSecond(value.longValue())
                    : wrong(name, "must be a number of seconds since 1970", Instant.EPOCH);
        }

        BadgeId id() {
            Function<String, Optional<BadgeId>> parse = text -> Prefix.BADGE.parse(text, BadgeId::new);
            return find("id").flatMap(parse).orElseGet(() -> wrong("id", "must be the id of a badge", BadgeId.make()));
        }

        BadgeKind kind() {
            return find("kind")
                    .flatMap(BadgeKind::find)
                    .orElseGet(() -> wrong(
                            "kind", "must be one of " + String.join(", ", BadgeKind.words()), BadgeKind.VERIFIED));
        }

        private <T> T wrong(String name, String message, T instead) {
            fields.refuse("payload." + name, message);
            return instead;
        }
    }
}
