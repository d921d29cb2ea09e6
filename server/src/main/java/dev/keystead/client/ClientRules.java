package dev.keystead.client;

import dev.keystead.client.ClientSettings.Appearance;
import dev.keystead.client.ClientSettings.Grants;
import dev.keystead.client.ClientSettings.Logout;
import dev.keystead.client.ClientSettings.Requests;
import dev.keystead.client.ClientSettings.Subjects;
import dev.keystead.client.ClientSettings.Tokens;
import dev.keystead.platform.json.Fields;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What a client may be. Members are named as RFC 7591 section 2 and the registry of client metadata have
/// them.
final class ClientRules {
    /// RFC 6749 section 3.3, in a length that can be stored.
    private static final Pattern SCOPE = Pattern.compile("[\\x21\\x23-\\x5b\\x5d-\\x7e]{1,100}");

    private static final int MOST_URIS = 50;
    private static final int MOST_SCOPES = 100;
    private static final int MOST_CONTACTS = 20;
    private static final String FETCHABLE =
            "must be an https address (or http on this machine) without a fragment, user name or password";

    private ClientRules() {}

    /// Refuses settings that break a rule.
    ///
    /// @throws dev.keystead.platform.json.BadInput naming every member that is wrong
    static void check(ClientSettings settings) {
        var fields = new Fields();
        fields.text("name", settings.name(), 1, 200);
        AuthenticationRules.check(fields, settings);
        redirects(fields, settings);
        grants(fields, settings);
        tokens(fields, settings.tokens());
        subjects(fields, settings);
        requests(fields, settings.requests());
        logout(fields, settings.logout());
        appearance(fields, settings.appearance());
        if (settings.profile() == ClientSettings.Profile.FAPI2) {
            Fapi2Rules.check(fields, settings);
        }
        fields.refuseIfAny();
    }

    private static void redirects(Fields fields, ClientSettings settings) {
        redirects(fields, "redirect_uris", settings.redirectUris());
        fields.refuseIf(
                settings.redirectUris().isEmpty()
                        && (settings.grants().types().contains(GrantType.AUTHORIZATION_CODE)
                                || settings.grants().types().contains(GrantType.IMPLICIT)),
                "redirect_uris",
                "must name where browsers come back, as the grant types authorization_code and implicit need it");
        redirects(fields, "post_logout_redirect_uris", settings.addresses().postLogoutRedirectUris());
        address(fields, "initiate_login_uri", settings.addresses().initiateLoginUri());
        List<String> requests = settings.addresses().requestUris();
        few(fields, "request_uris", requests, MOST_URIS);
        // OpenID Connect Registration section 2: the fragment is the hash of the request object and may be there.
        fields.refuseIf(
                requests.stream().anyMatch(uri -> !RedirectUris.isFetchable(uri.replaceFirst("#.*", ""))),
                "request_uris",
                "must be https addresses (or http on this machine)");
    }

    private static void redirects(Fields fields, String member, List<String> uris) {
        few(fields, member, uris, MOST_URIS);
        uris.forEach(uri -> RedirectUris.wrongWith(uri).ifPresent(wrong -> fields.refuse(member, wrong)));
    }

    private static void grants(Fields fields, ClientSettings settings) {
        Grants grants = settings.grants();
        List<GrantType> types = grants.types();
        few(fields, "grant_types", types, GrantType.values().length);
        fields.refuseIf(types.isEmpty(), "grant_types", "must name at least one of " + GrantType.wires());
        boolean isPublic = settings.authMethod() == AuthMethod.NONE;
        fields.refuseIf(
                isPublic && types.contains(GrantType.CLIENT_CREDENTIALS),
                "grant_types",
                "must not have client_credentials, which only a confidential client may use (RFC 6749 section 4.4)");
        fields.refuseIf(
                isPublic && types.contains(GrantType.TOKEN_EXCHANGE),
                "grant_types",
                "must not have token-exchange, which only a confidential client may use");
        fields.refuseIf(
                settings.tokens().impersonation() && !types.contains(GrantType.TOKEN_EXCHANGE),
                "impersonation",
                "must be false unless grant_types has token-exchange");
        fields.refuseIf(
                types.contains(GrantType.REFRESH_TOKEN)
                        && !types.contains(GrantType.AUTHORIZATION_CODE)
                        && !types.contains(GrantType.DEVICE_CODE),
                "grant_types",
                "must have authorization_code or device_code beside refresh_token, which comes from them");
        // RFC 7591 section 2.1: grant types and response types belong together.
        few(fields, "response_types", grants.responseTypes(), ResponseType.values().length);
        fields.refuseIf(
                grants.responseTypes().contains(ResponseType.CODE) != types.contains(GrantType.AUTHORIZATION_CODE),
                "response_types",
                "must have code with the grant type authorization_code, and only with it");
        ImplicitRules.check(fields, settings);
        few(fields, "scopes", grants.scopes(), MOST_SCOPES);
        words(fields, "scopes", grants.scopes());
        few(fields, "authorization_details_types", grants.authorizationDetailsTypes(), MOST_URIS);
        words(fields, "authorization_details_types", grants.authorizationDetailsTypes());
    }

