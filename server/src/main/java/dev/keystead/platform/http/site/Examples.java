package dev.keystead.platform.http.site;

import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.id.Prefix;
import dev.keystead.platform.json.Change;
import dev.keystead.platform.json.Json;
import dev.keystead.platform.json.Members;
import dev.keystead.tenancy.AccessScope;
import dev.keystead.tenancy.IdText;
import dev.keystead.tenancy.TypedId;
import java.lang.reflect.AnnotatedType;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/// Example bodies for the reference, made from the records and the usual meaning of a member's name.
final class Examples {
    private static final UUID ID = UUID.fromString("0199f7a2-5b00-7c3e-8a51-6d1f0e2b9c47");
    private static final Map<String, String> BY_NAME = Map.ofEntries(
            Map.entry("email", "ada@example.org"),
            Map.entry("contact_email", "ada@example.org"),
            Map.entry("intended_email", "grace@example.org"),
            Map.entry("invite_token", "kjoin_…"),
            Map.entry("link", "https://id.example.org/invite?token=kjoin_…"),
            Map.entry("inviter_handle", "ada"),
            Map.entry("invitee_handle", "grace"),
            Map.entry("colour", "#1f5f53"),
            Map.entry("default_language", "en"),
            Map.entry("support_url", "https://example.org/help"),
            Map.entry("allowed_domains", "example.org"),
            Map.entry("confirm", "erase"),
            Map.entry("url", "https://example.org/hooks"),
            Map.entry("event_types", "identity.user.*"),
            Map.entry("image", "iVBORw0KGgoAAAANSUhEUg=="),
            Map.entry("kind", "verified"),
            Map.entry("signature", "A".repeat(86)),
            Map.entry("algorithm", "ES256"),
            Map.entry("since", "2026-01-01T00:00:00Z"),
            Map.entry("slug", "acme"),
            Map.entry("handle", "ada"),
            Map.entry("name", "Acme"),
            Map.entry("scopes", "read:user"),
            Map.entry("rights", "read:user"),
            Map.entry("principal", IdText.encode(Prefix.USER.text(), ID)),
            Map.entry("token", "ksetup_…"),
            Map.entry("api_key", "kkey_…"),
            Map.entry("shown", "kkey_…a1B2c3"),
            Map.entry("actor_did", "did:keystead:apk_01k9…"),
            Map.entry("created_by", "did:keystead:apk_01k9…"),
            Map.entry("display_name", "Ada Lovelace"),
            Map.entry("locale", "pt-BR"),
            Map.entry("timezone", "America/Sao_Paulo"),
            Map.entry("time_zone", "America/Sao_Paulo"),
            Map.entry("status", "active"),
            Map.entry("domain", "id.example.org"),
            Map.entry("logo_url", "https://id.example.org/logo.svg"),
            Map.entry("region", "default"),
            Map.entry("plan", "free"),
            Map.entry("avatar_url", "https://pictures.example/ada.png"),
            Map.entry("role", "member"),
            Map.entry("affiliation", "staff"),
            Map.entry("module", "payroll"),
            Map.entry("modules", "payroll"),
            Map.entry("dependencies", "people"),
            Map.entry("domains", "example.org"),
            Map.entry("nonce", "A".repeat(43)),
            Map.entry("csr", "-----BEGIN CERTIFICATE REQUEST-----\n…\n-----END CERTIFICATE REQUEST-----\n"),
            Map.entry("next_cursor", "MTE6MDE5OWY3YTI"));

    /// Members whose name usually means something else, or whose type says too little.
    private static final Map<String, Object> BY_MEMBER = Map.ofEntries(
            Map.entry("CreateRole.name", "help-desk"),
            Map.entry("CreateModule.code", "payroll"),
            Map.entry("CreateModule.name", "Payroll"),
            Map.entry("CreateModule.category", "finance"),
            Map.entry("ChangeModule.name", "Payroll"),
            Map.entry("ChangeModule.category", "finance"),
            Map.entry("ModuleView.code", "payroll"),
            Map.entry("ModuleView.name", "Payroll"),
            Map.entry("ModuleView.category", "finance"),
            Map.entry("CreateBundle.code", "office"),
            Map.entry("CreateBundle.name", "Office"),
            Map.entry("ChangeBundle.name", "Office"),
            Map.entry("BundleView.code", "office"),
            Map.entry("BundleView.name", "Office"),
            Map.entry("AssignLicense.scope", "inherit-down"),
            Map.entry("AssignBundle.scope", "inherit-down"),
            Map.entry("ChangeLicense.scope", "inherit-down"),
            Map.entry("WantedLicense.scope", "inherit-down"),
            Map.entry("LicenseView.scope", "inherit-down"),
            Map.entry("PreviewLicenses.end", List.of(IdText.encode(Prefix.LICENSE.text(), ID))),
            Map.entry("CountUsage.key", "invoice-2026-0001"),
            Map.entry("RevokeCertificate.reason", "key_compromise"),
            Map.entry("RegisterDevice.name", "Work laptop"),
            Map.entry("RenameDevice.name", "Work laptop"),
            Map.entry("DeviceView.name", "Work laptop"),
            Map.entry(
                    "RegisterDevice.jwk",
                    Tree.of("kty", "OKP", "crv", "Ed25519", "x", "7b6R93LZFzwq6-jd1OkSX8DGE_QaMGcYpgJKnAJI_5s")),
            Map.entry("ReadMetadata.url", "https://idp.example.org/metadata"),
            Map.entry("CreateConnection.issuer", "https://idp.example.org"),
            Map.entry("ChangeConnection.issuer", "https://idp.example.org"),
            Map.entry("ConnectionView.issuer", "https://idp.example.org"),
            Map.entry("ConnectionView.kind", "oidc"),
            Map.entry("Oidc.client_id", "keystead"),
            Map.entry("Oidc.scopes", List.of("openid", "email", "profile")),
            Map.entry("Mapping.email", "email"),
            Map.entry("Mapping.name", "name"),
            Map.entry("Mapping.handle", "preferred_username"),
            Map.entry("Mapping.locale", "locale"),
            Map.entry("Mapping.groups", "groups"));

