package dev.keystead.bench;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// An OpenID Connect server as a properties file describes it; README.md explains the keys.
///
/// @param endpoints by key: those of authorize, token, introspect, userinfo, jwks and discovery that are given
/// @param clients by name: `svc` and `web`, as far as they are given
/// @param seed how the tokens that a flow needs are fetched
record OidcTarget(
        String label,
        Map<String, Template> endpoints,
        Map<String, Client> clients,
        String introspectClient,
        String redirectUri,
        String scope,
        String serviceScope,
        String authorizeExtra,
        People people,
        LoginForm loginForm,
        Tenants tenants,
        OidcFlow seed) {
    static final List<String> ENDPOINTS = List.of("authorize", "token", "introspect", "userinfo", "jwks", "discovery");
    private static final List<String> OTHER_KEYS = List.of(
            "peer server-pid pg-pid svc-client-id svc-client-secret web-client-id web-client-secret client-auth",
            "introspect-client redirect-uri scope svc-scope authorize-extra user-format user-first user-count password",
            "username-field password-field skip-form seed tenant-count tenant-format");
    static final Set<String> KEYS =
            Set.of((String.join(" ", ENDPOINTS) + " " + String.join(" ", OTHER_KEYS)).split(" ", -1));

    /// A confidential client and how it proves itself: by an Authorization header, or by parameters when
    /// there is none.
    record Client(String id, String secret, @Nullable String authorizationLine) {
        static Client of(String id, String secret, boolean basic) {
            String pair = FormBody.encode(id) + ":" + FormBody.encode(secret);
            String basicValue = "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.US_ASCII));
            return new Client(id, secret, basic ? HttpRequest.headerLine("Authorization", basicValue) : null);
        }
    }

    /// The users that sign in: `count` of them, numbered from `first`, all with one password.
    record People(String format, int first, int count, String password) {
        String name(int index) {
            return String.format(Locale.ROOT, format, first + index);
        }
    }

    /// How the pages of a sign-in are filled in.
    record LoginForm(
            String usernameField,
            String passwordField,
            @Nullable Pattern skip) {}

    static OidcTarget from(PropertiesTarget keys) {
        keys.refuseUnknown(
                KEYS::contains, String.join(", ", KEYS.stream().sorted().toList()));
        Tenants tenants = Tenants.from(keys);
        return new OidcTarget(
                keys.label(),
                endpoints(keys, tenants),
                clients(keys),
                oneOf(keys, "introspect-client", "web", List.of("web", "svc")),
                keys.text("redirect-uri", ""),
                keys.text("scope", "openid"),
                keys.text("svc-scope", ""),
                keys.text("authorize-extra", ""),
                new People(
                        keys.numberFormat("user-format", "user%04d"),
                        keys.number("user-first", 0, 0, 1_000_000_000),
                        keys.number("user-count", 1000, 1, 1_000_000_000),
                        keys.text("password", "")),
                new LoginForm(
                        keys.text("username-field", "username"),
                        keys.text("password-field", "password"),
                        keys.findPattern("skip-form").orElse(null)),
                tenants,
                seed(keys));
    }

    private static Map<String, Template> endpoints(PropertiesTarget keys, Tenants tenants) {
        Map<String, Template> endpoints = new TreeMap<>();
        for (String key : ENDPOINTS) {
            keys.find(key).ifPresent(url -> {
                Template template = Template.parseUrl(key, url);
                tenants.refuseWithout(keys, key, template);
                endpoints.put(key, template);
            });
        }
        return endpoints;
    }

    private static Map<String, Client> clients(PropertiesTarget keys) {
        boolean basic =
                oneOf(keys, "client-auth", "basic", List.of("basic", "post")).equals("basic");
        Map<String, Client> clients = new TreeMap<>();
        for (String name : List.of("svc", "web")) {
            if (keys.holds(name + "-client-id") && keys.holds(name + "-client-secret")) {
                clients.put(name, Client.of(keys.text(name + "-client-id"), keys.text(name + "-client-secret"), basic));
            }
        }
        return clients;
    }

    private static OidcFlow seed(PropertiesTarget keys) {
        return switch (oneOf(keys, "seed", "code_flow", List.of("code_flow", "password", "client_credentials"))) {
            case "password" -> OidcFlow.PASSWORD_LOGIN;
            case "client_credentials" -> OidcFlow.CLIENT_CREDENTIALS;
            default -> OidcFlow.CODE_FLOW;
        };
    }

    private static String oneOf(PropertiesTarget keys, String key, String otherwise, List<String> allowed) {
        String value = keys.text(key, otherwise);
        if (!allowed.contains(value)) {
            throw new Refusal("`" + key + "` in " + keys + " is `" + value + "`: choose from "
                    + String.join(", ", allowed) + ".");
        }
        return value;
    }

    /// Says which keys a flow lacks, before anything is sent.
    static void refuseMissing(PropertiesTarget keys, OidcTarget target, OidcFlow flow) {
        List<String> needed = new ArrayList<>(flow.neededKeys(target.introspectClient));
        if (flow.needsTokens()) {
            needed.addAll(target.seed.neededKeys(target.introspectClient));
        }
        List<String> missing =
                needed.stream().filter(key -> !keys.holds(key)).distinct().toList();
        if (!missing.isEmpty()) {
            throw new Refusal("`" + flow + "` needs " + String.join(", ", missing) + ": add it to " + keys
                    + ", or give it on the command line.");
        }
    }

    HttpUrl url(String endpoint, String tenant) {
        Template template = endpoints.get(endpoint);
        if (template == null) {
            throw new Refusal("`" + endpoint + "` is missing for " + label + ".");
        }
        return HttpUrl.parse(template.render(new Template.Values(tenant, "", "", 0)));
    }

    Client client(String name) {
        Client client = clients.get(name);
        if (client == null) {
            throw new Refusal(
                    "`" + name + "-client-id` and `" + name + "-client-secret` are missing for " + label + ".");
        }
        return client;
    }
}
