package dev.keystead.federation.oidc;

import com.nimbusds.jwt.JWTClaimsSet;
import dev.keystead.connection.Connection;
import dev.keystead.connection.ConnectionSettings.Mapping;
import dev.keystead.federation.upstream.UpstreamIdentity;
import dev.keystead.platform.json.Fields;
import dev.keystead.platform.json.Json;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What a provider's claims mean here. What is not of the expected form, or too long, does not count.
final class Claims {
    private static final int LONGEST_TEXT = 500;
    private static final int LONGEST_NAME = 200;
    private static final int LONGEST_HINT = 6_000;
    private static final int MOST_GROUPS = 100;
    private static final int MOST_ATTRIBUTES = 100;

    /// What is later is no time in seconds.
    private static final long LATEST_SECOND = 100_000_000_000L;

    private final JsonNode token;
    private final Optional<JsonNode> userinfo;

    private Claims(JsonNode token, Optional<JsonNode> userinfo) {
        this.token = token;
        this.userinfo = userinfo;
    }

    /// @param userinfo whose subject was compared
    static UpstreamIdentity read(
            Connection connection, JWTClaimsSet token, Optional<JsonNode> userinfo, String idToken) {
        return new Claims(Json.treeOf(token.toJSONObject()), userinfo).identity(connection, idToken);
    }

    private UpstreamIdentity identity(Connection connection, String idToken) {
        Mapping mapping = connection.settings().mapping();
        return new UpstreamIdentity(
                connection.issuer(),
                token.path("sub").asString(),
                text(mapping.email()).filter(Fields::isEmail),
                isVerified(mapping.email()),
                text(mapping.name()).filter(name -> name.length() <= LONGEST_NAME),
                text(mapping.handle()),
                text(mapping.locale()),
                Optional.ofNullable(mapping.groups()).map(this::texts),
                texts("amr").contains("mfa"),
                text("sid"),
                Optional.of(idToken).filter(hint -> hint.length() <= LONGEST_HINT),
                provenAt(),
                Optional.empty(),
                attributes());
    }

    /// What the ID token says counts; what it does not say, the userinfo endpoint may.
    private Optional<JsonNode> find(@Nullable String name) {
        if (name == null) {
            return Optional.empty();
        }
        return Optional.ofNullable(token.get(name)).or(() -> userinfo.map(found -> found.get(name)));
    }

    private Optional<String> text(@Nullable String name) {
        return find(name)
                .filter(JsonNode::isString)
                .map(JsonNode::stringValue)
                .filter(text -> !text.isBlank() && text.length() <= LONGEST_TEXT);
    }

    /// `email_verified` is about the claim `email` (OpenID Connect Core section 5.1) of the same document, and about
    /// nothing else that a connection may take for an address. Some providers write truth as a word.
    private boolean isVerified(@Nullable String mapped) {
        if (!"email".equals(mapped)) {
            return false;
        }
        Optional<JsonNode> source = token.has("email") ? Optional.of(token) : userinfo;
        return source.map(found -> found.get("email_verified"))
                .filter(value -> (value.isBoolean() && value.booleanValue())
                        || (value.isString() && value.stringValue().equals("true")))
                .isPresent();
    }

    /// OpenID Connect Core section 2: seconds, which the ID token alone tells.
    private Optional<Instant> provenAt() {
        return Optional.ofNullable(token.get("auth_time"))
                .filter(JsonNode::isNumber)
                .map(JsonNode::asLong)
                .filter(seconds -> seconds > 0 && seconds < LATEST_SECOND)
                .map(Instant::ofEpochSecond);
    }

    private List<String> texts(String name) {
        return find(name)
                .map(value -> value.isArray()
                        ? StreamSupport.stream(value.spliterator(), false).toList()
                        : List.of(value))
                .orElse(List.of())
                .stream()
                .filter(JsonNode::isString)
                .map(JsonNode::stringValue)
                .filter(text -> !text.isBlank() && text.length() <= LONGEST_NAME)
                .distinct()
                .limit(MOST_GROUPS)
                .toList();
    }

    private Map<String, List<String>> attributes() {
        var found = new LinkedHashMap<String, List<String>>();
        for (Map.Entry<String, JsonNode> claim : token.properties()) {
            List<String> values = texts(claim.getKey());
            if (!values.isEmpty() && found.size() < MOST_ATTRIBUTES) {
                found.put(claim.getKey(), values);
            }
        }
        return found;
    }
}