    private static void words(Fields fields, String member, List<String> words) {
        fields.refuseIf(
                words.stream().anyMatch(word -> !SCOPE.matcher(word).matches()),
                member,
                "must be words of 1 to 100 visible ASCII characters without quotes or backslashes");
    }

    private static void tokens(Fields fields, Tokens tokens) {
        fields.number("access_token_seconds", tokens.accessSeconds(), 30, 24 * 3600);
        fields.number("refresh_token_seconds", tokens.refreshSeconds(), 60, 366 * 24 * 3600);
        fields.oneOf("id_token_signed_response_alg", tokens.idTokenAlgorithm(), SignatureAlgorithms.OFFERED);
        fields.optional(
                tokens.userinfoAlgorithm(),
                value -> fields.oneOf("userinfo_signed_response_alg", value, SignatureAlgorithms.OFFERED));
        fields.optional(
                tokens.introspectionAlgorithm(),
                value -> fields.oneOf("introspection_signed_response_alg", value, SignatureAlgorithms.OFFERED));
    }

    /// OpenID Connect Core section 8.1.
    private static void subjects(Fields fields, ClientSettings settings) {
        Subjects subjects = settings.subjects();
        String sector = subjects.sectorIdentifierUri();
        if (sector != null) {
            fields.refuseIf(
                    !RedirectUris.isHttps(sector),
                    "sector_identifier_uri",
                    "must be an https address (OpenID Connect Core section 8.1)");
            return;
        }
        boolean readable = settings.redirectUris().stream()
                .allMatch(uri -> RedirectUris.wrongWith(uri).isEmpty());
        Set<String> hosts = readable
                ? settings.redirectUris().stream().map(RedirectUris::authority).collect(Collectors.toSet())
                : Set.of();
        fields.refuseIf(
                subjects.type() == Subjects.Type.PAIRWISE && hosts.size() > 1,
                "sector_identifier_uri",
                "is needed for pairwise subjects on several hosts (OpenID Connect Core section 8.1)");
    }

    private static void requests(Fields fields, Requests requests) {
        fields.refuseIf(
                "none".equals(requests.objectAlgorithm()),
                "request_object_signing_alg",
                "must not be none: a request object that nobody signed is never believed (RFC 9101 section 4)");
        fields.optional(
                requests.objectAlgorithm(),
                value -> fields.oneOf("request_object_signing_alg", value, SignatureAlgorithms.BY_KEY));
        fields.optional(requests.defaultMaxAge(), value -> fields.number("default_max_age", value, 0, 366 * 24 * 3600));
        few(fields, "default_acr_values", requests.defaultAcrValues(), MOST_URIS);
        words(fields, "default_acr_values", requests.defaultAcrValues());
    }

    private static void logout(Fields fields, Logout logout) {
        address(fields, "backchannel_logout_uri", logout.backchannelUri());
        address(fields, "frontchannel_logout_uri", logout.frontchannelUri());
    }

    private static void appearance(Fields fields, Appearance appearance) {
        page(fields, "client_uri", appearance.clientUri());
        page(fields, "logo_uri", appearance.logoUri());
        page(fields, "tos_uri", appearance.tosUri());
        page(fields, "policy_uri", appearance.policyUri());
        few(fields, "contacts", appearance.contacts(), MOST_CONTACTS);
        appearance.contacts().forEach(contact -> fields.text("contacts", contact, 1, 320));
    }

    private static void address(Fields fields, String member, @Nullable String value) {
        check(fields, member, value, RedirectUris::isFetchable, FETCHABLE);
    }

    private static void page(Fields fields, String member, @Nullable String value) {
        check(fields, member, value, RedirectUris::isPage, "must be an absolute https or http address");
    }

    private static void check(
            Fields fields, String member, @Nullable String value, Predicate<String> isRight, String message) {
        fields.refuseIf(value != null && !isRight.test(value), member, message);
    }

    private static void few(Fields fields, String member, List<?> items, int most) {
        fields.refuseIf(items.size() > most, member, "must have at most " + most + " items");
        fields.refuseIf(new HashSet<>(items).size() < items.size(), member, "must not have the same item twice");
    }
}