    /// Members in whose place another one stands: a request has one of both.
    private static final Set<String> LEFT_OUT = Set.of(
            "RegisterDevice.public_key", "ReadMetadata.document", "CreateConnection.saml", "ChangeConnection.saml");

    private static final Map<String, Integer> NUMBERS = Map.of(
            "min_length", 12,
            "idle_minutes", 43_200,
            "absolute_minutes", 129_600,
            "step_up_minutes", 5,
            "threshold", 5,
            "first_seconds", 60,
            "max_seconds", 3_600,
            "expires_in_seconds", 86_400,
            "user_days", 30,
            "audit_days", 400);

    private Examples() {}

    static Optional<String> request(Route route) {
        return route.jsonBody().map(type -> Json.pretty(record(type)));
    }

    /// The request on one line, for a command.
    static Optional<String> compactRequest(Route route) {
        return route.jsonBody().map(type -> Json.text(record(type)));
    }

    static Optional<String> answer(Route route) {
        return switch (route.shape()) {
            case Shape.Of(Class<? extends Record> type) -> Optional.of(Json.pretty(record(type)));
            case Shape.PageOf(Class<? extends Record> item) -> {
                var page = new LinkedHashMap<String, Object>();
                page.put("items", List.of(record(item)));
                page.put("next_cursor", text("next_cursor"));
                yield Optional.of(Json.pretty(page));
            }
            case Shape.Nothing _, Shape.Html _, Shape.Media _ -> Optional.empty();
        };
    }

    private static Map<String, Object> record(Class<?> type) {
        var example = new LinkedHashMap<String, Object>();
        for (Members.Member member : Members.of(type).list()) {
            String path = type.getSimpleName() + "." + member.name();
            if (LEFT_OUT.contains(path)) {
                continue;
            }
            boolean change = Schemas.raw(member.type()) == Change.class;
            Object fitting = BY_MEMBER.get(path);
            example.put(
                    member.name(),
                    fitting == null
                            ? value(member.name(), change ? Members.argument(member.type(), 0) : member.type())
                            : fitting);
        }
        return example;
    }

    private static Object value(String name, AnnotatedType type) {
        Class<?> raw = Schemas.raw(type);
        if (raw == String.class) {
            return text(name);
        } else if (raw == int.class || raw == Integer.class || raw == long.class || raw == Long.class) {
            return NUMBERS.getOrDefault(name, 1);
        } else if (raw == boolean.class || raw == Boolean.class) {
            return true;
        } else if (raw == BigDecimal.class) {
            return new BigDecimal("1.5");
        } else if (raw == Instant.class) {
            return BY_NAME.getOrDefault(name, "2030-01-01T00:00:00Z");
        } else if (raw == LocalDate.class) {
            return "2026-11-15";
        } else if (raw == AccessScope.class) {
            return "read:user";
        } else if (raw.isEnum()) {
            return Schemas.words(raw).getFirst();
        } else if (raw == List.class) {
            return List.of(value(name, Members.argument(type, 0)));
        } else if (raw == Map.class) {
            return Map.of("key", value(name, Members.argument(type, 1)));
        } else if (TypedId.class.isAssignableFrom(raw)) {
            return IdText.encode("id", ID);
        } else if (JsonNode.class.isAssignableFrom(raw)) {
            return Map.of();
        }
        return record(raw);
    }

    private static String text(String name) {
        if (name.equals("id") || name.endsWith("_id")) {
            return IdText.encode(prefix(name), ID);
        }
        return BY_NAME.getOrDefault(name, "…");
    }

    /// The prefix of what a member such as `user_id` names.
    private static String prefix(String name) {
        String word = name.replaceFirst("_?id$", "");
        return switch (word) {
            case "parent" -> Prefix.NODE.text();
            case "owner", "from", "former_owner", "inviter", "redeemed_by" -> Prefix.USER.text();
            default ->
                Arrays.stream(Prefix.values())
                        .filter(prefix -> prefix.word().equals(word))
                        .map(Prefix::text)
                        .findFirst()
                        .orElse("id");
        };
    }
}
