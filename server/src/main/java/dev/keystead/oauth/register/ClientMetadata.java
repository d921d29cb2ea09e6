package dev.keystead.oauth.register;

import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.util.JSONObjectUtils;
import com.nimbusds.openid.connect.sdk.rp.OIDCClientMetadata;
import dev.keystead.client.Client;
import dev.keystead.client.ClientView;
import dev.keystead.client.ClientWish;
import dev.keystead.oauth.wire.OAuthError;
import dev.keystead.platform.json.BadInput;
import dev.keystead.platform.json.Json;
import dev.keystead.platform.json.JsonBody;
import dev.keystead.platform.json.Members;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import net.minidev.json.JSONObject;
import tools.jackson.databind.JsonNode;

/// Client metadata as RFC 7591 section 2 and OpenID Connect Registration section 2 write it.
final class ClientMetadata {
    /// Said by administrators alone, or under another name here.
    private static final Set<String> NOT_THEIRS = Set.of(
            "client_id",
            "name",
            "type",
            "profile",
            "first_party",
            "scopes",
            "access_token_seconds",
            "refresh_token_seconds",
            "impersonation");

    /// The members that a client may register and is told again, by the names that our own API has too.
    private static final Set<String> SHARED = Members.of(ClientWish.class).list().stream()
            .map(Members.Member::name)
            .filter(name -> !NOT_THEIRS.contains(name))
            .collect(Collectors.toUnmodifiableSet());

    /// Told even when they are empty, because leaving them out would mean something else (RFC 7591 section
    /// 2).
    private static final Set<String> ALWAYS_TOLD = Set.of("redirect_uris", "grant_types", "response_types");

    private static final String UNNAMED = "Unnamed application";

    /// What a client that registers without a word about scopes may ask for: OpenID Connect Registration
    /// has no member for them.
    private static final List<String> USUAL_SCOPES =
            List.of("openid", "profile", "email", "address", "phone", "offline_access");

    private final JSONObject document;

    private ClientMetadata(JSONObject document) {
        this.document = document;
    }

    /// Reads what a client sent.
    ///
    /// @throws OAuthError in the words of RFC 7591 section 3.2.2
    static ClientMetadata parse(String text) {
        JSONObject document;
        try {
            document = JSONObjectUtils.parse(text);
        } catch (ParseException _) {
            throw invalid("the body is not a JSON object");
        }
        // Its claims would take precedence over the rest (section 2.3), and we know nobody who may make them.
        if (document.get("software_statement") != null) {
            throw OAuthError.of("unapproved_software_statement", "software statements are not accepted here");
        }
        document.keySet().stream()
                .filter(ClientMetadata::isEncryption)
                .findFirst()
                .ifPresent(name -> {
                    throw invalid(name + " cannot be honoured: answers are signed and not encrypted");
                });
        // The library expects none there, and would fail instead of refusing it.
        document.forEach((name, value) -> {
            if (value instanceof List<?> list && list.contains(null)) {
                throw invalid(name + " must not have null among its values");
            }
        });
        try {
            OIDCClientMetadata.parse(document);
        } catch (IllegalArgumentException e) {
            throw invalid(String.valueOf(e.getMessage()));
        } catch (ParseException e) {
            boolean redirect = Optional.ofNullable(e.getErrorObject())
                    .filter(error -> "invalid_redirect_uri".equals(error.getCode()))
                    .isPresent();
            throw refused(redirect, String.valueOf(e.getMessage()));
        }
        return new ClientMetadata(document);
    }

    private static boolean isEncryption(String name) {
        return name.endsWith("_encrypted_response_alg")
                || name.endsWith("_encrypted_response_enc")
                || name.startsWith("request_object_encryption_");
    }

    /// A text that the client sent, if it did.
    Optional<String> text(String name) {
        return document.get(name) instanceof String text ? Optional.of(text) : Optional.empty();
    }

    boolean has(String name) {
        return document.get(name) != null;
    }

    /// What the client shall be: every member that we know, and null means absent (RFC 7591 section 2).
    ClientWish wish() {
        Map<String, Object> known = new LinkedHashMap<>();
        document.forEach((name, value) -> {
            if (SHARED.contains(name) && value != null) {
                known.put(name, value);
            }
        });
        known.put("name", text("client_name").orElse(UNNAMED));
        known.put(
                "scopes",
                text("scope").map(scope -> List.of(scope.strip().split(" +"))).orElse(USUAL_SCOPES));
        return inWords(() -> JsonBody.read(ClientWish.class, Json.bytes(known)));
    }

    /// Does what may refuse a member, and refuses in the words of RFC 7591 section 3.2.2.
    static <T> T inWords(Supplier<T> work) {
        try {
            return work.get();
        } catch (BadInput wrong) {
            boolean redirect = wrong.fields().keySet().stream().allMatch(name -> name.startsWith("redirect_uris"));
            throw refused(redirect && !wrong.fields().isEmpty(), wrong.sentence());
        }
    }

    private static OAuthError refused(boolean redirect, String description) {
        String plain = description.replaceAll("[^\\x20-\\x21\\x23-\\x5b\\x5d-\\x7e]", "?");
        return OAuthError.of(redirect ? "invalid_redirect_uri" : "invalid_client_metadata", plain);
    }

    static OAuthError invalid(String description) {
        return refused(false, description);
    }

    /// Everything that is registered about a client, as RFC 7591 section 3.2.1 wants it told.
    static Map<String, Object> of(Client client) {
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("client_id", client.clientId());
        told.put("client_id_issued_at", client.createdAt().getEpochSecond());
        told.put("client_name", client.name());
        told.put("scope", String.join(" ", client.settings().grants().scopes()));
        for (Map.Entry<String, JsonNode> member :
                Json.tree(Json.text(ClientView.of(client))).properties()) {
            JsonNode value = member.getValue();
            boolean empty = value.isNull() || (value.isArray() && value.isEmpty());
            if (SHARED.contains(member.getKey()) && (!empty || ALWAYS_TOLD.contains(member.getKey()))) {
                told.put(member.getKey(), value);
            }
        }
        return told;
    }
}
