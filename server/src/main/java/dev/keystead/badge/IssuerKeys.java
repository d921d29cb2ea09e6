package dev.keystead.badge;

import dev.keystead.platform.crypto.Ed25519;
import dev.keystead.platform.db.Words;
import dev.keystead.platform.json.BadInput;
import dev.keystead.platform.json.Json;
import dev.keystead.platform.json.JsonBody;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/// What a workspace publishes so that its badges can be checked, and what whoever checks them keeps.
///
/// @param issuer the address of the workspace, as badges name it
/// @param asOf when the list was made
/// @param revoked badges that were revoked and expired at most 90 days before the list was made, or later
public record IssuerKeys(String issuer, Instant asOf, List<IssuerKey> keys, List<RevokedBadge> revoked) {
    /// How large a list may be that is read.
    public static final int MOST_BYTES = 16 * 1024 * 1024;

    /// How long after its end a badge and its revocation can still be judged.
    public static final Duration KEPT = Duration.ofDays(90);

    public IssuerKeys {
        keys = List.copyOf(keys);
        revoked = List.copyOf(revoked);
    }

    /// A public key (RFC 8037 §2), and which badges it is for.
    ///
    /// @param status active, rotating (what it signed is valid, it signs no more) or revoked
    /// @param x the public key in base64url
    public record IssuerKey(
            String kid,
            String kind,
            String status,
            String kty,
            String crv,
            String x,
            Instant createdAt,
            @Nullable Instant rotatedAt,
            @Nullable Instant revokedAt) {
        static IssuerKey of(BadgeKey key) {
            return new IssuerKey(
                    key.id().text(),
                    key.kind().word(),
                    Words.of(key.status()),
                    "OKP",
                    "Ed25519",
                    Base64.getUrlEncoder().withoutPadding().encodeToString(key.publicKey()),
                    key.createdAt(),
                    key.rotatedAt().orElse(null),
                    key.revokedAt().orElse(null));
        }

        boolean isRevoked() {
            return !status.equals("active") && !status.equals("rotating");
        }

        /// Nothing for what is no Ed25519 key.
        Optional<byte[]> publicKey() {
            try {
                return Optional.of(Base64.getUrlDecoder().decode(x))
                        .filter(bytes -> bytes.length == Ed25519.KEY && kty.equals("OKP") && crv.equals("Ed25519"));
            } catch (IllegalArgumentException _) {
                return Optional.empty();
            }
        }
    }

    /// A badge that was revoked.
    public record RevokedBadge(String id, Instant revokedAt) {}

    Optional<IssuerKey> findKey(String kid) {
        return keys.stream().filter(key -> key.kid().equals(kid)).findFirst();
    }

    Optional<Instant> findRevocation(BadgeId badge) {
        String id = badge.text();
        return revoked.stream()
                .filter(one -> one.id().equals(id))
                .map(RevokedBadge::revokedAt)
                .min(Instant::compareTo);
    }

    /// Reads a list that a workspace published. Members that we do not know are passed over.
    ///
    /// @throws BadInput when it is none, naming what is wrong
    public static IssuerKeys read(byte[] bytes) {
        try {
            JsonNode tree = Json.tree(JsonBody.decode(bytes));
            return new IssuerKeys(
                    text(tree, "issuer"),
                    time(tree, "as_of"),
                    list(tree, "keys").valueStream().map(IssuerKeys::key).toList(),
                    list(tree, "revoked")
                            .valueStream()
                            .map(one -> new RevokedBadge(text(one, "id"), time(one, "revoked_at")))
                            .toList());
        } catch (JacksonException _) {
            throw BadInput.whole("it is not valid JSON");
        }
    }

    private static IssuerKey key(JsonNode node) {
        return new IssuerKey(
                text(node, "kid"),
                text(node, "kind"),
                text(node, "status"),
                text(node, "kty"),
                text(node, "crv"),
                text(node, "x"),
                time(node, "created_at"),
                node.path("rotated_at").isString() ? time(node, "rotated_at") : null,
                node.path("revoked_at").isString() ? time(node, "revoked_at") : null);
    }

    private static JsonNode list(JsonNode node, String name) {
        JsonNode value = node.path(name);
        if (!value.isArray()) {
            throw BadInput.member(name, "must be a list");
        }
        return value;
    }

    private static String text(JsonNode node, String name) {
        JsonNode value = node.path(name);
        if (!value.isString()) {
            throw BadInput.member(name, "must be a text");
        }
        return value.stringValue();
    }

    private static Instant time(JsonNode node, String name) {
        try {
            return Instant.parse(text(node, name));
        } catch (DateTimeParseException _) {
            throw BadInput.member(name, "must be a time such as 2026-11-16T12:00:00Z");
        }
    }
}
